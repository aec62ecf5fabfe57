"""The lines of a mail's text: wrapped, and as format=flowed, which mail programs fill again."""

import email
from email.policy import default

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from commands.views.board_view import replayed
from commands.views.text.ascii_diagram import render_ascii
from mail.composing.flowed_text import flowed
from mail.composing.wrapping import columns, wrapped_player_text
from mail.reading.body.flowed_text import unflowed
from pbm.games import games
from tests.support.site import PLAYERS, text_of
from tests.support.snapshots import played, snapshot

ALICE, BOB = (f"{name} {PLAYERS[name][0]}" for name in ("alice", "bob"))
LINK = f"https://example.org/{'openings-' * 12}.html"
WORDS = f"What a strange opening, I never expected that so early! {'More words. ' * 20}{LINK} Bye!"


def sent_text(content):
    """Returns the text part of a mail, whose lines are as they were sent."""
    return email.message_from_bytes(content, policy=default).get_body(("plain",))


def test_players_words_are_wrapped(board):
    """Comments, chat and messages have no line above 78 columns, but a link stays whole."""
    board.mail("alice@example.org", f"knightpanic move 101 {ALICE} a1-c5", WORDS)
    mails = [board.sent[-1].content]
    for subject in (f"knightpanic chat 101 {ALICE}", f"message {ALICE} bob"):
        board.mail("alice@example.org", subject, f"{WORDS}\n\n{'字' * 100}\n{'x' * 200}")
        mails.append(board.sent[-1].content)
    for content in mails:
        lines = sent_text(content).get_content().splitlines()
        assert LINK in [line.strip() for line in lines]
        assert max(columns(line.rstrip()) for line in lines if LINK not in line) <= 78


def test_prose_is_flowed_and_boards_are_not(board):
    """A program that fills paragraphs gets each in one line, and the diagram as it was."""
    board.say(f"change format {BOB} text")
    board.mail("alice@example.org", f"knightpanic move 101 {ALICE} a1-c5", WORDS)
    for mail in board.sent[-2:]:
        part = sent_text(mail.content)
        assert part.get_param("format") == "flowed"
        assert part.get_param("delsp") == "no"
        filled = unflowed(part.get_content().replace("\r\n", "\n"), delete_space=False)
        assert " ".join(WORDS.split()) in filled.split("\n")
        assert "\n\n     a c e g\n\n  7  x x x x  7\n  5  . o . .  5\n" in filled
    assert "\n  knightpanic move 101 bob - a7-c3\n" in filled


def test_a_sentence_goes_on_below_a_long_line(board):
    """Where ours is too long, its next line is filled, too; a line that ends one stands alone."""
    for number in range(6):
        mails = board.mail("guesser@example.com", f"panic limit alice wr0ng{number}")
    assert "until Sun 1 Mar 2026, 12:15 UTC, even correct ones." in " ".join(
        text_of(mails[-1]).split()
    )


def test_boards_for_old_programs_have_fixed_lines(board):
    """Who chose the classic format gets text as pbmserv sends it."""
    board.say(f"change format {BOB} classic")
    board.mail("alice@example.org", f"knightpanic move 101 {ALICE} a1-c5", WORDS)
    lines = board.sent[-1].content.decode().split("\r\n")
    assert not any("format=flowed" in line or line.endswith(" ") for line in lines)


@pytest.mark.parametrize("name", games())
def test_no_diagram_is_filled(name):
    """Each line of a diagram reads as before, however a program fills paragraphs."""
    match = replayed(snapshot(played(games()[name])))
    diagram = render_ascii(match.game.diagram(match.state.position))
    rows = [line for line in diagram.split("\n") if line.startswith(" ")]
    filled = unflowed(flowed(diagram), delete_space=False).split("\n")
    assert [line for line in filled if line.startswith(" ")] == rows


@given(st.lists(st.text("ab ->.字\t", max_size=90), max_size=6).map("\n".join))
@example("> quoted\nFrom here\n-- \n" + "word " * 30)
def test_no_word_is_lost(text):
    """Whatever players write reads back as it was, but for spaces and line ends."""
    sent = flowed(wrapped_player_text(text))
    assert "".join(unflowed(sent, delete_space=False).split()) == "".join(text.split())
    assert all(columns(line.rstrip()) <= 79 for line in sent.split("\n"))


def test_a_reply_may_quote_flowed_text(board):
    """A reply that quotes a mail of ours as flowed text is read as any other."""
    mail = board.mail("alice@example.org", f"knightpanic move 101 {ALICE} a1-c5", WORDS)[-1]
    lines = sent_text(mail.content).get_content().splitlines(keepends=True)
    quoted = "".join(f"> {line}" for line in lines)
    body = f"a7-c3\r\nWhat do you \r\nmean?\r\n\r\nOn Sunday, pbm wrote:\r\n{quoted}"
    head = f"From: bob@example.com\r\nTo: {mail['Reply-To']}\r\nSubject: Re: {mail['Subject']}\r\n"
    kind = "MIME-Version: 1.0\r\nContent-Type: text/plain; format=flowed; delsp=no\r\n"
    answers = board.receive("bob@example.com", f"{head}{kind}\r\n{body}".encode(), mail["Reply-To"])
    assert [answer["To"] for answer in answers] == ["bob@example.com", "alice@example.org"]
    assert text_of(answers[1]).endswith("bob writes:\n\nWhat do you mean?\n")
