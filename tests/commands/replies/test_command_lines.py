"""Commands are found in a mail, and a mail acts once."""

import re

import pytest

from commands.replies.command_lines import MAX_UNKNOWN_LINES, CommandLine, find_commands
from mail.reading.parsed_mail import parse_mail
from tests.support.cases import cases
from tests.support.site import PLAYERS, simple_mail, text_of, thread, words_of

ALICE = f"alice {PLAYERS['alice'][0]}"


def found(subject, body="", **headers):
    content = simple_mail("alice@example.org", subject, body, **headers)
    lines = find_commands(parse_mail("alice@example.org", (), content)).lines
    return tuple(CommandLine(line.text, line.comment) for line in lines)


def test_the_subject_is_the_command():
    """A command in the subject has the body as comment, without quotations and signature."""
    body = "Hello Bob,\nlist is not a command here.\n> old text\n-- \nAlice"
    assert found("panic show 101", body) == (
        CommandLine("panic show 101", "Hello Bob,\nlist is not a command here."),
    )


def test_commands_in_the_body():
    """If the subject isn't a command, lines of the body may be; the others are comments."""
    body = "Dear server,\nlist\npanic resign 101 alice pw\nSorry,\nno time.\nhelp"
    assert found("Hello", body) == (
        CommandLine("list"),
        CommandLine("panic resign 101 alice pw", "Sorry,\nno time."),
        CommandLine("help"),
    )


SENTENCES = """\
Change of plans for Friday
Change password for the server
Change of plans: flight LH1234567 on Friday
Block the road
Block the road ahead
Block Bob tomorrow
Message me later
Message me later today
Message Bob tomorrow morning
Message me about a4-GTX10801 cards
Add a Makefile
Add a Makefile to the project
Add Bob tomorrow
Add another half-hour
Add some well-known examples
Adds everything forgotten
Delete that file
Delete everything tomorrow
Reset the router tomorrow
Broadcast starts tomorrow
Vacation in Spain was well-deserved
Help is on the way
All the best for you
All games with you are fun
List of my errors
Listen carefully
Massage the data
Changes to the plan
Messages received yesterday evening
Forgot about it, sorry
Multiple reasons for that
Knight Panic is a great game
Panic attack at work
Panic accept the offer
Duel at dawn
Dance with me
Trailblazer games are fun
Move 2 chairs to the right
Show 2 examples
Board meeting on Friday
Review 1 of 2
Queue for the bus""".splitlines()
COMMANDS = """\
signup dora seven-knights
add dora Pw99xxxx dora@example.org
message dora Pw99xxxx bob
block dora Pw99xxxx bob
block dora Pw99xxxx
chnage password dora Pw99xxxx N3wOne-11
change pasword dora Pw99xxxx N3wOne-11
change format dora - classic
vacation dora Pw99xxxx next week
signof dora Pw99xxxx
forgot dora
all games dora
knight panic show 101
knightpanic show 101 please
panic resign 101 dora pw
panic chalenge dora bob
knightpanic bogus 101 dora Pw99xxxx
knightpanic accept dora Pw99xxxx
move 101 bob Pw99xxxx a7-c3""".splitlines()


def test_a_sentence_is_no_command():
    """First words of the language need exactly their arguments, in a body and in a subject."""
    wrong = [each for each in SENTENCES if found("Hello", f"Hi,\n{each}\nBye") or found(each, "Hi")]
    assert not wrong


def test_a_line_with_its_arguments_or_a_password_is_a_command():
    """Lines that are meant as commands are none the less, even misspelt and incomplete ones."""
    wrong = [each for each in COMMANDS if not (found("Hello", each) and found(each, "Hi"))]
    assert not wrong


