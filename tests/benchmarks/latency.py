"""Time from a move by mail to its 250, and to the opponent's mail in a sink, at fixed rates.

python -m tests.benchmarks.latency [--rates 1 10 100] [--seconds N] [--before TREE]

Moves begin at their times, whether those before have been answered or not; a move that begins late
counts from when it should have begun. --before also measures the server of another source tree.
"""

import argparse
import re
import shutil
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from pbm.board.board import FIRST_BOARD
from tests.benchmarks.moves import MOVES, WARMING, opponent_of, prepare_folder
from tests.benchmarks.references import listen
from tests.benchmarks.servers import DATA, serving
from tests.benchmarks.smtp_load import send
from tests.support.event_loop import event_loop
from tests.support.waiting import wait_for

THREADS = 64
MANY = 1000
BOARD = re.compile(rb"^List-Id:[^<]*<[a-z]+-([0-9]+)\.", re.MULTILINE)
SHARES = (0.5, 0.95, 0.99, 1.0)
HEAD = f"{'':36}{'p50':>8} {'p95':>8} {'p99':>8} {'most':>8}"
LATE_SECONDS = 30


@dataclass(frozen=True)
class Move:
    """A mail that makes a move, and the number of its board."""

    sender: str
    recipient: str
    content: bytes
    board: int

    @property
    def opponent(self):
        """The address of the other player."""
        return opponent_of(self.sender)


@dataclass(frozen=True)
class Version:
    """A version of our server, with a data folder that it has prepared, and the moves there."""

    name: str
    tree: Path | None
    template: Path
    moves: list[Move]


@dataclass
class Sink:
    """A server that takes all mails, and notes when those came that are waited for."""

    begun: dict[tuple[int, str], float] = field(default_factory=dict)
    """By board and recipient, the times of the moves whose mails haven't come yet."""
    seconds: list[float] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    async def handle_DATA(self, server, context, envelope):  # noqa: N802 - aiosmtpd's name
        at = time.monotonic()
        board = BOARD.search(envelope.content)
        with self.lock:
            begun = board and self.begun.pop((int(board[1]), envelope.rcpt_tos[0]), None)
            if begun:
                self.seconds.append(at - begun)
        return "250 Ok"

    def expect(self, board, recipient, begun):
        """Expects a mail about a board for this recipient, as its move began at this time."""
        with self.lock:
            self.begun[board, recipient] = begun


@dataclass(frozen=True)
class Client:
    """A client of the server on this port, whose mails come to the sink."""

    port: int
    sink: Sink

    def move_at_rate(self, moves, rate):
        """Returns the seconds from when each move was to begin to its 250."""
        start = time.monotonic() + 1 / rate
        with ThreadPoolExecutor(THREADS) as pool:
            futures = []
            for number, move in enumerate(moves):
                begun = start + number / rate
                time.sleep(max(begun - time.monotonic(), 0))
                futures.append(pool.submit(self.move, move, begun))
            return [future.result() for future in futures]

    def move(self, move, begun):
        """Returns the seconds until the 250 of a move."""
        self.sink.expect(move.board, move.opponent, begun)
        answer = send(self.port, move.sender, move.recipient, move.content)
        assert answer.startswith(b"250"), answer
        return time.monotonic() - begun


def main():
    """Prints a table for each rate."""
    options = _options()
    trees = ({"before": options.before} if options.before else {}) | {"pbm": None}
    boards = -(-int(max(options.rates) * options.seconds + WARMING) // MOVES) + 1
    print(HEAD)
    with TemporaryDirectory(prefix="pbm-bench-") as name:
        folder = Path(name)
        versions = [_version(*each, folder, boards) for each in trees.items()]
        for rate in options.rates:
            for version in versions:
                own = folder / "run"
                shutil.copytree(version.template, own / DATA)
                _measure(version, own, rate, max(int(rate * options.seconds), 1))
                shutil.rmtree(own)


def _options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rates", type=float, nargs="+", default=[1, 10, 100])
    parser.add_argument("--seconds", type=float, default=30, help="for each rate")
    parser.add_argument("--before", type=Path, metavar="TREE", help="another source tree")
    return parser.parse_args()


def _version(name, tree, folder, boards):
    mails = prepare_folder(folder / name, boards, boards * MOVES, tree=tree)
    moves = [Move(*mail, FIRST_BOARD + number % boards) for number, mail in enumerate(mails)]
    return Version(name, tree, folder / name, moves)


def _measure(version, folder, rate, count):
    """Prints the times of moves at a rate."""
    sink = Sink()
    limits = {"max_connections_per_address": MANY, "max_connections": MANY}
    with (
        _listening(sink) as sink_port,
        serving(folder, sink_port, version.tree, **limits) as (port, _),
    ):
        client = Client(port, sink)
        for move in version.moves[:WARMING]:
            client.move(move, time.monotonic())
        _wait_for_mails(sink)
        sink.seconds.clear()
        answered = client.move_at_rate(version.moves[WARMING : WARMING + count], rate)
        _wait_for_mails(sink)
    name = f"{version.name}, {rate:g} moves/s"
    print(_line(f"{name}: 250", answered))
    print(_line(f"{name}: opponent's mail", sink.seconds), flush=True)


@contextmanager
def _listening(sink):
    with event_loop() as loop:
        server = loop.call(listen(sink))
        yield server.sockets[0].getsockname()[1]
        server.close()


def _wait_for_mails(sink):
    wait_for(lambda: not sink.begun, "the mails of all moves", LATE_SECONDS)


def _line(name, seconds):
    ranked = sorted(seconds)
    marks = (ranked[min(int(share * len(ranked)), len(ranked) - 1)] for share in SHARES)
    return f"{name:36}" + " ".join(f"{1000 * mark:8.1f}" for mark in marks) + " ms"


if __name__ == "__main__":
    main()
