"""Moves accepted a second by several nodes on one PostgreSQL, beside SQLite with one server.

python -m tests.benchmarks.nodes [--mails N] [--boards N] [--nodes 1 2 3] [--writers 1 2 4]

Each move is a reply to a board's mail by SMTP, over a connection of its own, and counts once its
250 has come. Deliveries are measured by themselves afterwards. What can be told for other machines
is the processor time a move: that of pbm, that of PostgreSQL, and that of the clients here, which
take it from the same cores. PostgreSQL is that of the tests, with its usual settings: each commit
waits for the disk.
"""

import argparse
import os
import secrets
import shutil
import time
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil
from sqlalchemy import create_engine
from sqlalchemy.engine import make_url

from tests.benchmarks.moves import WARMING, prepare
from tests.benchmarks.servers import program
from tests.benchmarks.smtp_load import Load, send_to_all
from tests.support.postgresql import postgresql
from tests.support.server_process import START_SECONDS, Server
from tests.support.waiting import wait_for

ACCEPTING, DELIVERING = "smtp,lmtp,clocks", "delivery"
MANY = 10**6
DELIVERED_SECONDS = 300
HEAD = (
    f"{'':32} {'moves/s':>8} {'p50':>7} {'p95':>7} {'p99':>7}   "
    f"{'pbm':>6} {'PostgreSQL':>10} {'clients':>7}"
)
"""The last three are milliseconds of processor time a move, or a mail."""


@dataclass(frozen=True)
class Site:
    """A database, and the processes that keep it."""

    url: str
    keeper: psutil.Process | None
    """The first process of PostgreSQL; None for SQLite, which works within ours."""


@dataclass(frozen=True)
class Arrangement:
    """Nodes on a database of some kind, to be measured."""

    kind: str
    nodes: int = 1
    writers: int = 1

    def __str__(self):
        count = "1 node" if self.nodes == 1 else f"{self.nodes} nodes"
        writers = "" if self.writers == 1 else f", {self.writers} writers"
        return f"{self.kind}, {count}{writers}"


@dataclass(frozen=True)
class Spent:
    """The seconds of processor time of pbm, of PostgreSQL and of this process."""

    pbm: float
    postgresql: float
    clients: float

    def since(self, before, count):
        """Returns the milliseconds for each of so many since another moment."""
        pairs = zip(vars(self).values(), vars(before).values(), strict=True)
        return " ".join(
            f"{1000 * (now - then) / count:{width}.2f}"
            for (now, then), width in zip(pairs, (6, 10, 7), strict=True)
        )


def main():
    """Prints the table."""
    options = _options()
    print(HEAD)
    many = [Arrangement("PostgreSQL", *each) for each in product(options.nodes, options.writers)]
    with TemporaryDirectory(prefix="pbm-nodes-") as folder, postgresql() as url:
        for number, arrangement in enumerate([Arrangement("SQLite"), *many]):
            own = Path(folder, str(number))
            own.mkdir()
            with _site(arrangement.kind, url, own) as site:
                _measure(arrangement, site, own, options)