def test_sentences_sign_up_and_log_in_nobody(site):
    """They are answered as any mail without a command, or not at all."""
    site.sign_up("bob")
    for number, sentence in enumerate(SENTENCES[::5]):
        for place, (subject, body) in enumerate((("Patch", sentence), (sentence, "See below."))):
            mails = site.mail(f"x{number}.{place}@example.org", subject, body)
            assert {mail["Subject"] for mail in mails} <= {"Hello"}, sentence
    with site.database.work() as work:
        assert not any(work.userids.taken(userid) for userid in ("a", "another", "some"))


def test_a_password_of_letters_counts_behind_the_own_userid(site):
    """Else a line of letters is a sentence, unless it is the subject of a sign-up."""
    site.sign_up("bob")
    site.mail("dora@example.org", "signup dora horsebattery")
    for line in ("message dora horsebattery bob", "block dora horsebattery bob"):
        (own, *_) = site.mail("dora@example.org", "", f"{line}\nHello")
        (other,) = site.mail(f"{line[0]}@example.com", "", line)
        assert other["Subject"] == "Hello"
        assert own["Subject"] in ("Message sent", "Blocked")


def test_multiple_takes_every_line():
    """After `multiple` every line is a command and is answered; # and > are skipped."""
    body = "list\n# note\n\nlsit\n> quoted\nhelp"
    assert found("Multiple", body) == (
        CommandLine("list"),
        CommandLine("lsit"),
        CommandLine("help"),
    )


@cases("end", ["stop", "quit", "--", "-- ", "Thanks!", "Thanks,"])
def test_an_end_word_ends_the_commands(end):
    """Lines below an end word aren't read."""
    assert found("", f"list\n{end}\nhelp") == (CommandLine("list"),)


def test_too_many_unknown_lines_end_the_commands():
    """After five unknown lines the rest isn't read, and the answer says so."""
    body = "\n".join(["list", *["what"] * 10, "help"])
    content = simple_mail("alice@example.org", "multiple", body)
    lines = find_commands(parse_mail("alice@example.org", (), content))
    assert len(lines.lines) == 1 + MAX_UNKNOWN_LINES
    assert lines.cut


@cases(
    ("subject", "headers"),
    [
        ("Re: Knight Panic Board 101: alice - bob", {}),
        ("Knight Panic Board 101: alice - bob", {"In_Reply_To": "<x@example.net>"}),
        ("AW: list", {}),
    ],
)
def test_the_subject_of_a_reply_is_never_read(subject, headers):
    """A reply's subject is the other side's, so only the body has commands."""
    assert found(subject, "help", **headers) == (CommandLine("help"),)


def test_a_misspelt_subject_is_answered(site):
    """A misspelt subject counts as a command when the body has none."""
    (mail,) = site.mail("alice@example.org", "knigthpanic challenge alice bob", "Play with me!")
    assert 'Did you mean "knightpanic"?' in text_of(mail)


def test_a_game_as_the_subject_of_a_question(started_game):
    """A game's name of two words alone is no crash, and a request below it is answered."""
    site, _, _ = started_game
    (mail,) = site.mail(PLAYERS["alice"][1], "Knight's Dance", "Whose turn is it on our board?")
    assert mail["Subject"] == "List of all games"
    assert "101" in text_of(mail)
    (mail,) = site.mail(PLAYERS["alice"][1], "Knight's Dance", "")
    assert "Add a command after" in text_of(mail)


@pytest.mark.parametrize(
    ("subject", "body"),
    [
        ("", ""),
        ("Hello", ""),
        ("Hello", "Is this the place\nwhere one plays by mail?"),
        ("", "Hi there,\n\nhow does it work?"),
        ("Chess anybody", "I'd like to play."),
        ("Hallo", ""),
    ],
)
def test_a_stranger_who_says_hello_is_greeted(site, subject, body):
    """The greeting has lines to send, with a userid like the name in the address."""
    (mail,) = site.mail("Dora.Doe+games@example.org", subject, body)
    assert mail["Subject"] == "Hello"
    lines = re.findall("^  ([a-z].*?)(?:  .*)?$", text_of(mail), re.MULTILINE)
    assert lines == [
        "signup dora -",
        "knightpanic robot challenge 1 dora",
        "help knightpanic",
        "list",
        "help",
    ]


