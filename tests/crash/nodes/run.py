"""Nodes on one PostgreSQL, all of which are killed repeatedly while players reply to their mails.

A move that was acknowledged is there once; each mail is delivered at least once, and doubles have
its Message-ID; each player's mails about a board come in order; each clock acts once; each turn of
a robot is searched by one node at a time, and played once.
"""

import math
import random
import time
from contextlib import ExitStack

from sqlalchemy import create_engine

from tests.crash.nodes.boards import Boards
from tests.crash.nodes.checks import Checks
from tests.crash.nodes.front import open_front
from tests.crash.nodes.node import Node
from tests.crash.nodes.players import Players
from tests.support.killable_postgresql import killable_postgresql
from tests.support.smtp_sink import sink, wait_for

MAX_LIFE_SECONDS = 20
"""The longest time from one strike to the next."""
MAX_DATABASE_DOWN_SECONDS = 4
TIMEOUT_SECONDS = 300
MOVES_A_BOARD = 12
"""Fewer than are played before most games end."""


class NodesTest:
    """Nodes on one database, their players, and what is done to them."""

    def __init__(self, folder, database, players, seed, front):
        self.chance = random.Random(seed)
        self.database, self.players, self.front = database, players, front
        site = {
            "database": front.database_url or database.url,
            "relay": f"smtp://127.0.0.1:{players.inbox.port}",
            "site_key_file": folder / "site-key",
        }
        self.nodes = [
            Node(f"node{number}", folder / f"node{number}", site, self.chance, port)
            for number, port in enumerate(front.lmtp_ports)
        ]
        self.boards = Boards(seed)
        self.outages = []
        """The periods in which there was no database."""
        self.seconds = 0.0

    def prepare(self, players, moves, clocks):
        """Starts the nodes, signs players up, and begins boards."""
        self.nodes[0].start()
        self._wait_for(self.nodes[0].listens, "the first node")
        for node in self.nodes[1:]:
            node.start()
        with self.nodes[0].server.shell("--json", "-") as shell:
            self.boards.open(shell, players, max(moves // MOVES_A_BOARD, players // 2), clocks)
        self.players.idle_boards = frozenset(self.boards.nagged + self.boards.forfeited)
        self._wait_for(lambda: all(node.listens() for node in self.nodes), "all nodes")
        self.players.doors = self.front.doors(self.nodes)

    def run(self, moves, kills, database_kills, clock_seconds):
        """Strikes so often while so many moves are made, then lets all mails leave."""
        strikes = ["node"] * kills + ["database"] * database_kills
        self.chance.shuffle(strikes)
        self.boards.let_run_down(self.database.url, clock_seconds)
        started = time.monotonic()
        with self.players.sending():
            self.players.begin()
            for number, strike in enumerate(strikes):
                wanted = moves * (number + 1) // (len(strikes) + 1)
                self._play(wanted, self.chance.uniform(MAX_LIFE_SECONDS / 2, MAX_LIFE_SECONDS))
                self._strike(strike)
            self._play(moves, TIMEOUT_SECONDS)
            self.seconds = time.monotonic() - started
            self.players.end()
            self.chance.choice(self._running()).strike(rest=TIMEOUT_SECONDS)
            self._wait_for(lambda: self.players.is_idle, "all moves to be accepted")
        try:
            self._wait_for(self._all_has_left, "all mails to leave, and all clocks to act")
        except AssertionError as error:
            raise AssertionError(f"{error}: {self._left()}") from error

    def stop(self):
        """Stops the nodes that run; each ends as it should."""
        assert {node.server.stop() for node in self._running()} == {0}

    def _strike(self, what):
        time.sleep(self.chance.uniform(0, 0.05))
        if what == "database":
            self._kill_database()
        else:
            self._wait_for(self._running, "a node that runs")
            self.chance.choice(self._running()).strike()

    def _kill_database(self):
        since = time.time()
        self.outages.append((since, math.inf))
        self.database.kill()
        self._supervise_until(self.chance.uniform(0, MAX_DATABASE_DOWN_SECONDS))
        self.database.start()
        self.outages[-1] = since, time.time()

    def _supervise_until(self, seconds):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            self._supervise()
            time.sleep(0.05)

    def _play(self, accepted, seconds):
        """Waits until so many moves were accepted, or the time is over."""
        deadline = time.monotonic() + seconds
        while len(self.players.accepted) < accepted and time.monotonic() < deadline:
            assert self.players.refused == []
            self._supervise()
            self.players.wait_for(accepted, 0.05)

    def _wait_for(self, condition, what):
        def supervised():
            self._supervise()
            return condition()

        return wait_for(supervised, what, TIMEOUT_SECONDS)

    def _supervise(self):
        for node in self.nodes:
            node.supervise(self.outages[-1:])

    def _running(self):
        return [node for node in self.nodes if not node.is_resting and node.listens()]

    def _all_has_left(self):
        time.sleep(0.2)  # the nodes need the processors
        return self.front.is_empty() and not self._left()

    def _left(self):
        """Returns what the nodes still have to do, by kind."""
        engine = create_engine(self.database.url)
        with engine.begin() as connection:
            rows = {
                kind: connection.exec_driver_sql(query).mappings().all()
                for kind, query in LEFT.items()
            }
        engine.dispose()
        return {kind: [dict(row) for row in found] for kind, found in rows.items() if found}


LEFT = {
    "mails": "SELECT id, recipient, board, due, tries, holder, trouble, clock_timestamp() AS now "
    "FROM outbox WHERE state = 'waiting' ORDER BY id LIMIT 9",
    "clocks": "SELECT id, game, number, due, clock_timestamp() AS now FROM board "
    "WHERE due <= clock_timestamp() LIMIT 9",
    "turns": "SELECT board.id, game, number, userid, robot FROM board "
    "JOIN seat ON seat.board_id = board.id AND seat.seat = to_move "
    "JOIN player ON player.id = seat.player_id WHERE player.robot != '' AND places IS NULL LIMIT 9",
}
"""The queries that find what is left to do; a few rows each."""


def nodes_test(
    folder,
    seed,
    *,
    players,
    moves,
    kills,
    database_kills,
    clocks,
    clock_seconds=20,
    postfix=False,
    pgbouncer=False,
):
    """Runs the test; returns its figures."""
    print(f"seed {seed}", flush=True)
    made = Players(seed)
    with ExitStack() as stack:
        database = stack.enter_context(killable_postgresql())
        front = open_front(stack, database, with_postfix=postfix, with_pgbouncer=pgbouncer)
        stack.enter_context(sink(made.inbox))
        test = NodesTest(folder, database, made, seed, front)
        for node in test.nodes:
            stack.callback(node.close)
        test.prepare(players, moves, clocks)
        test.run(moves, kills, database_kills, clock_seconds)
        test.stop()
        checks = Checks(test)
        checks.check()
        return checks.figures()