def _options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mails", type=int, default=3000)
    parser.add_argument("--boards", type=int, default=1000)
    parser.add_argument("--nodes", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--writers", type=int, nargs="+", default=[1], help="in each node")
    parser.add_argument("--connections", type=int, default=12)
    return parser.parse_args()


@contextmanager
def _site(kind, url, folder):
    """Makes an empty database, and removes it."""
    if kind == "SQLite":
        yield Site(f"sqlite:///{folder / 'pbm.db'}", None)
        return
    name = f"bench{secrets.token_hex(4)}"
    _execute(url, f"CREATE DATABASE {name}")
    try:
        own = make_url(url).set(database=name).render_as_string(hide_password=False)
        yield Site(own, _postmaster(url))
    finally:
        _execute(url, f"DROP DATABASE {name} WITH (FORCE)")


def _execute(url, statement):
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        found = connection.exec_driver_sql(statement)
        rows = found.all() if found.returns_rows else []
    engine.dispose()
    return rows


def _postmaster(url):
    ((folder,),) = _execute(url, "SHOW data_directory")
    return psutil.Process(int(Path(folder, "postmaster.pid").read_text().split()[0]))


def _measure(arrangement, site, folder, options):
    """Prints the rows of one arrangement: moves accepted, and mails delivered."""
    keys = folder / "keys"
    keys.mkdir()
    mails, _ = prepare(site.url, keys, options.boards, options.mails + WARMING)
    with program("sink", folder) as sink:
        start = partial(_nodes, site, folder, arrangement, f"smtp://127.0.0.1:{sink}")
        with start(ACCEPTING) as nodes:
            ports = [node.port for node in nodes]
            send_to_all(ports, mails[:WARMING], 1)
            before = _spent(site, nodes)
            load = send_to_all(ports, mails[WARMING:], options.connections)
            spent = _spent(site, nodes).since(before, len(load.latencies))
        print(_line(str(arrangement), load, spent), flush=True)
        _check(site, load, len(mails))
        ((waiting,),) = _execute(site.url, "SELECT count(*) FROM outbox")
        with start(DELIVERING) as nodes:
            rate, spent = _deliver(site, folder / "taken", nodes, waiting)
        print(f"{'  mails delivered':32} {rate:8.0f} {'':25}{spent}", flush=True)


def _line(name, load: Load, spent):
    marks = " ".join(f"{load.percentile(share):7.1f}" for share in (0.5, 0.95, 0.99))
    return f"{name:32} {load.rate:8.0f} {marks}   {spent}"


@contextmanager
def _nodes(site, folder, arrangement, relay, roles):
    """Starts nodes, each with a data folder of its own but for the keys."""
    limits = {"emails_per_address": MANY} | {"max_connections_per_address": 100}
    with ExitStack() as stack:
        made = []
        for name in (f"node{number}" for number in range(arrangement.nodes)):
            shutil.copytree(folder / "keys", folder / name / "pbm-data", dirs_exist_ok=True)
            settings = {"database": site.url, "relay": relay, "node": name, "roles": roles}
            server = Server(folder / name, writers=arrangement.writers, **settings, **limits)
            stack.callback(server.close)
            made.append(server)
            server.start() if roles == ACCEPTING else server.launch()
        yield made


def _check(site, load, expected):
    """Tells the mails that weren't taken; fails unless all others have moved."""
    ((plies,),) = _execute(site.url, "SELECT sum(ply) FROM board")
    if load.refused:
        print(f"  {len(load.refused)} refused: {load.refused[0]}; {plies} of {expected} moves")
    else:
        assert plies == expected, f"{expected} moves were accepted, and {plies} are there"


def _deliver(site, taken, nodes, expected):
    """Returns the mails delivered a second, and what was spent on each."""
    wait_for(lambda: _number_in(taken), "the first delivery", START_SECONDS)
    started, already, before = time.perf_counter(), _number_in(taken), _spent(site, nodes)
    wait_for(lambda: _number_in(taken) >= expected, "all deliveries", DELIVERED_SECONDS)
    seconds, delivered = time.perf_counter() - started, _number_in(taken) - already
    return delivered / seconds, _spent(site, nodes).since(before, delivered)


def _number_in(file):
    return int(file.read_text() or 0)


def _spent(site, nodes):
    pbm = sum(_processor_time(psutil.Process(node.process.pid)) for node in nodes)
    keeper = _processor_time(site.keeper) if site.keeper else 0.0
    return Spent(pbm, keeper, sum(os.times()[:2]))


def _processor_time(process):
    """Returns the seconds of a process and of those below it, also of those that have ended."""
    times = process.cpu_times()
    ended = times.children_user + times.children_system
    return times.user + times.system + ended + sum(map(_processor_time, process.children()))


if __name__ == "__main__":
    main()