def test_the_lines_of_a_greeting_work(site):
    """The three lines, sent one after the other, register a player and begin a game."""
    site.mail("dora@example.org", "Hello")
    for line, what in (
        ("signup dora Xa!11ce-X", "Welcome, dora"),
        ("help knightpanic", "Knight Panic"),
    ):
        assert what in text_of(site.mail("dora@example.org", line)[0])
    assert site.mail("dora@example.org", "knightpanic robot challenge 1 dora") == []
    assert site.say("knightpanic show 101").data["players"] == ["robot-level1", "dora"]


@cases(
    ("address", "userid"),
    [
        ("alice@example.com", "alice2"),
        ("robot1@example.com", "USERID"),
        ("info@example.com", "USERID"),
        ("adm1n@example.com", "USERID"),
        ("alice.admin@example.com", "USERID"),
        ("7of9@example.com", "of9"),
        ("12345@example.com", "USERID"),
        ("o'brien_the-great@example.com", "obrien_the-great"),
        ("a" * 50 + "@example.com", "a" * 20),
    ],
)
def test_the_suggested_userid_is_free(started_game, address, userid):
    """The suggestion begins with a letter, is neither taken nor reserved, and isn't too long."""
    (mail,) = started_game[0].mail(address, "Hello")
    assert f"\n  signup {userid} -\n" in text_of(mail)


def test_whoever_asks_to_be_signed_up_is_asked_to_confirm_it(confirming_site):
    """With a free userid and without a password; the reply yes makes a player."""
    site, dora = confirming_site, "dora@example.org"
    (greeting,) = site.mail(dora, "Hi", "How do I start?")
    (asked,) = site.reply(greeting, "ok cool, sign me up please")
    assert asked["Subject"] == "Please confirm: signup dora"
    assert "You don't need a password" in text_of(asked)
    (waits,) = site.mail(dora, "signup dora Seven-knights-7")
    assert 'To confirm dora, reply "yes"' in text_of(waits)
    (welcome,) = site.reply(asked, "yes")
    assert welcome["Subject"] == "Welcome, dora"
    assert site.mail(dora, "", "sign me up")[0]["Subject"] == "Hello"


def test_the_word_password_is_no_password(confirming_site):
    """Copied as it stands, it counts as a dash: none is set, and the player is asked."""
    site, dora = confirming_site, "dora@example.org"
    (asked,) = site.mail(dora, "signup dora PASSWORD")
    site.reply(asked, "yes")
    assert not site.say("change password dora PASSWORD Seven-knights-7").ok
    (asked,) = site.mail(dora, "knightpanic seek dora PASSWORD 1")
    assert "knightpanic seek 1" in text_of(asked)
    assert "Your open challenge: 1 game" in words_of(site.reply(asked, "yes")[0])


@pytest.mark.parametrize("word", ["resign", "Propose!", "accept", "I resign.", "draw?"])
def test_a_command_about_a_game_is_sent_to_the_email_about_it(site, word):
    """The answer names the word to reply with, to new emails and to replies to our errors."""
    site.sign_up("alice")
    (mail,) = site.mail("alice@example.org", word)
    assert "We don't know which game you mean. Reply \"" in words_of(mail)
    (mail,) = site.mail("alice@example.org", "", "dance")
    (mail,) = site.reply(mail, word)
    assert "to an email that shows the game's board." in words_of(mail)


def test_a_yes_without_a_question_confirms_nothing(site):
    """Such as a yes to an answer that only says what was done."""
    site.sign_up("alice")
    (mail,) = site.mail("alice@example.org", "tournaments")
    (mail,) = site.reply(mail, "yes")
    assert text_of(mail).startswith("Hello, alice. There's nothing to confirm.")


