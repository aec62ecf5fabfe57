"""Captures that replies tell without a square: "take the knight"."""

from datetime import UTC, datetime

import pytest

from commands.replies.moves.spoken.worded_captures import tells_capture, worded_captures
from tests.support.classic_games import start
from tests.support.site import words_of

MIDDLE_GAME = "e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6 Nc3 d5 Bb5 Bd7 exd5 Nxd5"
BY_TEXT = {
    "Bxc6 Nxc6 Nxd5": "take the knight!!/I'll take your knight please/Je prends le cavalier"
    "/ich nehme deinen Springer/tomo el caballo/mangio il cavallo/ik sla het paard",
    "Nxd5 Nxc6": "knight takes knight/take the knight with my knight",
    "Bxc6": "bishop takes/bishop takes knight, what a mess/Läufer schlägt",
    "": "take the queen/pawn takes/take care/take it easy, Bob/I'll take the bus/you take my knight"
    "/If I take the knight, you take mine/would you take the knight?/take my time/I take a break"
    "/I wanted to take the knight/jump for joy",
}
HELD = ("bishop takes knight", "Bishop takes! Sorry Bob.", "I capture with the bishop, ha!")
REFUSED = ("take the queen", "pawn takes", "rook takes pawn")


@pytest.mark.usefixtures("begin")
def test_captures_fit_the_pieces_that_are_named():
    match = start("chess")
    for move in MIDDLE_GAME.split():
        match = match.play(move, datetime.now(UTC), "alice")
    for moves, texts in BY_TEXT.items():
        for text in texts.split("/"):
            assert sorted(worded_captures(match, text)) == sorted(moves.split()), text


def test_captures_are_held_or_listed_and_never_offered_as_chat(begin):
    site, mail = begin("chess", *MIDDLE_GAME.split())
    for text in HELD:
        (held, *_) = site.reply(mail, text)
        assert "Not played yet: Bxc6." in words_of(held), text
    (asked,) = site.reply(mail, "take the knight!!")
    assert "Which move do you want to play: Bxc6, Nxc6 or Nxd5?" in words_of(asked)
    for text in REFUSED:
        (refused,) = site.reply(mail, text)
        assert "as chat" not in words_of(refused), text


@pytest.mark.usefixtures("begin")
def test_a_jump_needs_no_piece():
    match = start("checkers")
    for move in match.game.example[1][:20]:
        match = match.play(move, datetime.now(UTC), "alice")
    for text in ("I jump both of them, ha! Sorry Bob.", "jump!", "ich schlage beide"):
        assert worded_captures(match, text) == ["f8xd6xb4"], text
    assert not tells_capture(match, "Sorry Bob.")
