"""Half a year of a ladder of forty: some vanish, resign, are banned, go on vacation, sign off."""

import random
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import pytest

from commands.server.workers.clock_watcher import ClockWatcher
from pbm.board.ladder import BETWEEN, MAX_OPPONENTS, OCCUPIED_FOR, REACH
from tests.support.site import Site

pytestmark = pytest.mark.slow  # thousands of lines

GAME, LADDER = "trailblazer", "trailblazer ladder"
PLAYERS, DAYS, STRONG = 40, 182, 10
BOUND = 200
"""The days within which all games end once nobody challenges any more."""


@dataclass
class Simulation:
    """The server, and what is known of its players besides."""

    site: Site
    chance: random.Random
    joined: set[str] = field(default_factory=set)
    vanished: set[str] = field(default_factory=set)
    banned: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)
    running: dict[int, tuple[str, str]] = field(default_factory=dict)
    """The players of running games for the ladder, the lower one at the challenge first."""
    begun: dict[int, datetime] = field(default_factory=dict)
    """The times at which these games began, by board."""
    pairs: dict[int, list[int]] = field(default_factory=dict)
    """The two boards of the challenge of each board."""
    ended: dict[frozenset[str], object] = field(default_factory=dict)
    """The time of the last end of a game of two players."""
    refused: int = 0
    names: dict[int, str] = field(default_factory=dict)
    """Userids by id."""

    def say(self, line):
        return self.site.say(line)

    def places(self):
        """Returns the names on the ladder; the answer to its line is compared once a day."""
        with self.site.database.work() as work:
            return [self.names[entry.player] for entry in work.ladders.find(GAME)]

    def board(self, number):
        with self.site.database.work() as work:
            return work.boards.find(GAME, number)

    def begin(self):
        for number in range(PLAYERS):
            self.site.begin(f"signup {login(number)} p{number}@example.org")
        names = [f"p{number}" for number in range(PLAYERS)]
        with self.site.database.work() as work:
            self.names = {work.players.find(name).id: name for name in names}
        self.chance.shuffle(names)
        for name in names:
            self.join(name)

    def join(self, name):
        assert self.say(f"{LADDER} join {login(name)}").ok
        self.joined.add(name)

    def active(self):
        """Returns the players on the ladder who still act."""
        return [name for name in self.places() if name not in self.vanished | self.banned]

    def day(self, number):
        """Lets a day pass."""
        self.events(number)
        for name in self.chance.sample(self.active(), min(4, len(self.active()))):
            self.challenge(name)
        self.play()
        self.tick()

    def challenge(self, name):
        """Has a player challenge another whom the rules as they are told allow, or don't."""
        before = self.places()
        own = before.index(name)
        other = self.chance.choice([each for each in before if each != name])
        if self.chance.random() < 0.7 and own:
            other = before[self.chance.randrange(max(own - REACH, 0), own)]
        allowed = self.may(name, other, before)
        answer = self.say(f"{GAME} challenge -ladder {name} {other}")
        self.refused += not answer.ok
        if before.index(other) > own:  # from the shell it is the lower one who challenges
            name, other, allowed = other, name, self.may(other, name, before)
        assert answer.ok == allowed, (name, other, answer)
        for number in answer.data["boards"] if answer.ok else ():
            self.running[number] = name, other
            self.begun[number] = self.site.clock.now()
            self.pairs[number] = answer.data["boards"]
        assert self.places() == before

    def recent(self, name):
        """Returns the number of a player's opponents in running games that began lately."""
        since = self.site.clock.now() - OCCUPIED_FOR
        recent = {
            frozenset(pair)
            for number, pair in self.running.items()
            if self.banned.isdisjoint(pair) and self.begun[number] > since
        }
        return sum(name in pair for pair in recent)

    def may(self, name, other, order):
        """Returns True if the rules as players are told them allow the challenge."""
        waits = [pair for pair in self.running.values() if self.banned.isdisjoint(pair)]
        own = [pair for pair in waits if name in pair]
        has_challenged = any(
            order.index(each) < order.index(name) for pair in own for each in pair if each in order
        )
        above = [each for each in order[: order.index(name)] if each not in self.banned]
        last = self.ended.get(frozenset([name, other]))
        return (
            other in above[-REACH:]
            and not has_challenged
            and max(map(self.recent, (name, other))) < MAX_OPPONENTS
            and not (last and last > self.site.clock.now() - BETWEEN)
            and not self.banned & {name, other}
        )

    def play(self):
        """Has most of the games go on by a move, and some end by a resignation."""
        for number, pair in list(self.running.items()):
            if self.chance.random() < 0.5:
                continue
            board = self.board(number)
            mover = board.mover and board.mover.userid
            if mover is None or self.banned & {*pair}:
                self.settle(number)
                continue
            before, weaker = self.places(), max(pair, key=strength)
            if mover in self.vanished | self.gone:
                continue
            resigns = mover == weaker and self.chance.random() < 0.6
            line = f"resign {number} {login(mover)}"
            if not resigns:
                move = self.chance.choice(board.match.legal)
                line = f"move {number} {login(mover)} {move}"
            assert self.say(f"{GAME} {line}").ok
            self.settle(number, before)

    def settle(self, number, before=None):
        """Checks the end of a game: `before` is the order before it, if nothing else happened."""
        board = self.board(number)
        if board.active:
            return
        pair = self.running.pop(number)
        self.ended[frozenset(pair)] = self.site.clock.now()
        if before is not None:
            winner = self.winner(number)
            assert self.places() == after_end(before, pair, winner), (pair, winner)

    def winner(self, number):
        """Returns who won more of the two games of a challenge; nobody as long as one goes on."""
        boards = [self.board(each) for each in self.pairs[number]]
        if any(board.active or board.removed for board in boards):
            return ""
        wins = Counter(each.userid for board in boards for each in board.winners())
        most = [name for name, won in wins.items() if won == max(wins.values())]
        return most[0] if len(most) == 1 else ""

    def tick(self):
        """Moves the clock by a day: nobody sinks by more than a place; games may end on time."""
        before, running = self.places(), dict(self.running)
        self.site.clock.forward(days=1)
        watcher = ClockWatcher(
            self.site.database, self.site.services, self.site.mailer, timedelta(days=9)
        )
        watcher.tick()
        with self.site.database.work() as work:  # rendering mails takes longer than all the rest
            now = self.site.clock.now()
            work.outbox.sent(*work.outbox.due_ids(now), holder="", at=now)
        for number in running:
            self.settle(number)
        after = self.places()
        if len(running) == len(self.running):
            left = [name for name in before if name in after]
            falls = [after.index(name) - left.index(name) for name in after]
            assert max(falls, default=0) <= 1
        playing = {
            name for pair in self.running.values() if self.banned.isdisjoint(pair) for name in pair
        }
        assert playing <= {*after} | self.banned | self.gone

    def events(self, number):
        """Has something befall a player every few days."""
        active = self.active()
        if number % 5 or len(active) < PLAYERS // 3:
            return
        name = self.chance.choice(active)
        kind = self.chance.choice(("vanish", "ban", "signoff", "vacation", "leave", "block"))
        before, mine = self.places(), [n for n, pair in self.running.items() if name in pair]
        if kind == "vanish":
            self.vanished.add(name)
        elif kind == "ban":
            with self.site.database.work() as work:
                work.players.ban(work.players.find(name), self.site.clock.now())
            self.banned.add(name)
        elif kind == "signoff":
            assert self.say(f"signoff {login(name)} yes").ok
            self.gone.add(name)
            assert name not in self.places()
            for each in mine:
                self.settle(each)
        elif kind == "vacation":
            until = (self.site.clock.now() + timedelta(days=9)).date()
            self.say(f"vacation {login(name)} {until}")
        elif kind == "leave":
            held = any(self.banned.isdisjoint(self.running[each]) for each in mine)
            assert self.say(f"{LADDER} leave {login(name)}").ok == (not held)
            if not held:
                self.join(name)
                assert self.places() == [each for each in before if each != name] + [name]
        else:
            self.say(f"reject {login(name)}")
            self.say(f"{GAME} limit {login(name)} 0")  # neither holds on the ladder

    def check(self):
        """Checks what holds each evening."""
        rows = self.say(LADDER).data["ladder"]
        names = [row["userid"] for row in rows]
        assert [row["place"] for row in rows] == list(range(1, len(rows) + 1))
        assert len({*names}) == len(names)
        assert names == self.places()
        assert {*names} <= self.joined - self.gone - self.banned
        assert all(self.recent(name) <= MAX_OPPONENTS for name in names)
        with self.site.database.work() as work:
            found = {
                number
                for number, ids in work.ladders.running(GAME).items()
                if {each.userid for each in work.players.by_ids([*ids])} == {*self.running[number]}
            }
        assert found == {
            number for number, pair in self.running.items() if self.banned.isdisjoint(pair)
        }