def test_a_player_who_says_hello_is_greeted_by_name(site):
    """Players are told how to move, and get lines for players; the same email gets no answer."""
    site.sign_up("alice")
    (mail,) = site.mail("Alice@example.org", "Hello", "It's me")
    assert text_of(mail).startswith("Hello, alice. We didn't recognize a command")
    assert "\n  all show alice\n" in text_of(mail)
    assert site.mail("alice@example.org", "Hello", "It's me") == []


@cases("subject", ["lsit", "challenge alice bob", "singup dora Pw99xxxx"])
def test_a_line_that_was_meant_as_a_command_is_explained(site, subject):
    """A misspelt command, or one without its game, is answered by how to write it."""
    (mail,) = site.mail("dora@example.org", subject)
    assert mail["Subject"] == "Error"


def test_several_commands_bring_one_mail(site):
    """Each answer has its number; a refused line doesn't stop the others."""
    site.sign_up("alice", "bob")
    body = f"panic challenge alice bob\npanic mvoe 101 {ALICE} a1-b2\npanic show 101\n"
    answer, to_bob = site.mail("alice@example.org", "multiple", body)
    assert answer["Subject"] == "Results of 3 commands"
    text = text_of(answer)
    assert "1. knightpanic challenge" in text
    assert "2. knightpanic mvoe\n\nThere is no square b2" in text
    assert "3. knightpanic show" in text
    assert to_bob["To"] == "bob@example.com"


def test_the_same_mail_acts_once(site):
    """A mail with a known Message-ID and the same content does nothing."""
    site.sign_up("alice", "bob")
    content = simple_mail(
        "alice@example.org", "panic challenge alice bob", Message_ID="<1@example.org>"
    )
    assert len(site.receive("alice@example.org", content)) == 2
    assert site.receive("alice@example.org", content) == []
    assert site.receive("alice@example.org", b"Received: from elsewhere\r\n" + content) == []
    assert site.say("panic games").data["boards"][0]["board"] == 101


def test_the_same_message_id_with_other_content_is_another_mail(site):
    """A known Message-ID with other content is a new mail, as Message-IDs aren't always unique."""
    site.sign_up("alice", "bob")
    for subject in ("panic challenge alice bob", "panic challenge bob alice"):
        assert site.mail("alice@example.org", subject, Message_ID="<1@example.org>")
    assert len(site.say("panic games").data["boards"]) == 2


def test_a_mail_without_message_id_and_date_is_always_new(site):
    """A mail without Message-ID and Date always counts as new, and is answered each time."""
    assert site.mail("alice@example.org", "list")
    assert site.mail("alice@example.org", "list")


@cases(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"List_Id": "<chess.example.org>"},
        {"X_Pbm_Loop": "pbm@example.net"},
    ],
)
def test_automatic_mail_is_neither_obeyed_nor_answered(site, headers):
    """Automatic mail isn't executed or answered, or two machines could answer for ever."""
    assert site.mail("robot@example.org", "signup robot pw", **headers) == []
    assert site.mail("", "list") == []
    assert not site.say("panic games robot").ok


def test_answers_are_threaded(site):
    """An answer follows the mail that asked, and all mails of a board follow one root."""
    site.sign_up("alice", "bob")
    (answer,) = site.mail("alice@example.org", "list", Message_ID="<1@example.org>")
    assert (answer["In-Reply-To"], thread(answer)) == ("<1@example.org>",) * 2
    to_alice, to_bob = site.mail(
        "alice@example.org", "panic challenge alice bob", Message_ID="<2@example.org>"
    )
    root = "<knightpanic.101@example.net>"
    assert thread(to_alice) == f"{root} <2@example.org>"
    assert to_alice["In-Reply-To"] == "<2@example.org>"
    assert (thread(to_bob), to_bob["In-Reply-To"]) == (root, None)
    assert (to_alice["Auto-Submitted"], to_bob["Auto-Submitted"]) == (
        "auto-replied",
        "auto-generated",
    )


