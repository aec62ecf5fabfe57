"""Replies to messages and to chat, which are words."""

import re
from email.message import EmailMessage

import pytest

from tests.commands.replies.test_replies import ply, to
from tests.support.cases import cases
from tests.support.html_reader import HtmlPage
from tests.support.site import PLAYERS, Site, simple_mail, text_of, words_of

ALICE, BOB = (f"{name} {PLAYERS[name][0]}" for name in ("alice", "bob"))
AT_ALICE, AT_BOB, AT_CAROL = (address for _, address in PLAYERS.values())
ELSEWHERE = "phone@example.org"


@pytest.fixture
def messaged(site):
    """A server, and the mail with a message from alice to bob."""
    return site, site.once(_write)


def _write(site):
    site.sign_up("alice", "bob", "carol")
    mails = site.mail(AT_ALICE, f"message {ALICE} bob carol", "Shall we play?")
    return to(mails, AT_BOB)


@pytest.fixture
def chatted(started_game):
    """A server, and a mail with chat from bob to alice, who is to move."""
    site, _, at_bob = started_game
    return site, to(site.reply(at_bob, "chat\nHello, Alice"), AT_ALICE)


def test_a_reply_to_a_message_goes_to_its_writer(messaged):
    """Only the own text of a reply goes to the writer, who can answer in the same way."""
    site, mail = messaged
    assert "reply to this email (only alice will see it)" in text_of(mail)
    mails = site.reply(mail, "Gladly!\nresign\n\nBob\n\n> Shall we play?")
    assert [each["To"] for each in mails] == [AT_BOB, AT_ALICE]
    assert text_of(mails[1]).startswith("Message from bob\n\nGladly!\nresign\n\nBob\n\nTo answer")
    back = to(site.reply(mails[1], "Tuesday suits me"), AT_BOB)
    assert text_of(back).startswith("Message from alice\n\nTuesday suits me\n\nTo answer")


@pytest.mark.parametrize("text", ["a1-c5", "Nf6", "help", "challenge alice knightpanic"])
def test_what_may_be_a_command_is_no_message(messaged, text):
    site, mail = messaged
    (refusal,) = site.reply(mail, text)
    assert "looks like a move or a command" in words_of(refusal)


def test_the_answer_of_the_server_can_be_replied_to(messaged):
    """A reply to a refusal goes to the writer; the confirmation of a sent one takes no reply."""
    site, mail = messaged
    (refusal,) = site.reply(mail, "> Shall we play?")
    assert "There's nothing to send" in text_of(refusal)
    sent, _ = site.reply(refusal, "Yes")
    assert sent["Reply-To"] is None
    assert [each["To"] for each in site.reply(sent, "Now!")] == [AT_BOB]


def test_a_message_has_a_link_for_the_answer(messaged):
    """The HTML has one link, which opens an empty reply to the token's address."""
    _, mail = messaged
    page = HtmlPage(mail.get_body(("html",)).get_content())
    assert page.bodies == [""]
    token = mail["Reply-To"].partition("@")[0].partition("+")[2]
    assert re.fullmatch(r"m\.[a-z2-7]{32}", token)
    assert token in page.links[0]


def test_a_broadcast_is_answered_to_its_writer_alone():
    """A reply to a mail to all players goes to its writer, and to nobody else."""
    site = Site(broadcast=True)
    site.sign_up("alice", "bob", "carol")
    mail = to(site.mail(AT_ALICE, f"broadcast {ALICE}", "A new game!"), AT_BOB)
    assert [each["To"] for each in site.reply(mail, "Great")] == [AT_BOB, AT_ALICE]
    site.close()


def test_passwords_in_a_reply_to_a_message_reach_nobody(messaged):
    """A full command of the replier is executed; the words above it are sent without it."""
    site, mail = messaged
    mails = site.reply(mail, f"No, thanks.\nblock {BOB} carol")
    assert [each["To"] for each in mails] == [AT_BOB, AT_ALICE]
    assert all("Yb%0b-Yes" not in str(each) for each in mails)
    assert "No, thanks." in text_of(mails[1])
    assert "You have blocked carol" in text_of(mails[0])
    assert [each["To"] for each in site.reply(mail, f"message {BOB} carol\nHi")] == [
        AT_BOB,
        AT_CAROL,
    ]


@pytest.mark.parametrize(("plus", "at"), [("+", "@"), ("%2B", "@"), ("%2b", "%40"), ("=2B", "=40")])
def test_the_own_reply_address_is_not_passed_on(messaged, plus, at):
    """The address of the server takes its place, and stars that of a password in an option."""
    site, mail = messaged
    label = mail["Reply-To"].partition("@")[0].partition("+")[2]
    address = f"Pbm{plus}{label}{at}example.net"
    words = f"Kwa: {address}\nTarehe: leo\n<mailto:{address}>\n-Password=Yb%0b"
    told = text_of(to(site.reply(mail, words), AT_ALICE))
    assert label not in told
    assert "Kwa: pbm@example.net\nTarehe: leo\n<mailto:pbm@example.net>\n-Password=***" in told


