"""Whole tournaments on a server that is killed between any two transactions, or on two nodes."""

import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from datetime import timedelta
from functools import partial
from itertools import combinations, count
from random import Random
from secrets import token_hex

import pytest

from commands.boards.board_changes import apply_change
from commands.boards.tournaments.tournaments import BANNED, enter, leave_all
from commands.outbound.mailer import Mailer
from commands.server.workers.clock_watcher import ClockWatcher
from commands.server.workers.tournaments.tournament_worker import TournamentWorker
from commands.verbs.signoff import end_account, running_boards
from pbm.board.time_control.periods import Period
from pbm.tournaments.events import DISQUALIFIED, WITHDRAWN, Begin, BeginRound
from pbm.tournaments.recurring import RecurringTournament
from pbm.tournaments.tournament_terms import (
    GROUPS_OF_THREE,
    KNOCK_OUT,
    ROUND_ROBIN,
    SWISS,
    TournamentTerms,
)
from storage import open_database
from tests.support.site import ADDRESS, NOON, Site

NAME = "winter-2026"
RUNS = {
    ROUND_ROBIN: (12, ["--games=3"]),
    KNOCK_OUT: (16, []),
    SWISS: (24, ["--rounds=5"]),
    GROUPS_OF_THREE: (27, ["--rounds=4"]),
}
"""The numbers of players, and terms."""
WEEKLY = {"name": "weekly", "every": "week", "game": "trailblazer", "kind": "knock-out"}
CALENDAR = (RecurringTournament.read({**WEEKLY, "from": "2026-03-08"}),)
VANISHED, SLEEPING, LEAVING, EXPELLED, BARRED, GONE = range(6)
"""The players, by their order of joining, who never finish a game, or leave in some way."""


class Killed(BaseException):
    """The process is killed."""


class Dying:
    """A database whose process is killed in a transaction, before or after the commit."""

    def __init__(self, database, transactions, *, committed):
        self._database, self._left, self._committed = database, transactions, committed

    def __getattr__(self, name):
        return getattr(self._database, name)

    @contextmanager
    def work(self):
        self._left -= 1
        with self._database.work() as work:
            yield work
            if not self._left and not self._committed:
                raise Killed
        if not self._left:
            raise Killed


def make(site, kind):
    """Makes a tournament of this kind, which begins now; returns the ids of its players."""
    players, words = RUNS[kind]
    game = "madknights" if kind == GROUPS_OF_THREE else "trailblazer"
    usual = f"--game={game} --kind={kind} --from={NOON:%Y-%m-%d} --days=14 --min-players=10"
    terms = TournamentTerms.from_words([*usual.split(), *words])
    with site.database.work() as work:
        context = site.services.server_context(work)
        stored = work.tournaments.add(NAME, terms, NOON)
        for number in range(players):
            name = f"player{number}"
            added = work.players.add(name, "hash", [f"{name}@example.org"], NOON)
            stored = enter(context, stored, added)
    return stored.tournament.players


def tournament_of(site):
    with site.database.work() as work:
        stored = work.tournaments.find(NAME)
        return stored.tournament, work.tournament_boards.numbers(stored)


def carry_on(site, database):
    TournamentWorker(database, site.services, site.mailer).run(site.clock.now())


def carry_on_and_die(site):
    """Does all that is due, though the process is killed before and after each commit.

    It lives for three transactions or four, and in the end for more, as some change nothing.
    """
    for number in count():
        lifetime, committed = 3 + number // 2 % (2 + number // 40), bool(number % 2)
        with suppress(Killed):
            carry_on(site, Dying(site.database, lifetime, committed=committed))
            return


def depart(site, ids):
    """Has players leave the tournament, be banned, sign off, and go on vacation."""
    with site.database.work() as work:
        context, now = site.services.server_context(work), site.clock.now()
        reasons = {LEAVING: WITHDRAWN, EXPELLED: DISQUALIFIED, BARRED: BANNED}
        for at, why in reasons.items():
            (player,) = work.players.by_ids([ids[at]])
            leave_all(context, player, why)
        work.players.ban(player, now)
        (gone, asleep) = work.players.by_ids([ids[GONE], ids[SLEEPING]])
        boards, *_ = running_boards(context, gone)
        end_account(context, gone, boards)
        work.vacations.add(asleep, Period(now, now + timedelta(days=25)))


