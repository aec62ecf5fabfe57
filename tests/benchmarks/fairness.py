"""Time to the 250 of an honest client's moves beside 20 connections with costly mails.

python -m tests.benchmarks.fairness [--seconds N] [--networks N] [KIND ...]

The costly mails come from as many networks, by default from 20. Beside the time by the clock stands
the writer's processor time meanwhile: on a busy machine only that can be compared.
"""

import argparse
import secrets
import smtplib
import threading
import time
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil

from tests.benchmarks.moves import MOVES as MOVES_OF_BOARD
from tests.benchmarks.moves import prepare_folder
from tests.benchmarks.servers import DATA
from tests.support.server_process import Server

CONNECTIONS = 20
COSTLY = {
    "none": (0, ""),
    "passwords": (50, "change password alice wr0ng-{number}-{random} n3w"),
    "help": (50, "help knightsdance{number}"),
    "records": (4000, "knightpanic record {number}"),
    "challenges": (4000, "knightpanic challenge alice{number} bob{number} word{number}"),
    "searches": (50, "trailblazer explore -size={size}"),
    "equal": (50, "trailblazer explore -size=12"),
    "positions": (49, "knightsdance preview new {moves}"),
    "lists": (50, "knightpanic games {players}"),
}
"""The number of lines of each kind of mail, and a line."""
CYCLE = "e3 a3 f5 b5 "
"""Moves of Knight's Dance that lead back to its start."""
MOVES = 10_000
WARMING_SECONDS = 3
LINE = "{:12} {:5} moves, p50 {:6.0f} ms, p99 {:6.0f} ms; of the writer {:6.0f} and {:6.0f}"


def main():
    """Prints a line for each kind."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--networks", type=int, default=CONNECTIONS)
    parser.add_argument("kinds", nargs="*", choices=[*COSTLY, []])
    options = parser.parse_args()
    for kind in options.kinds or COSTLY:
        times = _measured(kind, options.seconds, options.networks)
        shown = [
            1000 * sorted(column)[int(part * (len(times) - 1))]
            for column in zip(*times, strict=True)
            for part in (0.5, 0.99)
        ]
        print(LINE.format(kind, len(times), *shown), flush=True)


def _measured(kind, seconds, networks):
    """Returns the seconds of each move of the honest client, and the writer's meanwhile."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        moves = prepare_folder(folder / DATA, MOVES // MOVES_OF_BOARD, MOVES)
        limits = {"max_connections_per_address": CONNECTIONS, "emails_per_address": 10**6}
        server = Server(folder, **limits).start()
        try:
            stop = threading.Event()
            for number in range(CONNECTIONS if COSTLY[kind][0] else 0):
                source = f"127.0.{number % networks}.2"
                words = server, source, kind, stop
                threading.Thread(target=_attack, args=words, daemon=True).start()
            times, writer = [], psutil.Process(server.process.pid)
            begun = time.monotonic()
            while time.monotonic() < begun + WARMING_SECONDS + seconds and moves:
                started, used = time.monotonic(), sum(writer.cpu_times()[:2])
                _send(server, "127.0.99.1", *moves.pop(0))
                if started > begun + WARMING_SECONDS:
                    meanwhile = sum(writer.cpu_times()[:2]) - used
                    times.append((time.monotonic() - started, meanwhile))
            stop.set()
            return times
        finally:
            server.close()


def _attack(server, source, kind, stop):
    count, line = COSTLY[kind]
    while not stop.is_set():
        random = secrets.token_hex(4)
        lines = "\n".join(
            line.format(
                number=number,
                random=random,
                size=8 + number % 19,
                moves=(CYCLE * 100)[: len("e3 ") * (300 + number)],
                players=" ".join(f"player{(number + each) % 100}" for each in range(10)),
            )
            for number in range(count)
        )
        sender = f"{secrets.token_hex(6)}@example.com"
        head = f"From: {sender}\nMessage-ID: <{random}@x>\nSubject: multiple"
        with suppress(OSError, smtplib.SMTPException):
            _send(server, source, sender, "pbm@example.net", f"{head}\n\n{lines}".encode())


def _send(server, source, sender, recipient, content):
    """Sends a mail over a connection of its own, from this address of the loopback network."""
    address = ("127.0.0.1", server.port)
    with smtplib.SMTP(
        *address, local_hostname="x", timeout=60, source_address=(source, 0)
    ) as client:
        client.sendmail(sender, [recipient], content)


if __name__ == "__main__":
    main()
