"""Materialized counts are those of all rows, whatever happens to boards and players."""

import random
import threading
from contextlib import suppress
from dataclasses import replace

import pytest
from sqlalchemy import func, select

from commands.context.caller import Caller
from pbm import games
from pbm.board.terms import Terms
from pbm.board.viewers import SERVER, Viewer
from pbm.errors import UserError
from pbm.match.match import Match
from storage.boards.visibility import is_seen_by
from storage.players.visibility import is_player_seen_by
from storage.tables import boards, materialized_counts, players, ratings, recounts
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
        if self.random.random() < 0.2:
            with self.site.database.work() as work:
                work.materialized_counts.adapt(choice([1, 2, 100]))

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
    for game, is_over, number in work._connection.execute(query.group_by(boards.c.game, over)):
        running, finished = found.get(game, (0, 0))
        found[game] = (running, number) if is_over else (number, finished)
    return found


def counted_rated(work, game, viewer):
    query = select(func.count()).select_from(ratings).join(players)
    return work._connection.execute(
        query.where(ratings.c.game == game, is_player_seen_by(viewer))
    ).scalar_one()


def check(work):
    for viewer in viewers(work):
        assert work.boards.counts(viewer) == counted(work, viewer), viewer
        for game in GAMES:
            assert work.ratings.count(game, viewer) == counted_rated(work, game, viewer), viewer
    assert [*work.materialized_counts.differences()] == []


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_materialized_counts_are_those_of_all_rows(database_url, seed):
    """After every few commands, adapted or not, and after all that is noted has been looked at."""
    walk = Walk(database_url, seed)
    for _ in range(STEPS):
        for _ in range(4):
            walk.step()
        with walk.site.database.snapshot() as work:
            check(work)
    with walk.site.database.work() as work:
        while work.materialized_counts.adapt(7):
            pass
    with walk.site.database.snapshot() as work:
        check(work)
        assert not work._connection.execute(select(recounts)).all()
        assert work.boards.counts(SERVER)
    walk.site.close()


def test_wrong_counts_are_noticed_and_counted(database_url):
    """Numbers that somebody has changed are named, and right once all is counted."""
    walk = Walk(database_url, 1)
    with walk.site.database.work() as work:
        walk.say(work, "knightpanic challenge alice bob")
        work.materialized_counts.adapt(9)
    with walk.site.database.work() as work:
        work._connection.execute(materialized_counts.update().values(number=7))
    with walk.site.database.work() as work:
        ((group, kept, right),) = work.materialized_counts.differences()
        assert (group, kept, right) == (("knightpanic", "running", "public"), 7, 1)
        work.materialized_counts.count_all()
        check(work)
    walk.site.close()


@pytest.mark.slow
def test_writers_and_ticks_at_once(new_databases):
    """On PostgreSQL, nobody waits for another for ever, and nothing is counted twice or never."""
    site = Site(new_databases(1)[0])
    site.sign_up(*NAMES)
    errors = []

    def run(do):
        try:
            for number in range(15):
                with site.database.work() as work:
                    do(work, number)
        except BaseException as error:
            errors.append(error)
            raise

    def begin(work, number):
        sitting = [work.players.find(name) for name in ("alice", "bob")]
        game = games.find(GAMES[number % 2])
        match = Match.begin(game, game.resolve(game.options(), 7))
        work.boards.open(sitting, match, Terms(), site.clock.now())

    def hide(work, number):
        value = ("private", "members", "")[number % 3]
        work.preferences.put(work.players.find("alice"), "visibility", value, site.clock.now())

    def adapt(work, _):
        work.materialized_counts.adapt(3)

    tasks = (begin, begin, hide, adapt, adapt)
    threads = [threading.Thread(target=run, args=(do,)) for do in tasks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    with site.database.work() as work:
        while work.materialized_counts.adapt(10):
            pass
    with site.database.snapshot() as work:
        check(work)
    site.close()
