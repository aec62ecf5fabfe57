"""Nodes on one PostgreSQL, which is killed as well, while clocks run down and robots search.

Each clock acts once; each turn of a robot is searched by one node at a time, and played once. What
a dead node leaves, the others do.
"""

import math
import re
import time
from collections import defaultdict

from tests.crash.logs import check_searches
from tests.crash.run import TIMEOUT_SECONDS, CrashTest
from tests.support.pgbouncer import pgbouncer
from tests.support.postfix import free_port, postfix

NODES = 3
NODE = {"log_level": "debug", "robot_nodes": 400}
DATABASE_SHARE = 5
"""Of so many strikes one is at the database."""
MAX_DATABASE_DOWN_SECONDS = 4
TAKEOVER_SECONDS = 150
"""The longest time for which a mail may wait: a minute, and what a busy machine adds."""
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


class NodesTest(CrashTest):
    """Three nodes with data folders of their own."""

    LIFE = 70, 15
    hurries = False
    ROBOT_SHARE = 0.2
    CLOCKS = 5
    EXPECTED = re.compile(
        CrashTest.EXPECTED.pattern
        + r"|OperationalError|AdminShutdown|CannotConnectNow|CrashShutdown|TransientError"
        r"|server closed the connection|received \d results from command"
    )
    """Exceptions of processes that lost the database, too; the last one behind PgBouncer."""

    def __init__(self, stack, folder, seed, strikes, *, postfix=False, pgbouncer=False):
        self._postfix, self._pgbouncer = postfix, pgbouncer
        super().__init__(stack, folder, seed, strikes, postgresql=True, servers=NODES)
        self.players.inbox.hang_ups = 0  # a retry waits for minutes

    def made_victims(self, servers):
        shared = {"master_key_file": self.folder / "master-key", **NODE}
        if self._pgbouncer:
            shared["database"] = self.stack.enter_context(pgbouncer(self.database))
        ports = [free_port() for _ in range(servers)] if self._postfix else [0] * servers
        if self._postfix:
            self._postfix = self.stack.enter_context(postfix(_balanced(ports)))
        return [
            self.victim(
                f"node{number}",
                is_node=True,
                node=f"node{number}",
                lmtp=f"127.0.0.1:{port}",
                **shared,
            )
            for number, port in enumerate(ports)
        ]

    def doors(self):
        if self._postfix:
            return [lambda: ("smtp", self._postfix.port)]
        return super().doors()

    def prepare(self):
        super().prepare()
        with self.engine.begin() as connection:
            self.boards.let_run_down(connection, 3 * self.strikes)

    def strike(self, number):
        if number % DATABASE_SHARE == 1:
            self.kill_database()
        else:
            super().strike(number)

    def kill_database(self):
        since = time.time()
        self.outages.append((since, math.inf))
        self.database.kill()
        deadline = time.monotonic() + self.chance.uniform(0, MAX_DATABASE_DOWN_SECONDS)
        while time.monotonic() < deadline:
            self.supervise()
            time.sleep(0.05)
        self.database.start()
        self.outages[-1] = since, time.time()

    def before_the_end(self):
        """Ends a node for good: others do what it has left."""
        super().before_the_end()
        self.wait_for(self.running, "a node that runs")
        self.chance.choice(self.running()).strike("all killed", rest=2 * TIMEOUT_SECONDS)

    def left(self):
        with self.engine.begin() as connection:
            rows = {
                kind: connection.exec_driver_sql(query).mappings().all()
                for kind, query in LEFT.items()
            }
        found = {kind: [dict(row) for row in found] for kind, found in rows.items() if found}
        return found or bool(self._postfix and not self._postfix.is_empty())

    def check_more(self, checks, boards):
        told = defaultdict(set)
        """The Message-IDs of a player's mails about a board."""
        for mail in checks.received:
            told[mail.board, mail.recipient.partition("@")[0]].add(mail.id)
        self._check_clocks(told)
        made = {name: self.check_robot(name, boards[name], checks) for name in self.boards.robots}
        check_searches(self.victims, self.outages, made)
        assert max(self._waited(mail) for mail in checks.by_id.values()) < TAKEOVER_SECONDS

    def _check_clocks(self, told):
        """Asserts that each reminder and each forfeit was made once."""
        boards = self.boards
        for board in (*boards.nagged, *boards.forfeited):
            assert len(told[board, "idler"]) == 2, f"{board}: begun, and one event"
        for board in boards.forfeited:
            assert len(told[board, "sleeper"]) == 2, f"{board}: begun, and forfeited"

    def check_robot(self, name, board, checks):
        """Asserts that each move of a robot brought one mail; returns the number of its moves.

        A player's own move brings one as well only if the robot doesn't answer within a minute.
        """
        states = [state for state in board.match.state.backwards() if state.is_move]
        movers = [board.players[state.mover] for state in states]
        made = sum(bool(mover.robot) for mover in movers)
        ended_by_player = board.match.outcome and not movers[0].robot
        (player,) = (player.userid for player in board.players if not player.robot)
        told = {
            mail.id
            for mail in checks.received
            if mail.board == name and mail.to_move in (player, "")
        }
        expected = 1 + made + bool(ended_by_player)
        assert len(told) == expected, (name, len(told), expected)
        return made

    def _waited(self, mail):
        """Returns the seconds for which a mail waited while there was a database."""
        lost = sum(
            max(min(until, mail.arrived) - max(since, mail.date), 0)
            for since, until in self.outages
        )
        return mail.arrived - mail.date - lost

    def figures(self, checks):
        waits = sorted(self._waited(mail) for mail in checks.by_id.values())
        return (
            f"{super().figures(checks)}; PostgreSQL killed {self.database.kills} times; "
            f"each mail within {waits[-1]:.0f} s, 99 % within {waits[len(waits) * 99 // 100]:.1f} s"
        )


def _balanced(ports):
    """Returns `transport_maps` that draw a node for each mail, and then try the others."""
    tries = [
        f"{{node{number} = lmtp:inet:"
        + ", ".join(f"127.0.0.1:{port}" for port in (*ports[number:], *ports[:number]))
        + "}"
        for number in range(len(ports))
    ]
    names = ", ".join(f"node{number}" for number in range(len(ports)))
    found = "inline:{{example.net = pbm}}"
    return f"pipemap:{{{found}, randmap:{{{names}}}, inline:{{{', '.join(tries)}}}}}"