def test_a_move_from_elsewhere_is_answered_there_and_told_the_owner(site):
    """A move with the password from another address is answered there, and the player is told."""
    site.sign_up("alice", "bob")
    site.begin("panic challenge alice bob")
    mails = site.mail("phone@example.com", f"panic move 101 {ALICE} a1-c5")
    assert [mail["To"] for mail in mails] == [
        "phone@example.com",
        "alice@example.org",
        "bob@example.com",
    ]


def test_control_characters_of_a_comment_have_no_effect(site):
    """Terminal escapes and header lines in a comment come out as plain text at most."""
    site.sign_up("alice", "bob")
    site.begin("panic challenge alice bob")
    body = "\x1b[2Jhello\x07\r\nBcc: victim@example.org"
    mails = site.mail("alice@example.org", f"panic move 101 {ALICE} a1-c5", body)
    for mail in mails:
        assert "\x1b" not in text_of(mail)
        assert "hello\nBcc: victim@example.org" in text_of(mail)
        assert mail["Bcc"] is None


@pytest.mark.parametrize(
    "line",
    [
        "signupp carol Secr3t-9",
        "knigtpanic move 101 bob Secr3t-9 a7-c3",
        "move 101 bob Secr3t-9 a7-c3",
    ],
)
def test_a_misspelt_line_is_answered_and_no_comment(site, line):
    """A misspelt command may hold a password, so it is sent to nobody as a comment."""
    site.sign_up("alice", "bob")
    site.begin("panic challenge alice bob")
    body = f"panic move 101 {ALICE} a1-c5\n{line}\nlist"
    answer, to_bob = site.mail("alice@example.org", "", body)
    assert answer["Subject"] == "Results of 3 commands"
    assert "Secr3t-9" not in text_of(answer) + text_of(to_bob)


def test_a_broken_line_shows_no_password(site):
    """The rest of a command that a mailer wrapped begins with the password, and isn't shown."""
    site.sign_up("alice")
    (mail,) = site.mail("alice@example.org", "multiple", "panic move 101 alice\nXa!11ce-X a1-c5")
    assert "Xa!11ce-X" not in text_of(mail)


def test_comments_keep_their_form():
    """Empty lines and lines with # below a command in the body are part of its comment."""
    body = f"panic resign 101 {ALICE}\nDear Bob,\n\n  #1 was good.\nBye"
    assert found("", body) == (
        CommandLine(f"panic resign 101 {ALICE}", "Dear Bob,\n\n  #1 was good.\nBye"),
    )


def test_guessing_passwords_is_not_cheap(site):
    """After ten refusals the rest of a mail isn't read, and the player is told."""
    site.sign_up("alice", "bob")
    site.begin("panic challenge alice bob")
    body = "\n".join(f"panic move 101 alice guess{n} a1-c5" for n in range(40))
    mail, told = site.mail("x@elsewhere.example", "multiple", body)
    assert told["To"] == "alice@example.org"
    assert mail["Subject"] == "Results of 10 commands"
    assert "We ignored the rest" in text_of(mail)


def test_long_answers_are_cut(site):
    """An answer is cut to a length that mail readers show whole."""
    lines = [f"help{' ' * number}knightpanic" for number in range(1, 46)]
    (mail,) = site.mail("alice@example.org", "multiple", "\n".join(lines))
    assert len(mail.as_bytes()) < 90_000
    assert "We left out the other answers" in text_of(mail)


def test_unreadable_mail_is_answered(site):
    """The sender of unreadable mail is asked for plain text; a program isn't."""
    content = simple_mail("alice@example.org", "list") + b"\n"
    hostile = b"X-Long: " + b"x" * 70_000 + b"\n" + content
    (mail,) = site.receive("alice@example.org", hostile)
    assert "We can't read your email" in text_of(mail)
    assert site.receive("", hostile) == []