def login(player):
    name = player if isinstance(player, str) else f"p{player}"
    return f"{name} Pw4{name}-xyz"


def strength(name):
    """The lower, the stronger."""
    return int(name[1:]) if name[1:].isdigit() else PLAYERS


def after_end(order, pair, winner):
    """The order after a game: a lower winner takes the loser's place."""
    if not all(name in order for name in pair) or winner not in pair:
        return order
    (loser,) = {*pair} - {winner}
    if order.index(winner) < order.index(loser):
        return order
    moved = [name for name in order if name != winner]
    moved.insert(moved.index(loser), winner)
    return moved


def test_half_a_year_of_a_ladder():
    """Its order follows from its games and its rules alone, and all games end in bounded time.

    Each challenge is taken or refused as the rules say; nobody is there twice, or after leaving;
    nobody falls by more than a place without losing; the stronger come to the top.
    """
    with closing(Site()) as site:
        simulation = Simulation(site, random.Random(1))
        simulation.begin()
        for number in range(DAYS):
            simulation.day(number)
            simulation.check()
        assert simulation.refused > DAYS
        assert len(simulation.ended) > DAYS // 2
        names = [name for name in simulation.places() if name not in simulation.vanished]
        top, foot = names[:STRONG], names[-STRONG:]
        assert sum(map(strength, top)) < sum(map(strength, foot))
        days = 0
        while any(simulation.banned.isdisjoint(pair) for pair in simulation.running.values()):
            days += 1
            assert days < BOUND
            simulation.play()
            simulation.tick()
        for _ in range(181):
            simulation.tick()
        assert simulation.places() == []
