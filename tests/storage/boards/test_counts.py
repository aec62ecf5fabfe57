"""Numbers of boards and rated players: right for each viewer, and kept while they are large."""

import random
from contextlib import suppress
from dataclasses import replace

import pytest
from sqlalchemy import func, select

from commands.context.caller import Caller
from pbm.board.viewers import SERVER, Viewer
from pbm.errors import UserError
from storage.boards import counts
from storage.boards.visibility import is_seen_by
from storage.players.visibility import is_player_seen_by
from storage.tables.boards import boards, ratings
from storage.tables.players import players
from tests.support.site import PLAYERS, Site

GAMES = ("knightpanic", "knightsduel")
NAMES = tuple(PLAYERS)
STEPS = 6


class Walk:
    """A random walk through all that changes numbers."""

    def __init__(self, url, seed):
        self.site, self.random = Site(url), random.Random(seed)
        self.site.sign_up(*NAMES)

    def step(self):
        """Does something, if it can be done now; a part of it is undone again."""
        choice = self.random.choice
        does = choice([self.begin, self.move, self.move, self.resign, self.decide, self.hide])
        if self.random.random() < 0.2:
            with suppress(ValueError), self.site.database.work() as work, work.savepoint():
                does(work)
                raise ValueError
            return
        with self.site.database.work() as work:
            does(work)

    def say(self, work, line):
        self.site.dispatcher.dispatch_line(work, line, Caller())

    def begin(self, work):
        first, second = self.random.sample(NAMES, 2)
        private = self.random.choice(["", "-private "])
        self.say(work, f"{self.random.choice(GAMES)} challenge {private}{first} {second}")

    def move(self, work):
        if board := self._board(work):
            self._say(work, board, "move", self.random.choice(board.match.legal))

    def resign(self, work):
        if board := self._board(work):
            self._say(work, board, "resign")

    def _say(self, work, board, verb, *words):
        name = board.mover.userid
        line = (board.game.name, verb, board.number, name, PLAYERS[name][0], *words)
        self.say(work, " ".join(map(str, line)))

    def decide(self, work):
        """Does what admins do."""
        if (board := self._board(work, active=None)) is None:
            return
        at = self.site.clock.now()
        text = self.random.choice(["rollback 0", "adjudicate 2 1 so be it", "remove", "restore"])
        if text in ("remove", "restore"):
            after = replace(board, removed="gone" if text == "remove" else "")
        else:
            try:
                after = board.decide(text, at, "admin")
            except UserError:
                return
        work.boards.save(board, after, at)

    def hide(self, work):
        name, word = self.random.choice(NAMES), self.random.choice(["public", "members", "private"])
        self.say(work, f"change visibility {name} {PLAYERS[name][0]} {word}")

    def _board(self, work, *, active=True):
        numbers = [(game, number) for game in GAMES for number in range(101, 110)]
        found = [work.boards.lock(*self.random.choice(numbers)) for _ in range(10)]
        some = [each for each in found if each and (active is None or each.active)]
        return self.random.choice(some) if some else None


def viewers(work):
    own = [Viewer(member=True, players=frozenset({work.players.find(name).id})) for name in NAMES]
    return [SERVER, Viewer(), Viewer(member=True), Viewer(board=1), *own]


def counted(work, viewer):
    """The numbers as all rows give them."""
    over = boards.c.places.is_not(None)
    query = select(boards.c.game, over, func.count()).where(
        boards.c.removed == "", is_seen_by(viewer)
    )
    found = {}
    for game, is_over, number in work.connection.execute(query.group_by(boards.c.game, over)):
        running, finished = found.get(game, (0, 0))
        found[game] = (running, number) if is_over else (number, finished)
    return found


def counted_rated(work, game, viewer):
    query = select(func.count()).select_from(ratings).join(players)
    return work.connection.execute(
        query.where(ratings.c.game == game, is_player_seen_by(viewer))
    ).scalar_one()


def check(work):
    for viewer in viewers(work):
        assert work.counts.boards(viewer) == counted(work, viewer), viewer
        for game in GAMES:
            assert work.counts.rated(game, viewer) == counted_rated(work, game, viewer), viewer


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_counts_are_those_of_all_rows(database_url, seed):
    """Whoever asks, and whatever has happened to boards and players."""
    walk = Walk(database_url, seed)
    for _ in range(STEPS):
        for _ in range(4):
            walk.step()
        with walk.site.database.snapshot() as work:
            check(work)
    with walk.site.database.snapshot() as work:
        assert work.counts.boards(SERVER)
    walk.site.close()


def begin(walk):
    with walk.site.database.work() as work:
        walk.say(work, "knightpanic challenge alice bob")


def running(walk):
    with walk.site.database.work() as work:
        return work.counts.boards(Viewer()).get("knightpanic", (0, 0))[0]


@pytest.fixture
def large(monkeypatch):
    """Begins boards on a site where one board is a large number."""
    monkeypatch.setattr(counts, "SMALL", 0)
    walk = Walk("sqlite://", 1)
    begin(walk)
    assert running(walk) == 1
    begin(walk)
    yield walk
    walk.site.close()


def test_large_numbers_are_kept_for_a_while(large, monkeypatch):
    """Counting many rows takes long."""
    assert running(large) == 1
    monkeypatch.setattr(counts, "MAX_AGE", 0)
    assert running(large) == 2


def test_kept_numbers_are_counted_again_outside_a_writers_transaction(large):
    """The main process does this every minute, so that its writer needn't."""
    large.site.database.refresh_counts()
    assert running(large) == 2


def test_small_numbers_are_counted_each_time():
    """A player of a small server sees a new board at once."""
    walk = Walk("sqlite://", 1)
    for number in (1, 2):
        begin(walk)
        assert running(walk) == number
    walk.site.close()


def test_lists_are_as_long_as_what_they_show(large):
    """A kept number is used only if more rows may follow, and is no smaller than those shown."""
    with large.site.database.snapshot() as work:
        for limit, length in ((None, 2), (9, 2), (2, 2), (1, 1), (0, 1)):
            found, lines = work.boards.lines("knightpanic", (), "all", limit, viewer=SERVER)
            assert (found, len(lines)) == (length, min(2 if limit is None else limit, 2)), limit
