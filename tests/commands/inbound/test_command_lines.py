"""Which commands a letter holds, and that it acts once."""

import pytest

from commands.inbound.command_lines import MOST_UNKNOWN, Line, find_lines
from mail.reading.letter import read_letter
from tests.support.site import PLAYERS, text_of, written

ALICE = f"alice {PLAYERS['alice'][0]}"


def found(subject, body="", **headers):
    content = written("alice@example.org", subject, body, **headers)
    lines = find_lines(read_letter("alice@example.org", (), content)).lines
    return tuple(Line(line.text, line.comment) for line in lines)


def test_the_subject_is_the_command():
    """The body is its comment, without quotation and signature."""
    body = "Hello Bob,\nlist is not a command here.\n> old text\n-- \nAlice"
    assert found("panic show 101", body) == (
        Line("panic show 101", "Hello Bob,\nlist is not a command here."),
    )


def test_commands_in_the_body():
    """Where the subject is no command, lines of the body are; others are their comments."""
    body = "Dear server,\nlist\npanic resign 101 alice pw\nSorry,\nno time.\nhelp"
    assert found("Hello", body) == (
        Line("list"),
        Line("panic resign 101 alice pw", "Sorry,\nno time."),
        Line("help"),
    )


def test_multiple_takes_every_line():
    """Even lines that begin no command, so that they are answered too; # and > are skipped."""
    body = "list\n# note\n\nlsit\n> quoted\nhelp"
    assert found("Multiple", body) == (Line("list"), Line("lsit"), Line("help"))


@pytest.mark.parametrize("end", ["stop", "quit", "--", "-- ", "Thanks!", "Thanks,"])
def test_an_end_word_ends_the_commands(end):
    """What stands below isn't read."""
    assert found("", f"list\n{end}\nhelp") == (Line("list"),)


def test_too_many_unknown_lines_end_the_commands():
    """After five of them the rest isn't read, and the answer says so."""
    body = "\n".join(["list", *["what"] * 10, "help"])
    content = written("alice@example.org", "multiple", body)
    lines = find_lines(read_letter("alice@example.org", (), content))
    assert len(lines.lines) == 1 + MOST_UNKNOWN
    assert lines.cut


@pytest.mark.parametrize(
    ("subject", "headers"),
    [
        ("Re: Knight Panic Board 101: alice - bob", {}),
        ("Knight Panic Board 101: alice - bob", {"In_Reply_To": "<x@example.net>"}),
        ("AW: list", {}),
    ],
)
def test_the_subject_of_a_reply_is_never_read(subject, headers):
    """It is the other side's; the body has the commands."""
    assert found(subject, "help", **headers) == (Line("help"),)


def test_a_misspelt_subject_is_answered(house):
    """It is what was meant as the command when the body has none."""
    (mail,) = house.mail("alice@example.org", "knigthpanic challenge alice bob", "Play with me!")
    assert 'Did you mean "knightpanic"?' in text_of(mail)


def test_a_mail_without_words_is_answered(house):
    """It says how to begin."""
    (mail,) = house.mail("alice@example.org", "", "")
    assert "No command was found" in text_of(mail)


def test_several_commands_bring_one_mail(house):
    """Each answer stands under its number; a refused line doesn't stop the others."""
    house.sign_up("alice", "bob")
    body = f"panic challenge alice bob\npanic mvoe 101 {ALICE} a1-b2\npanic show 101\n"
    answer, to_bob = house.mail("alice@example.org", "multiple", body)
    assert answer["Subject"] == "3 commands answered"
    text = text_of(answer)
    assert "1. knightpanic challenge" in text
    assert "2. knightpanic mvoe\n\nThere is no place b2" in text
    assert "3. knightpanic show" in text
    assert to_bob["To"] == "bob@example.com"


def test_the_same_letter_acts_once(house):
    """Its Message-ID with the same content is known; nothing is sent the second time."""
    house.sign_up("alice", "bob")
    content = written(
        "alice@example.org", "panic challenge alice bob", Message_ID="<1@example.org>"
    )
    assert len(house.letter("alice@example.org", content)) == 2
    assert house.letter("alice@example.org", content) == []
    assert house.letter("alice@example.org", b"Received: from elsewhere\r\n" + content) == []
    assert house.say("panic games").data["boards"][0]["board"] == 101


def test_the_same_message_id_with_other_content_is_another_letter(house):
    """Message-IDs aren't always unique."""
    house.sign_up("alice", "bob")
    for subject in ("panic challenge alice bob", "panic challenge bob alice"):
        assert house.mail("alice@example.org", subject, Message_ID="<1@example.org>")
    assert len(house.say("panic games").data["boards"]) == 2


