"""Boards that are read while others change them: no mix of before and after is ever seen."""

import threading
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from pbm import games
from pbm.board.terms import Terms
from pbm.match.match import Match
from pbm.match.queued_moves import Plan
from storage import open_database
from storage.boards.repositories import Caches
from storage.boards.state.logs import BoardLogs
from tests.support.board_reads import read_while_moving
from tests.support.waiting import wait_for

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
GAME = games.find("knightpanic")

pytestmark = pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)


@pytest.mark.slow
def test_no_board_is_called_frozen_while_moves_are_made(database_url):
    """Readers and `admin verify` find each board as it was before a move or after it."""
    found = read_while_moving(database_url, 500)
    assert found["moves"]
    assert found["read"] + found["verified"] == 500


@pytest.fixture
def database(database_url):
    """A database in which alice and bob play on board 101."""
    made = open_database(database_url)
    with made.work() as work:
        for name in ("alice", "bob"):
            work.players.add(name, "hash", [f"{name}@example.org"], NOON)
        sitting = [work.players.find(name) for name in ("alice", "bob")]
        match = Match.begin(GAME, GAME.resolve(GAME.options(), 7))
        work.boards.open(sitting, match, Terms(), NOON)
    yield made
    made.close()


def test_a_board_is_read_again_when_it_has_changed(database, database_url, monkeypatch):
    """A move that another process commits between two statements is seen whole."""
    other = open_database(database_url)
    with other.work() as work:
        match = work.boards.find(GAME.name, 101).match
    database.caches = Caches()
    with database.work() as work:
        replay = BoardLogs.replay

        def move_first(logs, id):
            with other.work() as meanwhile:
                before = meanwhile.boards.lock(GAME.name, 101)
                if not before.match.moves:
                    after = before.with_match(match.play("a1-c5", NOON, "alice"))
                    meanwhile.boards.save(before, after, NOON)
            return replay(logs, id)

        monkeypatch.setattr(BoardLogs, "replay", move_first)
        assert work.boards.find(GAME.name, 101).match.moves == ("a1-c5",)
    other.close()


def test_a_locked_board_is_seen_whole(database):
    """A transaction that waited for the lock sees the seats as the other one left them."""
    seen = []

    def lock():
        with database.work() as work:
            seen.append(work.boards.lock(GAME.name, 101))

    waiting = threading.Thread(target=lock)
    with database.work() as work:
        board = work.boards.lock(GAME.name, 101)
        waiting.start()
        wait_for(lambda: _waits_for_a_lock(work), "the other transaction")
        match, plans = board.match.play("a1-c5", NOON, "alice"), {0: Plan.read("c5-d7")}
        work.boards.save(board, replace(board, match=match, plans=plans), NOON)
    waiting.join()
    assert seen[0].match.moves == ("a1-c5",)
    assert seen[0].plans == plans


def _waits_for_a_lock(work):
    query = "SELECT count(*) FROM pg_locks WHERE NOT granted"
    return work.connection.exec_driver_sql(query).scalar()