def resign_some(site, idle, chance):
    """Has the player to move resign on some of the boards where nobody is idle."""
    tournament, boards = tournament_of(site)
    round = tournament.open_round
    for game in round.open_games if round else ():
        number = boards.get((round.number, game))
        if number is None or idle & {*round.pairings[game - 1].players} or chance.random() < 0.7:
            continue
        with site.database.work() as work:
            context = site.services.server_context(work)
            board = work.boards.lock(tournament.terms.game, number)
            seat = board.match.to_move
            after = board.resign(seat, site.clock.now(), board.players[seat].userid)
            apply_change(context, board, after, board.players[seat], news="", comment="")


def play(site, kind, carry_on):
    """Plays a tournament to its end; returns it with its boards, and all mails."""
    ids, chance = make(site, kind), Random(7)
    watcher = ClockWatcher(site.database, site.services, site.mailer, timedelta(days=99))
    for day in range(300):
        carry_on(site)
        watcher.tick()
        if day == 1:
            depart(site, ids)
        if tournament_of(site)[0].status == "ended":
            break
        resign_some(site, {ids[VANISHED], ids[SLEEPING]}, chance)
        site.clock.forward(days=2)
    with site.database.engine.connect() as connection:
        mails = connection.exec_driver_sql("SELECT recipient, said FROM outbox").all()
    return (*tournament_of(site), sorted(map(tuple, mails)))


@pytest.mark.slow
@pytest.mark.parametrize("kind", RUNS)
def test_kills_lose_and_double_nothing(kind):
    """With players who vanish, leave, are banned, sign off and sleep, the same is played.

    Each game of a round has one board, each board a result, and each player a mail a round.
    """
    with closing(Site()) as site:
        undisturbed = play(site, kind, lambda site: carry_on(site, site.database))
    with closing(Site()) as site:
        played, boards, mails = play(site, kind, carry_on_and_die)
        with site.database.work() as work:
            find = work.boards.find
            active = [find(played.terms.game, number).active for number in boards.values()]
    assert played.lines() == undisturbed[0].lines()
    assert (boards, mails) == undisturbed[1:]
    assert played.status == "ended"
    assert not any(active)
    assert len(set(boards.values())) == len(boards)
    news = Counter(reader for reader, said in mails if NAME in json.loads(said).get("subject", ""))
    assert max(news.values()) <= len(played.rounds) + 1
    met = [pair for round in played.rounds for pair in round.pairings]
    if kind in (SWISS, GROUPS_OF_THREE):
        pairs = Counter(frozenset(two) for each in met for two in combinations(each.players, 2))
        assert set(pairs.values()) == {2 if played.terms.paired else 1}


@pytest.mark.slow
@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_a_round_begins_once_on_two_nodes(database_url):
    """Both do all that is due at the same time: one event, one board and one mail of each kind."""
    with closing(Site(database_url)) as site, closing(open_database(database_url)) as other:
        made = partial(token_hex, 8)
        mailer = Mailer(ADDRESS, new_id=made, generations=lambda: other.generations)
        nodes = (
            TournamentWorker(site.database, site.services, site.mailer, CALENDAR),
            TournamentWorker(other, site.services, mailer, CALENDAR),
        )
        make(site, KNOCK_OUT)
        with ThreadPoolExecutor(2) as threads:
            for _ in range(10):
                for _ in range(2):  # where one was in the way of the other, the next tick goes on
                    [*threads.map(lambda node: node.run(site.clock.now()), nodes)]
                site.clock.forward(days=7)
        tournament, boards = tournament_of(site)
        mails = Counter((mail["To"], mail["Subject"]) for mail in site.mails())
        with site.database.work() as work:
            names = [stored.name for stored in work.tournaments.all()]
    kinds = Counter(type(event) for event in tournament.events)
    assert (kinds[Begin], kinds[BeginRound], tournament.status) == (1, 4, "ended")
    assert {(round, game) for round, game in boards} == {
        (round.number, game)
        for round in tournament.rounds
        for game in range(1, len(round.pairings) + 1)
    }
    assert len(set(boards.values())) == len(boards)
    assert {count for (_, subject), count in mails.items() if NAME in subject} == {1}
    assert names.count("weekly-2026-03-08") == 1
