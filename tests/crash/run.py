"""Servers under load whose processes are killed and stopped, and the checks that follow.

Players reply to the mails that they get. Once a mail has been acknowledged with 250, it acts
exactly once, and its answers are delivered at least once, with the same Message-ID and the same
bytes at each try, and none before an earlier one about its board. No server ends by itself.
"""

import random
import re
import time
from collections import Counter
from contextlib import suppress

from sqlalchemy import create_engine, update
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import NullPool

from storage.sql.lock_keys import in_order
from storage.tables.mail import outbox
from tests.crash.boards import Boards
from tests.crash.checks import Checks
from tests.crash.players import Players
from tests.crash.victims import STARTING_SHARE, Victim
from tests.support.killable_postgresql import killable_postgresql
from tests.support.smtp_sink import sink
from tests.support.waiting import wait_for

TIMEOUT_SECONDS = 300
MAX_PLAYERS = 50
MOVES_A_BOARD = 12
"""Fewer than are played before most games end."""


class CrashTest:
    """Servers on one database, their players, and what is done to them."""

    LIFE = 30, 10
    """The moves and the seconds after which the next strike comes, at most."""
    ROBOT_SHARE = 0.0
    """The share of boards against robots."""
    hurries = True
    """True if time passes as soon as no mail comes."""
    CLOCKS = 0
    """The number of boards on which a reminder comes due, and of those with a forfeit."""
    DATABASE = staticmethod(killable_postgresql)
    """Runs a PostgreSQL for the servers."""
    ENGINES = 0
    """The number of boards against an engine."""
    EXPECTED = re.compile(r"the fork server died|Broken pipe|Connection reset")
    """Exceptions of processes that lost another one."""

    def __init__(self, stack, folder, seed, strikes, *, postgresql=False, servers=1):
        """`stack`: ends what the test has started."""
        self.stack, self.folder = stack, folder
        self.chance, self.strikes = random.Random(seed), strikes
        self.players, self.boards = Players(seed), Boards(seed)
        self.outages = []
        """The periods in which there was no database."""
        self.seconds = 0.0
        self.database = stack.enter_context(self.DATABASE()) if postgresql else None
        stack.enter_context(sink(self.players.inbox))
        self.victims = self.made_victims(servers)
        self.url = self.database.url if postgresql else url_of(self.victims[0])
        self.engine = create_engine(self.url, poolclass=NullPool)

    def made_victims(self, servers):
        """Returns the servers."""
        shared = {"master_key_file": self.folder / "master-key"} if servers > 1 else {}
        return [self.victim(f"server{number}", **shared) for number in range(servers)]

    def victim(self, name, **settings):
        """Returns a server, which is closed with the test."""
        usual = {"relay": f"smtp://127.0.0.1:{self.players.inbox.port}"}
        if self.database:
            usual["database"] = self.database.url
        made = Victim(self.folder / name, self.chance, **usual | settings)
        self.stack.callback(made.close)
        return made

    def prepare(self):
        """Starts the servers, signs players up, and begins boards."""
        first, *others = self.victims
        first.start()
        for victim in others:
            victim.launch()
        boards = 6 + self.strikes * self.LIFE[0] // MOVES_A_BOARD
        players, robots = min(4 + boards // 4, MAX_PLAYERS), int(boards * self.ROBOT_SHARE)
        with first.shell("--json", "-") as shell:
            numbers = {"robots": robots, "engines": self.ENGINES, "clocks": self.CLOCKS}
            self.boards.open(shell, players, boards, **numbers)
        self.players.idle_boards = {*self.boards.nagged, *self.boards.forfeited}
        self.players.silent_boards = self.boards.robots
        self.players.sign_up(f"rook{number}" for number in range(boards // 2))
        self.wait_for(lambda: all(victim.listens() for victim in self.victims), "all servers")
        self.players.doors = self.doors()

    def doors(self):
        """Returns functions that return a protocol, and a port or 0."""
        return [
            lambda victim=victim, protocol=protocol: victim.door(protocol)
            for victim in self.victims
            for protocol in ("smtp", "lmtp")
        ]

    def run(self):
        """Strikes while moves are made, then lets all mails leave, and stops the servers."""
        started = time.monotonic()
        with self.players.sending():
            self.players.begin()
            for number in range(self.strikes):
                self.play()
                self.strike(number)
            self.seconds = time.monotonic() - started
            self.players.end()
            self.before_the_end()
            self.wait_for(lambda: self.players.is_idle, "all mails to be accepted")
        self.wait_for(self._all_has_left, "all mails to leave")
        self.wait_for(lambda: all(victim.listens() for victim in self.running()), "all servers")
        for victim in self.running():
            victim.finish()

    def play(self):
        """Waits until some mails were accepted, or a while."""
        moves, seconds = self.LIFE
        wanted = len(self.players.accepted) + self.chance.randint(0, 2 * moves)
        deadline = time.monotonic() + seconds
        while len(self.players.accepted) < wanted and time.monotonic() < deadline:
            self.supervise()
            self.players.wait_for(wanted, 0.05)

    def strike(self, number):
        """Strikes a server at a random moment of its work, or of its start."""
        self.wait_for(self.running, "a server that runs")
        victim = self.chance.choice(self.running())
        if self.chance.random() >= STARTING_SHARE:
            self.wait_for(victim.listens, f"{victim.folder.name} to listen")
        time.sleep(self.chance.uniform(0, 0.05))
        victim.strike()

    def before_the_end(self):
        """Brings all back to life."""
        self.players.inbox.hang_ups = 0
        for victim in self.victims:
            victim.go_on()

    def running(self):
        """Returns the servers that haven't been killed, or have been started again."""
        return [victim for victim in self.victims if not victim.is_down]

    def wait_for(self, condition, what):
        def supervised():
            self.supervise()
            return condition()

        return wait_for(supervised, what, TIMEOUT_SECONDS)

    def supervise(self):
        """Starts servers again; lets time pass while nothing else happens."""
        assert self.players.refused == []
        for victim in self.victims:
            victim.supervise(self.outages[-1:])
        if self.hurries and self.players.inbox.is_idle():
            self.let_time_pass()

    def let_time_pass(self):
        """Makes leases of dead processes and retries due; locks mails in order, as servers do."""
        waiting = update(outbox).where(in_order(outbox.c.id, outbox.c.state == "waiting"))
        with suppress(OperationalError), self.engine.begin() as connection:
            connection.execute(waiting.values(due=outbox.c.date))

    def _all_has_left(self):
        time.sleep(0.2)  # the servers need the processors
        return not self.left()

    def left(self):
        """Returns what the servers still have to do."""
        with self.engine.begin() as connection:
            query = "SELECT count(*) FROM outbox WHERE state = 'waiting'"
            return connection.exec_driver_sql(query).scalar()

    def check(self):
        """Asserts that all promises were kept; returns the figures."""
        for victim in self.victims:
            victim.check(self.EXPECTED)
        checks = Checks(self)
        self.check_more(checks, checks.check())
        return self.figures(checks)

    def check_more(self, checks, boards):
        """Asserts what holds for these victims besides; `boards` by name, as they are stored."""
        checks.check_count()

    def figures(self, checks):
        """Returns what happened, in words."""
        struck = sum((victim.struck for victim in self.victims), Counter())
        mails, ids = len(checks.received), len(checks.by_id)
        return (
            f"{struck.total()} strikes {dict(struck)}; {len(self.players.accepted)} mails accepted "
            f"by {dict(self.players.accepted_by)} in {self.seconds:.0f} s; "
            f"{mails} mails out, {mails - ids} of them again"
        )


def url_of(server):
    """Returns the URL of the database in the data folder of a server."""
    return f"sqlite:///{server.data / 'pbm.db'}"
