"""Lists and results of what everybody may see, on SQLite and on PostgreSQL."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from pbm import games
from pbm.board.ratings import Change, Rating
from pbm.board.terms import Terms
from pbm.board.viewers import PRIVATE, VISIBILITY, Viewer
from pbm.match.match import Event, Match
from storage.boards.public.players import Results

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
GAME = games.find("knightpanic")
START = Match.begin(GAME, GAME.resolve(GAME.options(), 1))
WON = ("a1-c5", "e7-c3", "c1-g3", "g7-e3", "g1-e5")
"""A game that the first player wins."""
STRONG, WEAK = Rating(30, 3), Rating(20, 3)


@pytest.fixture
def players(database):
    with database.work() as work:
        return [work.players.add(name, "hash", [], NOON) for name in ("alice", "bob", "carol")]


def play(database, sitting, *moves, ended="", rated=(), hours=0):
    """Plays moves on a new board, ends the game, and rates it."""
    with database.work() as work:
        board = work.boards.open(sitting, START, Terms(), NOON)
        match = board.match
        for move in moves:
            match = match.play(move, NOON, sitting[match.to_move].userid)
        match = match.add(Event(ended, NOON, sitting[0].userid)) if ended else match
        at = NOON + timedelta(hours=hours)
        saved = work.boards.save(board, board.with_match(match), at)
        if rated:
            work.ratings.lock(GAME.name, sitting)
            work.ratings.save(replace(saved, ratings=rated))
        return saved


@pytest.fixture
def played(database, players):
    """Finished and running games between alice and bob, and one that is private to carol."""
    alice, bob, carol = players
    rated = Change(WEAK, Rating(21, 3)), Change(STRONG, Rating(29, 3))
    play(database, (alice, bob), *WON, rated=rated, hours=1)
    play(database, (bob, alice), *WON[:3], ended="leave 0 resigned", hours=2)
    play(database, (alice, bob), "c1-g3", ended="draw", hours=3)
    play(database, (alice, bob), "a1-c5", hours=4)
    play(database, (alice, carol), *WON, rated=rated, hours=5)
    with database.work() as work:
        work.preferences.put(carol, VISIBILITY, PRIVATE, NOON)
    return database


def numbers(boards):
    """Returns the numbers of boards."""
    return [board.line.number for board in boards]


def test_boards_are_listed_by_time_and_number(played, players):
    """Lists have what everybody may see, by the last change, by number, or by player."""
    with played.snapshot() as work:
        lists = work.public_listings
        assert numbers(lists.latest(3)) == [104, 103, 102]
        assert numbers(lists.latest(9, GAME.name, over=True)) == [103, 102, 101]
        assert numbers(lists.latest(9, over=False)) == [104]
        assert numbers(lists.begun(2, GAME.name)) == [104, 103]
        assert numbers(lists.numbered(GAME.name, 102, 199)) == [102, 103, 104]
        assert numbers(lists.of_player(players[0].id, 9, over=True)) == [103, 102, 101]
        assert numbers(lists.all_of_player(players[1].id, GAME.name)) == [101, 102, 103, 104]
        assert lists.blocks(GAME.name, 2) == [(100, 1), (102, 2), (104, 1)]
        assert work.counts.boards(Viewer()) == {GAME.name: (1, 3)}
        ids = {board.line.number: board.id for board in lists.latest(9)}
        moves = lists.last_moves([*ids.values()])
        assert [moves[ids[number]] for number in (101, 102)] == ["g1-e5", "c1-g3"]


def test_players_have_results_of_public_games(played, players):
    """Numbers of boards, ratings, and results by opponent leave out what isn't public."""
    alice, bob, _ = players
    with played.snapshot() as work:
        found = {each.player.userid: each for each in work.public_players.all()}
        assert {name: (each.running, each.finished) for name, each in found.items()} == {
            "alice": (1, 3),
            "bob": (1, 3),
        }
        assert work.public_players.find(players[2].id) is None
        assert work.public_players.games(alice.id) == {GAME.name: (1, 3)}
        standings = {each.userid: each for each in work.public_players.standings(GAME.name)}
        assert sorted(standings) == ["alice", "bob"]
        assert (standings["alice"].won, standings["alice"].active) == (1, 1)
        rating, results = work.public_players.ratings(bob.id)[GAME.name]
        assert (round(rating.mu), results) == (29, Results(lost=1))
        [end] = work.public_players.rated_ends(alice.id)[GAME.name]
        assert (end.number, end.before, end.after) == (101, WEAK, Rating(21, 3))
        [(opponent, against)] = work.public_players.opponents(alice.id)
        assert (opponent.userid, against) == ("bob", Results(won=2, drawn=1))


def test_records_are_the_extremes_of_public_games(played):
    """Shortest games were decided by a move; upsets are told by the ratings before the game."""
    with played.snapshot() as work:
        records = work.public_records
        assert numbers(records.longest(GAME.name, 2)) == [101, 102]
        assert numbers(records.shortest(GAME.name, 9)) == [101]
        [pairing] = records.pairings(GAME.name, 9)
        assert ([player.userid for player in pairing.players], pairing.games) == (
            ["alice", "bob"],
            3,
        )
        peaks = [(peak.player.userid, peak.rating.mu) for peak in records.peaks(GAME.name, 9)]
        assert peaks == [("bob", 29), ("alice", 21)]
        [upset] = records.upsets(GAME.name, 9)
        assert (upset.board.line.number, upset.changes[1].before) == (101, STRONG)


def test_openings_join_starts_that_are_alike(played):
    """The first moves in force are counted with their winners, for all alike options."""
    with played.snapshot() as work:
        [opening] = work.public_records.openings(GAME.name, lambda words: words[:1])
    assert opening.options == ("-size=4",)
    assert [(move, each.games, each.won, each.drawn) for move, each in opening.moves] == [
        ("a1-c5", 2, (1, 1), 0),
        ("c1-g3", 1, (0, 0), 1),
    ]


def test_former_players_have_no_name(played, players):
    """Who has signed off keeps the games, but no name, page, standing or record."""
    with played.work() as work:
        work.former_players.sign_off(players[1])
    with played.snapshot() as work:
        assert [each.player.userid for each in work.public_players.all()] == ["alice"]
        [(opponent, _)] = work.public_players.opponents(players[0].id)
        assert (opponent.userid, opponent.gone) == ("former-player-2", True)
        names = {name for board in work.public_listings.latest(9) for name in board.line.players}
        assert names == {"alice", "former-player-2"}
        assert [each.userid for each in work.public_players.standings(GAME.name)] == ["alice"]
        assert not work.public_records.pairings(GAME.name, 9)
        assert [peak.player.userid for peak in work.public_records.peaks(GAME.name, 9)] == ["alice"]
