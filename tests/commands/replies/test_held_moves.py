"""Moves that wait for a yes, because other words of the reply leave them in doubt."""

import re
from collections import defaultdict
from contextlib import closing
from email.message import EmailMessage
from functools import partial

import pytest

from commands.replies.board_replies import find_reply_command
from commands.replies.contexts.board_context import find_reply_context
from commands.security.tokens import subaddresses
from mail.reading.parsed_mail import parse_mail
from pbm.errors import UserError
from tests.commands.replies.moves.notation.test_written_moves import Boards
from tests.commands.replies.test_replies import ply, to
from tests.support.html_reader import HtmlPage
from tests.support.reply_corpus import FOLDER
from tests.support.site import PLAYERS, text_of, words_of

AT_ALICE, AT_BOB = PLAYERS["alice"][1], PLAYERS["bob"][1]
OTHER = (
    "Your reply mentions board 241 next to a1-c5, but this is board 101, so we haven't played it "
    "yet"
)


TABLE_NAMES = (
    "numbered_moves.txt",
    "taken_back_moves.txt",
    "doubtful_moves.txt",
    "open_moves.txt",
    "ordinary_moves.txt",
    "spoken_moves.txt",
)
EFFECTS = {"move": "made", "submit": "held"}


def tables():
    """Returns the rows of the tables by game: what becomes of which move, and the text."""
    rows = defaultdict(list)
    for name in TABLE_NAMES:
        for line in (FOLDER / name).read_text().splitlines():
            if line.startswith("["):
                game, move = line.strip("[]").split()
            elif " | " in line:
                meaning, text = line.split(" | ", 1)
                effect, _, other = meaning.partition(" ")
                meant = "" if effect == "neither" else other or move
                rows[game].append(((effect, meant), text))
    return rows


TABLES = tables()


class Reader:
    """Reads replies to the first email about a board, and executes nothing."""

    def __init__(self, game):
        self._boards = Boards("")
        self._boards.begin(game)
        self._reads = partial(find_reply_command, self._context())

    def close(self):
        self._boards.site.close()

    def _context(self):
        site, labels = self._boards.site, subaddresses([self._boards.address])
        with site.database.work() as work:
            return find_reply_context(work, site.tokens, labels, [AT_ALICE], site.clock.now())

    def effect(self, text):
        """Returns the effect and the move of a reply, or nothing twice."""
        kind = "html" if text.startswith("<") else "plain"
        message = EmailMessage()
        message.set_content(text.replace(" // ", "\n"), subtype=kind)
        try:
            mail = parse_mail(AT_ALICE, [self._boards.address], message.as_bytes())
            line, *_ = self._reads(mail.blocks).lines
        except UserError:
            return "neither", ""
        _, verb, _, _, _, *move = line.text.split(maxsplit=5)
        played = self._boards.board.match.split(" ".join(move))[0]
        is_played = verb in EFFECTS and self._boards.board.match.reads(played)
        effect = "whole" if line.withheld and verb == "move" else EFFECTS.get(verb)
        return (
            (effect, self._boards.board.match.canonical(played)) if is_played else ("neither", "")
        )


@pytest.mark.slow
@pytest.mark.parametrize("game", TABLES)
def test_a_move_waits_where_other_words_leave_it_in_doubt(game):
    """Numbers of other boards and words that take the move back hold it; comments don't."""
    wrong = []
    with closing(Reader(game)) as reader:
        for meaning, text in TABLES[game]:
            found = reader.effect(text)
            if found != meaning:
                wrong.append((meaning, found, text))
    assert not wrong


def test_the_answer_names_both_boards_and_a_yes_moves_here(started_game):
    """The comment goes along; the number, which is for the server, doesn't."""
    site, at_alice, _ = started_game
    (held,) = site.reply(at_alice, "241: a1-c5 good luck")
    told = words_of(held)
    assert f'{OTHER}. To play it and send your comment, reply "yes".' in told
    assert "To move on board 241, reply to an email about it instead." in told
    moved = to(site.reply(held, "yes"), AT_BOB)
    assert text_of(moved).endswith("alice writes:\n\ngood luck\n")
    assert ply(site) == 1


@pytest.mark.parametrize("body", ["a1-c5\n261: c1-e5", "101: a1-c5\n102: c1-e5\nGood luck!"])
def test_a_move_for_another_board_is_told_to_nobody(started_game, body):
    """The move for this board is made. The answer tells what wasn't sent, and no yes sends it."""
    site, at_alice, _ = started_game
    told, moved = site.reply(at_alice, body)
    assert re.search(
        r"Your text mentions board (261|102)\. To move on board \1, reply to an", words_of(told)
    )
    assert "alice moves a1-c5." in text_of(moved)
    assert "alice writes" not in text_of(moved)
    assert all(mail["To"] == AT_ALICE for mail in site.reply(told, "yes"))


def test_lines_of_two_boards_make_no_move_and_tell_none(started_game):
    """Neither names this board: the first move is shown, and the second goes nowhere."""
    site, at_alice, _ = started_game
    (held,) = site.reply(at_alice, "260: a1-c5\n261: c1-e5")
    assert ply(site) == 0
    moved = to(site.reply(held, "yes"), AT_BOB)
    assert "alice moves a1-c5." in text_of(moved)
    assert "alice writes" not in text_of(moved)


