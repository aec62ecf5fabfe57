"""Finished games by position, on SQLite and on PostgreSQL."""

from datetime import UTC, datetime, timedelta

import pytest

from commands.server.workers.explorer import Explorer, explore_finished
from pbm import games
from pbm.board.terms import Terms
from pbm.board.viewers import PRIVATE, VISIBILITY
from pbm.match.explored_moves import END
from pbm.match.match import Event, Match
from pbm.match.position_keys import position_key
from storage.boards.repositories import Caches

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
GAME = games.find("knightpanic")
START = Match.begin(GAME, GAME.resolve(GAME.options(), 1))
MOVES = ("a1-c5", "e7-c3", "c1-g3", "g7-e3", "g1-e5")
"""A game that the first player wins."""


@pytest.fixture
def players(database):
    with database.work() as work:
        return [work.players.add(name, "hash", [], NOON) for name in ("alice", "bob")]


def play(database, sitting, *moves, ended="", minutes=0):
    """Plays moves on a new board, and ends the game."""
    with database.work() as work:
        board = work.boards.open(sitting, START, Terms(), NOON)
        match = board.match
        for move in moves:
            match = match.play(move, NOON, sitting[match.to_move].userid)
        match = match.add(Event(ended, NOON, sitting[0].userid)) if ended else match
        at = NOON + timedelta(minutes=minutes)
        return work.boards.save(board, board.with_match(match), at)


def moves_from(database, match=START):
    """Returns the moves from a position with games, wins and draws, and their players."""
    key = position_key(GAME, match.options, match.state.position)
    with database.snapshot() as work:
        return [
            (each.move, each.results.games, each.results.won, each.results.drawn, each.players)
            for each in work.explored.moves(key, 2, match.to_move or 0)
        ]


def test_moves_are_counted_with_their_results(database, players):
    """Each move has its games, wins by seat, draws, and its players; running games don't count."""
    alice, bob = players
    play(database, players, *MOVES)
    play(database, (bob, alice), "a1-c5", ended="draw")
    play(database, players, "a1-e3", ended="leave 1 resigned")
    play(database, players, "c1-g3")
    play(database, players, ended="leave 0 forfeited")
    assert explore_finished(database).total() == 4
    assert moves_from(database) == [
        ("a1-c5", 2, (1, 0), 1, (("alice", 1), ("bob", 1))),
        ("a1-e3", 1, (1, 0), 0, (("alice", 1),)),
        (END, 1, (0, 1), 0, ()),
    ]
    assert moves_from(database, START.continued(["move a1-c5"]))[-1][:4] == (END, 1, (0, 0), 1)


def test_each_game_is_explored_once(database, players):
    """What is there already isn't read again; a game is counted once, however often put there."""
    play(database, players, *MOVES)
    with database.snapshot() as work:
        (waiting,) = work.explored.waiting(10)
    assert [explore_finished(database).total() for _ in range(2)] == [1, 0]
    with database.work() as work:
        work.explored.put(waiting, [])
    assert moves_from(database) == []


def test_a_tick_looks_only_at_what_is_new_or_changed(database, players):
    """An explorer finds boards that changed or are new; once a day it looks at all of them."""
    explorer, later = Explorer(), NOON + timedelta(hours=1)
    key = position_key(GAME, START.options, START.state.position)

    def explored(at):
        explorer.explore(database, at)
        with database.snapshot() as work:
            return work.explored.results(key, 2).games

    play(database, players, *MOVES)
    running = play(database, players, *MOVES[:-1])
    assert explored(later) == 1
    play(database, players, *MOVES)  # an imported game, which ended long ago
    assert explored(later) == 2
    with database.work() as work:
        held = work.boards.lock(GAME.name, running.number)
        match = held.match.play(MOVES[-1], later, "alice")
        work.boards.save(held, held.with_match(match), later)
        table = "explored_board WHERE board_id <> (SELECT max(id) FROM board)"
        work.connection.exec_driver_sql(f"DELETE FROM {table}")
    assert explored(later) == 2
    assert explored(later + timedelta(days=1)) == 3


def test_a_game_whose_end_was_undone_counts_no_more(database, players):
    """A decision that takes the end back counts at once; the new end is explored again."""
    board = play(database, players, *MOVES)
    explore_finished(database)
    with database.work() as work:
        held = work.boards.lock(GAME.name, board.number)
        undone = work.boards.save(held, held.decide("rollback 2", NOON, "admin"), NOON)
    assert (moves_from(database), explore_finished(database).total()) == ([], 0)
    with database.work() as work:
        held = work.boards.lock(GAME.name, board.number)
        ended = undone.decide("adjudicate 2 1 so be it", NOON, "admin")
        work.boards.save(held, ended, NOON)
    assert explore_finished(database).total() == 1
    assert moves_from(database)[0][:3] == ("a1-c5", 1, (0, 1))


def test_what_is_private_is_never_told(database, players):
    """Games of private players and removed boards leave no trace, until they are public again."""
    play(database, players, *MOVES)
    explore_finished(database)
    with database.work() as work:
        work.preferences.put(players[1], VISIBILITY, PRIVATE, NOON)
    key = position_key(GAME, START.options, START.state.position)
    with database.snapshot() as work:
        assert work.explored.results(key, 2).games == 0
        assert (work.explored.latest(key, 9), work.explored.starts(GAME.name, 9)) == ([], [])
    assert moves_from(database) == []
    with database.work() as work:
        work.preferences.put(players[1], VISIBILITY, "", NOON)
    assert moves_from(database)[0][0] == "a1-c5"


def test_who_signed_off_is_a_former_player(database, players):
    """Games against players who signed off stay, without their names."""
    play(database, players, *MOVES)
    explore_finished(database)
    with database.work() as work:
        work.former_players.sign_off(players[0])
    assert moves_from(database)[0][-1] == (("former-player-1", 1),)
    key = position_key(GAME, START.options, START.state.position)
    with database.snapshot() as work:
        assert work.explored.latest(key, 9)[0].players == ("former-player-1", "bob")


def test_the_latest_games_come_first(database, players):
    """Games are told with players and winners, those that began last first, and no more."""
    for number in range(3):
        play(database, players, *MOVES, minutes=number)
    explore_finished(database)
    key = position_key(GAME, START.options, START.state.position)
    with database.snapshot() as work:
        latest = work.explored.latest(key, 2)
        (start,) = work.explored.starts(GAME.name, 5)
    assert [(each.number, each.players, each.winners) for each in latest] == [
        (103, ("alice", "bob"), (0,)),
        (102, ("alice", "bob"), (0,)),
    ]
    assert (start.board, start.games) == (101, 3)


def test_a_frozen_board_is_left_out(database, players):
    """A board that can't be replayed counts nowhere, and isn't tried again and again."""
    board = play(database, players, *MOVES)
    with database.work() as work:
        statement = f"UPDATE event SET line = 'x y move a1-a1' WHERE board_id = {board.id}"
        work.connection.exec_driver_sql(statement)
    database.caches = Caches()
    assert [explore_finished(database).total() for _ in range(2)] == [1, 0]
    assert moves_from(database) == []


def test_a_database_that_fails_is_tried_again_later(database, players, monkeypatch):
    """An error is logged, and leaves the other work of a tick alone."""
    play(database, players, *MOVES)
    monkeypatch.setattr(database, "snapshot", None)
    assert explore_finished(database).total() == 0
    monkeypatch.undo()
    assert explore_finished(database).total() == 1
