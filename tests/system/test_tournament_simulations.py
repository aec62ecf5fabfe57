"""Whole tournaments by chance, on a server that is killed now and then at any commit."""

from collections import Counter
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import combinations
from random import Random

import pytest
from sqlalchemy import select

from commands.boards.board_changes import apply_change
from commands.boards.tournaments.tournaments import BANNED, find_tournament, leave, leave_all
from commands.server.workers.clock_watcher import ClockWatcher
from pbm.board.viewers import SERVER
from pbm.match.match import Event
from pbm.tournaments.events import DISQUALIFIED, UNFINISHED, WITHDRAWN, Enter, Result
from pbm.tournaments.standings import standings
from pbm.tournaments.tournament import Tournament
from pbm.tournaments.tournament_terms import (
    GROUPS_OF_THREE,
    KNOCK_OUT,
    ROUND_ROBIN,
    SWISS,
    TournamentTerms,
)
from storage.tables.mail import outbox
from tests.support.site import NOON, Site

NAME, PASSWORD = "Winter-2026", "Xa!11ce-X"
DAYS, UP = 21, timedelta(days=2)
"""The length of rounds, and the time between ticks that is no downtime yet."""
SHAPES = {
    ROUND_ROBIN: (12, 10, "trailblazer -size=3", "--games=6"),
    KNOCK_OUT: (16, 16, "trailblazer -size=3", "--unfinished=zero"),
    SWISS: (64, 61, "trailblazer -size=3", "--rounds=6"),
    GROUPS_OF_THREE: (27, 25, "madknights -size=6", "--rounds=5"),
}
"""The players with robots, the people among them, the game, and a term more."""
ROUNDS = {ROUND_ROBIN: 1, KNOCK_OUT: 4, SWISS: 6, GROUPS_OF_THREE: 5}
DEATHS = 0.02
"""The share of transactions before whose commit the process dies, and of those after it."""
PATIENCE = 0.6
"""The share of running games in which a day brings no move."""


class Killed(BaseException):
    """The process is killed."""


@dataclass
class Mortal:
    """A database whose process is killed by chance, before or after a commit."""

    database: object
    chance: Random
    deaths: int = 0

    def __getattr__(self, name):
        return getattr(self.database, name)

    @contextmanager
    def work(self, **more):
        fate = self.chance.random()
        with self.database.work(**more) as work:
            yield work
            self._die_if(fate < DEATHS)
        self._die_if(fate > 1 - DEATHS)

    def _die_if(self, dies):
        if dies:
            self.deaths += 1
            raise Killed