@pytest.mark.parametrize("body", ["241: c7-e3", "102: (5,6)", "trailblazer 101: right"])
def test_a_move_that_is_none_here_is_refused_with_its_board(started_game, body):
    """It isn't offered to the opponent as chat."""
    site, at_alice, _ = started_game
    (refusal,) = site.reply(at_alice, body)
    told = words_of(refusal)
    assert re.search(
        r"Your reply mentions (Trailblazer )?board \d+, but you replied to an email about", told
    )
    assert "as chat" not in told


@pytest.mark.parametrize(
    "body", ["charlie five", "a one c five no wait a one e three", "a two b four"]
)
def test_dictated_moves_that_cannot_be_told_apart_are_not_offered_as_chat(started_game, body):
    site, at_alice, _ = started_game
    (refusal,) = site.reply(at_alice, body)
    assert "as chat" not in words_of(refusal)


@pytest.mark.parametrize(
    ("body", "move"),
    [("He one to a three", "e1-a3"), ("knight takes the way to alpha five", "c1-a5")],
)
def test_words_that_a_phone_misheard_are_shown_as_a_move(started_game, body, move):
    site, at_alice, _ = started_game
    (held,) = site.reply(at_alice, body)
    assert f"Not played yet: {move}." in words_of(held)


def test_a_move_that_its_line_takes_back_is_shown(started_game):
    """A no drops it."""
    site, at_alice, _ = started_game
    (held,) = site.reply(at_alice, "a1-c5 lol no")
    assert "makes it unclear whether you mean a1-c5, so we haven't played it" in words_of(held)
    (dropped,) = site.reply(held, "no")
    assert "We deleted your submitted move" in text_of(dropped)
    assert ply(site) == 0


def test_a_reply_to_chat_that_names_another_board_is_not_passed_on(started_game):
    """As in a reply to any other email about the board, the move is shown."""
    site, _, at_bob = started_game
    chat = to(site.reply(at_bob, "chat\nHello, Alice"), AT_ALICE)
    (held,) = site.reply(chat, "241: a1-c5")
    assert OTHER in words_of(held)


@pytest.mark.parametrize(
    ("body", "held", "other"),
    [
        ("a1-c5 then c1-e5", "a1-c5", "c1-e5"),
        ("a1-c5\nGood luck!\nI mean c1-e5.", "c1-e5", "a1-c5"),
        ("a1-c5\n\nno sorry, c1-e5", "c1-e5", "a1-c5"),
    ],
)
def test_one_of_two_moves_is_shown_and_a_correction_counts(started_game, body, held, other):
    """Neither move is made, and the opponent reads about the other one in no case."""
    site, at_alice, _ = started_game
    shown = to(site.reply(at_alice, body), AT_ALICE)
    assert f"Your reply has other moves next to {held}" in words_of(shown)
    assert ply(site) == 0
    moved = to(site.reply(shown, "yes"), AT_BOB)
    assert f"alice moves {held}." in text_of(moved)
    assert other not in text_of(moved).partition("Summary")[0]


def test_options_and_exceptions_are_not_held(started_game):
    site, at_alice, _ = started_game
    for body in ("Option 1: a1-c5\nOption 2: c1-e5\n(Delete one)", "anything but a1-c5"):
        (answer,) = site.reply(at_alice, body)
        assert "Not played yet" not in words_of(answer), body
        assert "Legal moves" in words_of(answer), body


@pytest.mark.parametrize("alt", ["👎", "🚫"])
def test_an_emoji_that_a_program_sends_as_a_picture_is_read(alt):
    """Its text stands for it; the text of other pictures is left out."""
    page = f'<p>a1-c5 <img alt="{alt}"></p><p><img alt="logo"></p>'
    with closing(Reader("knightpanic")) as reader:
        assert reader.effect(page) == ("held", "a1-c5")


@pytest.mark.parametrize("body", ["I think I play c1-g3 please", "c1-g3 unless you object"])
def test_the_html_says_why_a_move_is_held_and_how_to_play_it(started_game, body):
    site, at_alice, _ = started_game
    (mail,) = site.reply(at_alice, body)
    for kind in ("plain", "html"):
        content = mail.get_body((kind,)).get_content()
        text = " ".join((HtmlPage(content).text if kind == "html" else content).split())
        assert "so we haven't played it yet. To play it" in text, kind
        assert 'reply "yes"' in text, kind
        assert "after move 1" not in text, kind


ONLY_TEXT = "To send only your text"


@pytest.mark.parametrize(
    "body",
    [
        "I think I play c1-g3",
        "I would like to make the move c1-g3, please",
        "my next move is c1-g3",
        "I guess I play c1-g3 please.\nAlice",
        "maybe c1-g3",
        "Hi Bob,\n\nI think I play c1-g3 please\n\nThanks, Alice",
        "I'd say I play c1-g3 please\n\nbest wishes",
    ],
)
def test_words_around_a_move_are_not_offered_as_text(started_game, body):
    (held,) = started_game[0].reply(started_game[1], body)
    assert "so we haven't played it yet" in words_of(held)
    assert ONLY_TEXT not in words_of(held)


@pytest.mark.parametrize(
    "body",
    [
        "c1-g3 unless you object, it's a fine game",
        "I think I play c1-g3. I enjoyed our last game a lot",
        "my next move is c1-g3\n\nDid you see the match on Saturday",
    ],
)
def test_other_text_around_a_move_is_offered_as_text(started_game, body):
    (held,) = started_game[0].reply(started_game[1], body)
    assert ONLY_TEXT in words_of(held)