def test_a_letter_without_message_id_and_date_is_always_new(house):
    """Nothing tells it from its like, and asking twice must bring two answers."""
    assert house.mail("alice@example.org", "list")
    assert house.mail("alice@example.org", "list")


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"List_Id": "<chess.example.org>"},
        {"X_Pbm_Loop": "pbm@example.net"},
    ],
)
def test_automatic_mail_is_neither_obeyed_nor_answered(house, headers):
    """Two machines must not talk for ever."""
    assert house.mail("robot@example.org", "signup robot pw", **headers) == []
    assert house.mail("", "list") == []
    assert not house.say("panic games robot").ok


def test_answers_are_threaded(house):
    """Answers follow the mail that asked, and all mails of a board follow one root."""
    house.sign_up("alice", "bob")
    (answer,) = house.mail("alice@example.org", "list", Message_ID="<1@example.org>")
    assert (answer["In-Reply-To"], answer["References"]) == ("<1@example.org>",) * 2
    to_alice, to_bob = house.mail(
        "alice@example.org", "panic challenge alice bob", Message_ID="<2@example.org>"
    )
    root = "<knightpanic.101@example.net>"
    assert to_alice["References"] == f"{root} <2@example.org>"
    assert to_alice["In-Reply-To"] == "<2@example.org>"
    assert to_bob["References"] == to_bob["In-Reply-To"] == root
    assert (to_alice["Auto-Submitted"], to_bob["Auto-Submitted"]) == (
        "auto-replied",
        "auto-generated",
    )


def test_a_move_from_elsewhere_is_answered_there_and_told_the_owner(house):
    """Whoever knows the password may write from anywhere, and the player's own address hears."""
    house.sign_up("alice", "bob")
    house.say("panic challenge alice bob")
    house.mails()
    mails = house.mail("phone@example.com", f"panic move 101 {ALICE} a1-c5")
    assert [mail["To"] for mail in mails] == [
        "phone@example.com",
        "alice@example.org",
        "bob@example.com",
    ]


def test_control_characters_of_a_comment_have_no_effect(house):
    """Terminal escapes and header lines in a comment are plain text at most."""
    house.sign_up("alice", "bob")
    house.say("panic challenge alice bob")
    house.mails()
    body = "\x1b[2Jhello\x07\r\nBcc: victim@example.org"
    mails = house.mail("alice@example.org", f"panic move 101 {ALICE} a1-c5", body)
    for mail in mails:
        assert "\x1b" not in text_of(mail)
        assert "hello\nBcc: victim@example.org" in text_of(mail)
        assert mail["Bcc"] is None


@pytest.mark.parametrize(
    "line",
    ["signupp carol Secr3t", "knigtpanic move 101 bob Secr3t a7-c3", "move 101 bob Secr3t a7-c3"],
)
def test_a_misspelt_line_is_answered_and_no_comment(house, line):
    """What is meant as a command may hold a password: it goes to nobody else."""
    house.sign_up("alice", "bob")
    house.say("panic challenge alice bob")
    house.mails()
    body = f"panic move 101 {ALICE} a1-c5\n{line}\nlist"
    answer, to_bob = house.mail("alice@example.org", "", body)
    assert answer["Subject"] == "3 commands answered"
    assert "Secr3t" not in text_of(answer) + text_of(to_bob)


def test_a_broken_line_shows_no_password(house):
    """A mailer may wrap a command; its rest begins with the password."""
    house.sign_up("alice")
    (mail,) = house.mail("alice@example.org", "multiple", "panic move 101 alice\nXa!11ce a1-c5")
    assert "Xa!11ce" not in text_of(mail)


def test_comments_keep_their_form():
    """Empty lines and lines with # below a command in the body are part of its comment."""
    body = f"panic resign 101 {ALICE}\nDear Bob,\n\n  #1 was good.\nBye"
    assert found("", body) == (
        Line(f"panic resign 101 {ALICE}", "Dear Bob,\n\n  #1 was good.\nBye"),
    )


def test_guessing_passwords_is_not_cheap(house):
    """After ten refusals the rest of a letter isn't read; the owner is told."""
    house.sign_up("alice", "bob")
    house.say("panic challenge alice bob")
    house.mails()
    body = "\n".join(f"panic move 101 alice guess{n} a1-c5" for n in range(40))
    mail, told = house.mail("x@elsewhere.example", "multiple", body)
    assert told["To"] == "alice@example.org"
    assert mail["Subject"] == "10 commands answered"
    assert "The rest was not read" in text_of(mail)


def test_long_answers_are_cut(house):
    """One mail stays short enough for mail readers, whatever was asked."""
    (mail,) = house.mail("alice@example.org", "multiple", "help knightpanic\n" * 45)
    assert len(mail.as_bytes()) < 90_000
    assert "left out" in text_of(mail)


def test_unreadable_mail_is_answered(house):
    """Its sender is asked to send plain text; a program is not."""
    content = written("alice@example.org", "list") + b"\n"
    hostile = b"X-Long: " + b"x" * 70_000 + b"\n" + content
    (mail,) = house.letter("alice@example.org", hostile)
    assert "can't be read" in text_of(mail)
    assert house.letter("", hostile) == []