@dataclass
class Run:
    """A tournament of chance on a server, from its entries to its end."""

    site: Site
    kind: str
    seed: int
    idle: set = field(default_factory=set)  # userids of the players who make no moves

    def __post_init__(self):
        self.chance = Random(f"{self.kind} {self.seed}")
        self.count, self.people, self.game, self.term = SHAPES[self.kind]
        self.database = Mortal(self.site.database, self.chance)
        self.watcher = ClockWatcher(self.database, self.site.services, self.site.mailer, UP)
        self.names = [f"player{number}" for number in range(self.people)]

    def play(self):
        """Plays it to its end, a day at a time; fails if it takes longer than its rounds."""
        self.join()
        departed = False
        for _ in range(ROUNDS[self.kind] * (DAYS + 1) + 2):
            self.survive(self.watcher.tick)
            tournament = self.tournament()
            if tournament.status == "ended":
                return tournament
            second = len(tournament.rounds) == min(2, ROUNDS[self.kind])
            if second and not departed and self.chance.random() < 0.3:
                self.depart()
                departed = True
            self.move_some(tournament)
            self.site.clock.forward(days=1)
        raise AssertionError(f"it goes on: {self.tournament().lines()[-3:]}")

    def survive(self, act):
        """Does it again whenever the process was killed meanwhile."""
        while True:
            try:
                return act()
            except Killed:
                continue

    def tournament(self):
        with self.site.database.work() as work:
            return work.tournaments.find(NAME).tournament

    def boards(self):
        """The boards by round and number of the game."""
        with self.site.database.work() as work:
            found = work.tournament_boards.numbers(work.tournaments.find(NAME))
            game = self.game.split()[0]
            return {game_of: work.boards.find(game, number) for game_of, number in found.items()}

    def join(self):
        """Makes the tournament; everybody joins, some leave, and join again."""
        game, options = self.game.split()
        usual = f"--game={game} --kind={self.kind} --days={DAYS} --min-players={self.count}"
        terms = f"--options={options} --nagtime=3 --forfeittime=7"
        fill = f"--from={NOON + timedelta(hours=3):%Y-%m-%dT%H:%M} --robots=4"
        made = TournamentTerms.from_words([*usual.split(), *fill.split(), self.term, terms])
        with self.site.database.work() as work:
            work.tournaments.add(NAME, made, NOON)
        for name in self.names:
            assert self.site.say(f"signup {name} {PASSWORD} {name}@example.org").ok
            for word in ("join", "leave", "join") if self.chance.random() < 0.1 else ("join",):
                self.say(f"tournament {NAME} {word} {name} {PASSWORD}")
        self.site.clock.forward(hours=3)

    def say(self, line):
        """Has a line executed, again if the process dies; then it may have been done already."""
        deaths, self.site.database = self.database.deaths, self.database
        answer = self.survive(lambda: self.site.say(line))
        self.site.database = self.database.database
        assert answer.ok or self.database.deaths > deaths, answer

    def depart(self):
        """Players vanish, sleep, withdraw, sign off, are banned or disqualified."""
        chosen = self.chance.sample(self.names, 7)
        vanished, idle, sleeping, leaving, gone, barred, expelled = chosen
        until = f"{self.site.clock.now() + timedelta(days=20):%Y-%m-%d}"
        self.idle |= {vanished, idle, sleeping}
        self.say(f"vacation {sleeping} {PASSWORD} {until}")
        self.say(f"tournament {NAME} leave {leaving} {PASSWORD} yes")
        self.say(f"signoff {gone} {PASSWORD} yes")
        self.survive(lambda: self.act_on(barred, self.ban))
        self.survive(lambda: self.act_on(expelled, self.disqualify))
        self.idle |= {leaving, gone, barred, expelled}

    def act_on(self, userid, act):
        with self.database.work() as work:
            context = self.site.services.server_context(work)
            act(context, context.player(userid))

    def ban(self, context, player):
        if not player.banned:
            context.work.players.ban(player, context.now())
        leave_all(context, player, BANNED)

    def disqualify(self, context, player):
        stored = find_tournament(context, NAME, lock=True)
        if player.id not in stored.tournament.withdrawn:
            leave(context, stored, player, DISQUALIFIED)

    def move_some(self, tournament):
        """In some of the running games a few moves are made, or somebody resigns."""
        round = tournament.open_round
        with self.site.database.work() as work:
            boards = work.tournament_boards.numbers(work.tournaments.find(NAME))
        for game in round.open_games if round else ():
            number = boards.get((round.number, game))
            if number and self.chance.random() > PATIENCE:
                self.survive(lambda number=number: self.move_on(number))

    def move_on(self, number):
        """Makes up to five random moves on a board."""
        for _ in range(self.chance.randint(1, 5)):
            with self.database.work() as work:
                context = self.site.services.server_context(work)
                board = work.boards.lock(self.game.split()[0], number)
                if board.mover is None or board.mover.userid in self.idle:
                    return
                self.site.mailer.publish(context, self.change(context, board).notifications)

    def change(self, context, board):
        seat, now, player = board.match.to_move, context.now(), board.mover
        if self.chance.random() < 0.02:
            after = board.resign(seat, now, player.userid)
        else:
            position = board.match.state.position
            move = self.chance.choice([*board.game.moves(position)])
            text = f"move {board.game.write(position, move)}"
            after = board.with_match(board.match.add(Event(text, now, player.userid)))
        return apply_change(context, board, after, player, news="", comment="")


