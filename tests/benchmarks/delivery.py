"""Mails a second from the outbox into a sink, by number of delivery processes, in turn.

python -m tests.benchmarks.delivery [--mails N] [--boards N] [--workers N...] [--rounds N] [--plain]

The mails are those of real moves, each told to both players. The sink is small, takes commands
together (--plain: it doesn't), and checks that no mail overtook another to the same recipient about
the same board. The rate is that between its first mail and its last one; the processor time, which
tells more on a busy machine, is that of the delivery processes.
"""

import argparse
import asyncio
import base64
import json
import os
import re
import shutil
import subprocess
import sys
import time
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import psutil

from commands.app import open_app
from commands.settings import Settings
from mail.reading.incoming import read_incoming_mail
from tests.benchmarks.moves import prepare

ROOT = Path(__file__).parents[2]
FIELDS = re.compile(rb"\r\nTo: (.*?)\r\n.*?\r\nMessage-ID: <\S*?\+b\.([a-z2-7]+)", re.DOTALL)
LIST = re.compile(rb"^List-Id: (.*?)\r\n", re.MULTILINE)
SECONDS = 300
UNLIMITED = {
    f"PBM_{name}": "1000000"
    for name in (
        *(f"{what}_PER_{time}" for what in ("ANSWERS", "NOTICES") for time in ("HOUR", "DAY")),
        "STRANGER_MAILS_PER_DAY",
    )
}


class Sink(asyncio.Protocol):
    """A mail server that takes everything, and notes what came when."""

    def __init__(self, taken, greeting, tell):
        self._taken, self._greeting, self._tell = taken, greeting, tell
        self._rest, self._in_message = b"", False

    def connection_made(self, transport):
        self._transport = transport
        transport.write(b"220 sink\r\n")

    def data_received(self, data):
        self._rest += data
        while part := self._next_part():
            if self._in_message:
                self._taken.append((time.monotonic(), part))
                self._tell()
            self._transport.write(self._reply(part))

    def _next_part(self):
        """Returns the next command or message, if it has come completely."""
        end = b"\r\n.\r\n" if self._in_message else b"\r\n"
        part, found, rest = self._rest.partition(end)
        if not found:
            return b""
        self._rest = rest
        return part + b"\r\n"

    def _reply(self, part):
        if self._in_message:
            self._in_message = False
            return b"250 taken\r\n"
        if part.startswith(b"EHLO"):
            return self._greeting
        self._in_message = part.startswith(b"DATA")
        return b"354 go on\r\n" if self._in_message else b"250 ok\r\n"


async def serve_sink(expected, greeting):
    """Takes so many mails; prints the port first, and the result at the end, as JSON."""
    taken, full = [], asyncio.Event()

    def tell():
        if len(taken) >= expected:
            full.set()

    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Sink(taken, greeting, tell), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    with suppress(TimeoutError):
        await asyncio.wait_for(full.wait(), SECONDS)
    seconds = taken[-1][0] - taken[0][0] if taken else 0
    print(json.dumps([len(taken), seconds, *check_order(taken)]), flush=True)


def check_order(taken):
    """Returns the number of mails that came twice, and of those that were overtaken."""
    lanes = {}
    for _, message in taken:
        recipient, token = FIELDS.search(message).groups()
        board = LIST.search(message)
        id = int.from_bytes(base64.b32decode(token.upper() + b"=" * (-len(token) % 8))[:8])
        lanes.setdefault((recipient, board and board[1]), []).append(id)
    pairs = [pair for ids in lanes.values() for pair in pairwise(ids)]
    twice = sum(len(ids) - len(set(ids)) for ids in lanes.values())
    return twice, sum(first > second for first, second in pairs)


def fill(folder, boards, mails):
    """Fills the outbox of a new database with the mails of moves."""
    folder.mkdir()
    moves, _ = prepare(f"sqlite:///{folder / 'pbm.db'}", folder, boards, mails // 2)
    os.environ.update(UNLIMITED, PBM_ADDRESS="pbm@example.net")
    with open_app(Settings(data=folder)) as app:
        for start in range(0, len(moves), 50):
            with app.database.work() as work:
                for sender, recipient, content in moves[start : start + 50]:
                    with work.savepoint():
                        letter = read_incoming_mail(sender, (recipient,), content)
                        app.mail_handler.handle(work, letter)
        with app.database.work() as work:
            return work.outbox_admin.state(app.clock.now()).waiting


def deliver(folder, expected, workers, *, plain):
    """Runs a server until all is delivered; returns the sink's result, and seconds by process."""
    words = [sys.executable, "-m", "tests.benchmarks.delivery", "--sink", str(expected)]
    sink = subprocess.Popen(
        words + ["--plain"] * plain, cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    port = int(sink.stdout.readline())
    settings = {
        "PBM_RELAY": f"smtp://127.0.0.1:{port}",
        "PBM_DATA": str(folder),
        "PBM_SMTP_PORT": "0",
    }
    if workers > 1:  # an older pbm doesn't know the setting
        settings["PBM_DELIVERY_WORKERS"] = str(workers)
    kept = {name: value for name, value in os.environ.items() if name[:4] != "PBM_"}
    environment = kept | {"PBM_ADDRESS": "pbm@example.net"} | UNLIMITED | settings
    with (folder / "log").open("wb") as log:
        words = [sys.executable, "-m", "commands", "serve"]
        server = subprocess.Popen(words, cwd=ROOT, env=environment, stderr=log)
    try:
        result = json.loads(sink.stdout.readline())
        children = psutil.Process(server.pid).children(recursive=True)
        times = [each.cpu_times() for each in children if each.name().startswith("pbm delivery")]
        return result, [spent.user + spent.system for spent in times]
    finally:
        server.terminate()
        server.wait()
        sink.wait()


def main():
    """Prints a line for each round and the medians, or is the sink."""
    options = _options()
    if options.sink:
        greeting = b"250 sink\r\n" if options.plain else b"250-sink\r\n250 PIPELINING\r\n"
        asyncio.run(serve_sink(options.sink, greeting))
        return
    rates = {workers: [] for workers in options.workers}
    with TemporaryDirectory(prefix="pbm-bench-") as scratch:
        full = Path(scratch) / "full"
        expected = fill(full, options.boards, options.mails)
        for _ in range(options.rounds):
            for workers, found in rates.items():
                folder = Path(shutil.copytree(full, Path(scratch) / "used"))
                (mails, seconds, twice, late), times = deliver(
                    folder, expected, workers, plain=options.plain
                )
                shutil.rmtree(folder)
                found.append(mails / seconds)
                spent = " + ".join(f"{1000 * each / mails:.2f}" for each in times)
                print(
                    f"{workers} processes {found[-1]:7.0f}/s  {spent} ms of processor time a mail, "
                    f"{mails} of {expected}, {twice} twice, {late} overtaken"
                )
    for workers, found in rates.items():
        print(f"median of {workers} {median(found):7.0f}/s")


def _options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mails", type=int, default=4000)
    parser.add_argument("--boards", type=int, default=1000)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--plain", action="store_true", help="a sink without PIPELINING")
    parser.add_argument("--sink", type=int, metavar="MAILS", help=argparse.SUPPRESS)
    return parser.parse_args()


if __name__ == "__main__":
    main()
