"""Reading ahead while others work: what they have locked is left to the usual way."""

from datetime import UTC, datetime

import pytest

from pbm import games
from pbm.board.terms import Terms
from pbm.match.match import Match
from storage import open_database
from storage.sql.lock_keys import Conflict

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
GAME = games.find("knightpanic")
FIRST, SECOND = ("knightpanic", 101), ("knightpanic", 102)

pytestmark = pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)


@pytest.fixture
def database(database_url):
    """A database in which alice and bob play on two boards."""
    made = open_database(database_url)
    with made.work() as work:
        for name in ("alice", "bob"):
            work.players.add(name, "hash", [f"{name}@example.org"], NOON)
        sitting = [work.players.find(name) for name in ("alice", "bob")]
        match = Match.begin(GAME, GAME.resolve(GAME.options(), 7))
        for _ in range(2):
            work.boards.open(sitting, match, Terms(), NOON)
    yield made
    made.close()


def play(work):
    """Plays a move on the first board."""
    board = work.boards.lock(*FIRST)
    work.boards.save(board, board.with_match(board.match.play("a1-c5", NOON, "alice")), NOON)


def test_a_board_that_another_has_is_left_out(database):
    """Nobody waits for it; who needs it finds the conflict."""
    with database.work() as other, database.work() as work:
        held = other.boards.lock(*FIRST)
        found = work.boards.prefetch([held.id, held.id + 1], [], [])
        assert [board.number for board in found] == [102]
        with pytest.raises(Conflict):
            work.boards.lock_id(held.id)
        assert work.boards.lock(*SECOND).number == 102


def test_a_board_that_is_only_shown_is_read_again_to_change_it(database):
    """It isn't locked, so others may change it meanwhile."""
    with database.work() as work:
        work.boards.prefetch([], [], [FIRST])
        with database.work() as other:
            play(other)
        assert work.boards.find(*FIRST).match.moves == ()
        assert work.boards.lock(*FIRST).match.moves == ("a1-c5",)


def test_a_mail_that_another_handles_is_left_out(database):
    """It isn't taken for new; the usual way finds that another has it."""
    with database.work() as other, database.work() as work:
        assert other.seen_mails.first_time(["mail"], NOON)
        work.seen_mails.prefetch([["mail"], ["another"]])
        work.boards.prefetch([], [FIRST], [])
        assert work.seen_mails.first_time(["another"], NOON)
        with pytest.raises(Conflict):
            work.seen_mails.first_time(["mail"], NOON)