def test_a_reply_to_a_message_keeps_to_blocks_and_limits():
    """Those who block the replier get no reply, and replies count as messages."""
    site = Site(messages_per_day=2)
    site.sign_up("alice", "bob")
    mail = to(site.mail(AT_ALICE, f"message {ALICE} bob", "Shall we play?"), AT_BOB)
    site.say(f"block {ALICE} bob")
    assert "alice doesn't accept messages from you" in text_of(site.reply(mail, "Gladly")[0])
    site.say(f"unblock {ALICE} bob")
    assert [len(site.reply(mail, f"Gladly {number}")) for number in range(3)] == [2, 2, 1]
    site.close()


def test_from_elsewhere_the_words_wait(messaged):
    """A reply from an unregistered address is sent when the registered address confirms it."""
    site, mail = messaged
    incoming = simple_mail(ELSEWHERE, "Re: x", "Gladly")
    told, asked = site.receive(ELSEWHERE, incoming, mail["Reply-To"])
    assert (told["To"], asked["To"]) == (ELSEWHERE, AT_BOB)
    assert asked["Subject"] == "Please confirm: message alice"
    assert "Gladly" in text_of(to(site.reply(asked), AT_ALICE))


@pytest.mark.parametrize("how", ["late", "password", "changed"])
def test_an_invalid_address_sends_nothing(messaged, how):
    """After 90 days, a change of password or of the token, the answer says what to write."""
    site, mail = messaged
    recipient = mail["Reply-To"]
    if how == "late":
        site.clock.forward(days=91)
    elif how == "password":
        site.say(f"change password {BOB} N3w-pass9")
        site.mails()
    else:
        recipient = recipient.replace("@", "a@")
    (answer,) = site.receive(AT_BOB, simple_mail(AT_BOB, "Re: x", "resign"), recipient)
    assert "  message USERID PASSWORD TO" in text_of(answer)


def test_a_message_address_speaks_for_its_pair_alone(messaged):
    """The dash in the place of the password is good for the writer of the message alone."""
    site, mail = messaged
    mails = site.reply(mail, "message bob - carol")
    assert [each["To"] for each in mails] == [AT_BOB]


@cases(
    "words",
    [
        "Hello, Bob!",
        "Resign!",
        "accept",
        "Hi Bob, undo?",
        "Help!?",
        "a1-c5 was good, wasn't it?",
        "Move over, knight",
        "thanks",
        "right",
        "a1-c5?\nWould that have been better?",
        "Move a1-c5?",
        "Hi Bob, a1-c5?",
    ],
)
def test_a_reply_to_chat_is_chat(chatted, words):
    """Words go to the others on the board, and do nothing else."""
    site, mail = chatted
    told = to(site.reply(mail, f"{words}\n\n> Hello, Alice\n> resign"), AT_BOB)
    assert text_of(told).partition("\n\n---")[0].endswith(f"alice writes:\n\n{words}")
    assert ply(site) == 0


@pytest.mark.parametrize(
    "line", ["a1-c5", "A1 C5", "move a1-c5", "a1-c5#1", "Hi Bob,\n\na1-c5", "Hi, a1-c5"]
)
def test_a_move_in_a_reply_to_chat_is_made(chatted, line):
    """A move alone on the first line is made, with the other lines as its comment."""
    site, mail = chatted
    greeting = "Hi Bob,\n" if "Bob" in line else ""
    told = to(site.reply(mail, f"{line}\nGood luck"), AT_BOB)
    assert text_of(told).endswith(f"alice writes:\n\n{greeting}Good luck\n")
    assert ply(site) == 1


@cases("line", ["queue if c7-e3 c1-a5", "submit a1-c5", "preview a1-c5", "show"])
def test_plans_and_single_words_in_a_reply_to_chat_are_commands(chatted, line):
    """Plans, and words that change nothing or can be taken back, reach nobody else."""
    site, mail = chatted
    assert [each["To"] for each in site.reply(mail, line)] == [AT_ALICE]


def test_a_move_in_words_of_chat_waits_for_a_yes(chatted):
    """A move that they state is shown, and a yes makes it and sends them; a no does neither."""
    site, mail = chatted
    words = "Fine, thanks! By the way, my move is a1-c5"
    (told,) = site.reply(mail, words)
    assert 'To play it and send your comment, reply "yes".' in words_of(told)
    assert (told["Subject"], ply(site)) == (mail["Subject"], 0)
    (dropped,) = site.reply(told, "no")
    assert "We didn't send your comment either." in words_of(dropped)
    (told,) = site.reply(mail, words)
    assert words in text_of(to(site.reply(told, "yes"), AT_BOB))
    assert ply(site) == 1


def test_chat_that_must_not_be_told_to_the_opponent_is_not_sent(chatted):
    site, mail = chatted
    (asked,) = site.reply(mail, "don't tell bob, but I think I'm losing")
    assert asked["To"] == AT_ALICE