def check_boards(run, played):
    """Each pairing has one board, if it came to one in time; its result is the same."""
    boards, finished = run.boards(), {}
    for round in played.rounds:
        assert not round.open_games
        finished |= {(round.number, game): result for game, result in round.results.items()}
    assert boards.keys() <= finished.keys()
    assert all(finished[each].why in (WITHDRAWN, UNFINISHED) for each in finished.keys() - boards)
    assert len({board.id for board in boards.values()}) == len(boards)
    with run.site.database.work() as work:
        every, _ = work.boards.lines(run.game.split()[0], (), "all", 0, viewer=SERVER)
    assert every == len(boards)
    for game, board in boards.items():
        assert not board.active
        pairing = played.rounds[game[0] - 1].pairings[game[1] - 1]
        assert tuple(player.id for player in board.players) == pairing.players
        zero = finished[game].why == UNFINISHED and played.terms.unfinished == "zero"
        expected = (0,) * len(board.players) if zero else board.match.outcome.places
        assert finished[game].places == expected


def check_pairings(played):
    """Nobody meets twice where that is forbidden, or has a bye twice; the colours are balanced."""
    met, byes = Counter(), Counter()
    for round in played.rounds:
        pairs = [frozenset(p) for game in round.pairings for p in combinations(game.players, 2)]
        met.update(pairs)
        byes.update(bye.players[0] for bye in round.byes)
        busy = Counter(player for game in round.pairings for player in game.players)
        assert set(busy.values()) <= {1, {ROUND_ROBIN: 11, KNOCK_OUT: 2}.get(played.terms.kind)}
        once = 2 if played.terms.kind == KNOCK_OUT else 1
        assert set(Counter(pairs).values()) <= {once}
    assert set(met.values()) <= {once}
    if played.terms.kind == SWISS:
        assert set(byes.values()) <= {1}
    if played.terms.kind == ROUND_ROBIN:
        assert len(met) == 66
    for player in played.players:
        colours = [
            game.players.index(player)
            for round in played.rounds
            for game in round.pairings
            if player in game.players
        ]
        if played.terms.kind != GROUPS_OF_THREE:
            assert abs(len(colours) - 2 * sum(colours)) <= (2 if played.terms.kind == SWISS else 1)


def check_mails(run, played):
    """Besides those of games a player has one mail a round, and one at the end."""
    news = outbox.c.said.contains(f'"subject":"Tournament {NAME}')
    with run.site.database.engine.connect() as connection:
        mails = connection.execute(select(outbox).where(news)).all()
    begins = [round.began for round in played.rounds]
    told = Counter((mail.recipient, sum(at <= mail.date for at in begins)) for mail in mails)
    rounds = Counter(each for _, each in told)
    assert rounds[0] == 0
    assert all(0 < rounds[each] <= run.people for each in range(1, len(begins) + 1))
    assert all(count <= 1 + (at == len(begins)) for (_, at), count in told.items())


def check_entries(run, played):
    """Robots filled the seats that people left free, each once."""
    entered = Counter(event.player for event in played.events if isinstance(event, Enter))
    with run.site.database.work() as work:
        robots = [each.id for each in work.players.by_ids(played.players) if each.robot]
    assert len(robots) == run.count - run.people
    assert all(entered[robot] == 1 for robot in robots)
    assert len(set(played.players)) == run.count


def check_log(played):
    """Its lines lead to the same state; each game has a result, and each player a place."""
    assert Tournament.replay(played.terms, played.lines()) == played
    results = [event for event in played.events if isinstance(event, Result)]
    assert len({(each.round, each.game) for each in results}) == len(results)
    assert len(standings(played)) == len(played.players)
    assert len(played.rounds) == ROUNDS[played.terms.kind]


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "seed"), [(kind, 1) for kind in SHAPES])
def test_tournaments_of_chance(kind, seed):
    """Each ends in time, keeps the rules of its pairings, and plays each of them once.

    Some players vanish, sleep, resign, withdraw, sign off, are banned or disqualified.
    """
    with closing(Site()) as site:
        run = Run(site, kind, seed)
        played = run.play()
        assert run.database.deaths
        check_pairings(played)
        check_boards(run, played)
        check_mails(run, played)
        check_entries(run, played)
        check_log(played)
