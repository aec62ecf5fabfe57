"""Admins' decisions about a match, as events of its log."""

from datetime import UTC, datetime

import pytest

from pbm.errors import IllegalError, ParseError, UserError
from pbm.games import find
from pbm.match.decisions import adjudicated, adjudication, clean_reason, places_of
from pbm.match.match import Event, Match
from tests.support.cases import cases

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
GAME = find("knightpanic")
STANDING = ("move a1-c5", "move e7-c3", "leave 0 resigned")


def started_game(*moves):
    match = Match.begin(GAME, GAME.resolve(GAME.options(), 0))
    for move in moves:
        match = match.play(move, NOON, "alice")
    return match


def decided(match, text):
    return match.add(Event(text, NOON, "admin"))


@cases(
    ("winners", "seats", "places"),
    [
        ({0}, 2, (1, 2)),
        ({1}, 2, (2, 1)),
        (set(), 2, (1, 1)),
        ({2}, 3, (2, 2, 1)),
        ({0, 2}, 3, (1, 3, 1)),
        ({0, 1, 2}, 3, (1, 1, 1)),
    ],
)
def test_places_follow_from_the_winners(winners, seats, places):
    """Winners share first place, the others the next; the event reads back to them."""
    assert places_of(winners, seats) == places
    _, _, said = adjudication(places, "7 days late.").partition(" ")
    assert adjudicated(seats, said).places == places
    assert adjudicated(seats, said).reason == "the admin decided: 7 days late"


@cases("said", ["", "1", "1 x", "2 2 why", "1 3 why", "0 1 why", "1  2", "² 1"])
def test_places_that_cannot_be_are_refused(said):
    """Too few places, text that isn't a number, and gaps between places are refused."""
    with pytest.raises(ParseError):
        adjudicated(2, said)


def test_a_decision_without_reason_is_still_told():
    """Old logs may have decisions without a reason."""
    assert adjudicated(2, "1 2").reason == "the admin decided the result"


@cases(("ply", "left"), [("2", STANDING[:2]), ("1", STANDING[:1]), ("0", ())])
def test_a_rollback_drops_all_that_came_after_the_ply(ply, left):
    """Departures after the ply are dropped too."""
    match = decided(
        Match.replay_texts(GAME, GAME.resolve(GAME.options(), 0), STANDING), f"rollback {ply}"
    )
    assert match.state.effective == left


@cases("said", ["3", "-1", "", "x", "1 1", "٣", "1234567"])
def test_plies_that_cannot_be_are_refused(said):
    """A ply that wasn't reached, and text that isn't a number, are refused."""
    with pytest.raises(UserError):
        decided(started_game("a1-c5", "e7-c3"), f"rollback {said}")


def test_a_rollback_takes_something_back():
    """A rollback without anything after the ply is refused."""
    with pytest.raises(IllegalError, match="nothing to take back"):
        decided(started_game("a1-c5", "e7-c3"), "rollback 2")


def test_the_ply_is_made_again_in_a_new_epoch():
    """After a rollback the same move can be made; the log keeps both."""
    match = decided(started_game("a1-c5", "e7-c3", "c1-g3"), "rollback 1")
    again = match.play("e7-c3", NOON, "bob")
    assert (again.ply, again.state.epoch, len(again.events)) == (2, 1, 5)
    assert again.state.position == started_game("a1-c5", "e7-c3").state.position
    assert again.at(1).moves == ("a1-c5",)


def test_an_adjudication_can_be_rolled_back():
    """The game goes on from the earlier position."""
    over = decided(started_game("a1-c5"), adjudication((1, 2), "late"))
    assert over.outcome
    assert over.to_move is None
    back = decided(over, "rollback 1")
    assert (back.outcome, back.to_move) == (None, 1)


def test_a_game_that_is_over_is_not_adjudicated():
    """The game has a result, which only a rollback removes."""
    over = decided(started_game("a1-c5"), adjudication((1, 2), "late"))
    with pytest.raises(IllegalError, match="over"):
        decided(over, adjudication((2, 1), "no, the other way"))


@cases("text", ["", " \n\t", "\x1b\x07", "x" * 501])
def test_reasons_that_cannot_be_are_refused(text):
    """Empty, unprintable and long reasons are refused."""
    with pytest.raises(ParseError):
        clean_reason(text)


def test_reasons_are_one_printable_line():
    """Control characters and line ends could forge lines of a log."""
    assert clean_reason("  no\nanswer \x1b[31msince\u202e May ") == "no answer [31msince May"