def test_a_request_in_words_of_chat_is_answered_too(chatted):
    """The words go to the others; whoever asks to take a move back offers that with them."""
    site, mail = chatted
    told, at_bob = site.reply(mail, "Nice! What are the rules?")
    assert "Knight Panic: Leave" in text_of(told)
    assert "Nice! What are the rules?" in text_of(at_bob)
    (told,) = site.reply(mail, "Can I see the board?")
    assert (told["To"], "Summary of" in text_of(told)) == (AT_ALICE, True)
    site.play("knightpanic", 101, "a1-c5")
    (shown,) = site.mail(AT_ALICE, f"knightpanic showas {ALICE} 101")
    mail = to(site.reply(shown, "chat\nHm"), AT_ALICE)
    told = text_of(to(site.reply(mail, "Can I take back my move? I mistyped."), AT_BOB))
    assert "alice asks to take back the last move." in told
    assert "Can I take back my move? I mistyped." in told


def test_words_beside_a_command_that_passes_none_on_wait_for_a_yes(started_game):
    """Nothing goes nowhere: the answer says that they weren't sent, and a yes sends them."""
    site, at_alice, _ = started_game
    for command in ("show", "rules", "vacation until Friday", "a1-h8", "undo"):
        words = f"What a game, Bob! Now you know {command}."
        told = site.reply(at_alice, f"{command}\n{words}")
        asked = to(told, AT_ALICE)
        text = words_of(asked)
        assert "We didn't send bob the rest of your reply." in text, (command, text)
        assert "write to:\n  pbm+" not in text, (command, text)  # all parts have one reply address
        at_bob = to(site.reply(asked, "Yes"), AT_BOB)
        assert words in text_of(at_bob), command
        site.clock.forward(hours=1)
    (shown,) = site.reply(at_alice, "show\n\nBest regards\nAlice")
    assert "wasn't sent" not in text_of(shown)


def with_picture(mail, words, **more):
    """Returns a reply with a picture beside its words."""
    message = EmailMessage()
    message["From"], message["Subject"] = mail["To"], f"Re: {mail['Subject']}"
    message["In-Reply-To"] = mail["Message-ID"]
    message.set_content(words)
    message.add_attachment(b"GIF89a" * 20, "image", "gif", **more)
    return message.as_bytes()


def test_a_picture_beside_words_is_named_as_not_sent(chatted):
    """Its writer and the others read that; small pictures of a signature aren't named."""
    site, mail = chatted
    note = "Look at this!\n[Picture or other file not included]"
    for told in site.receive(AT_ALICE, with_picture(mail, "Look at this!"), mail["Reply-To"]):
        assert note in text_of(told)
    site.play("knightpanic", 101, "a1-c5")
    (shown,) = site.mail(AT_BOB, f"knightpanic showas {BOB} 101")
    (asked,) = site.receive(AT_BOB, with_picture(shown, "Look at this!"), shown["Reply-To"])
    assert note.replace("\n", "\n  ") in text_of(asked)
    (refused,) = site.receive(AT_BOB, with_picture(shown, "c7-c7"), shown["Reply-To"])
    assert "We didn't pass on the picture or other file" in text_of(refused)
    logo = with_picture(shown, "c7-e3\nHa!", disposition="inline", cid="<logo@example.com>")
    told = to(site.receive(AT_BOB, logo, shown["Reply-To"]), AT_ALICE)
    assert text_of(told).endswith("bob writes:\n\nHa!\n")


@pytest.mark.parametrize("start", ["messaged", "chatted"])
def test_words_of_an_answering_machine_are_passed_on_once(request, start):
    """The same words in a row go to the others once, and different ones 20 times an hour."""
    site, mail = request.getfixturevalue(start)
    own, other = (AT_BOB, AT_ALICE) if start == "messaged" else (AT_ALICE, AT_BOB)

    def passed_on(words):
        return [each["To"] for each in site.reply(mail, words)].count(other)

    away = [[each["To"] for each in site.reply(mail, "I am away until Monday.")] for _ in range(3)]
    assert away == [[own, other], [own], []]
    site.clock.forward(minutes=1)
    assert sum(passed_on(f"Ticket #{number} is open") for number in range(21)) == 19
    site.clock.forward(hours=1)
    assert [passed_on("Yes"), passed_on("No")] == [1, 1]


@pytest.mark.parametrize(
    "line", ["if c7-e3 c1-a5", "if c7-e3 do c1-a5", f"knightpanic show 101 {ALICE}"]
)
def test_plans_and_passwords_are_no_chat(chatted, line):
    """Conditional moves are refused, and full commands executed, wherever they stand."""
    site, mail = chatted
    assert [each["To"] for each in site.reply(mail, line)] == [AT_ALICE]


def test_chat_goes_on_by_reply(chatted):
    """Each chat mail, also the chatter's own, can be answered by words."""
    site, mail = chatted
    own = site.reply(mail, "One")[0]
    there = to(site.reply(own, "Two"), AT_BOB)
    site.play("knightpanic", 101, "a1-c5")
    text = text_of(to(site.reply(there, "Three"), AT_ALICE))
    assert text.partition("\n\n---")[0].endswith("bob writes:\n\nThree")
