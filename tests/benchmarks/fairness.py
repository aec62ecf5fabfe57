"""Time to a 250 for an honest client beside 20 connections of an attacker with costly mails.

python -m tests.benchmarks.fairness [--seconds N] [KIND ...]
"""

import argparse
import secrets
import smtplib
import threading
import time
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.server_process import Server

CONNECTIONS = 20
COSTLY = {
    "none": (0, ""),
    "passwords": (50, "change password alice wr0ng-{number}-{random} n3w"),
    "help": (50, "help knightsdance"),
    "records": (4000, "knightpanic record {number}"),
    "challenges": (4000, "knightpanic challenge alice{number} bob{number} word{number}"),
}
"""The number of lines of each kind of mail, and a line."""
LIMITS = ("answers_per_hour", "answers_per_day", "stranger_mails_per_day")


def main():
    """Prints a line for each kind."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("kinds", nargs="*", choices=[*COSTLY, []])
    options = parser.parse_args()
    for kind in options.kinds or COSTLY:
        times = sorted(_measured(kind, options.seconds))
        p50, p99 = (times[int(part * (len(times) - 1))] * 1000 for part in (0.5, 0.99))
        print(f"{kind:12} {len(times):5} mails, p50 {p50:6.0f} ms, p99 {p99:6.0f} ms", flush=True)


def _measured(kind, seconds):
    """Returns the seconds that each mail of the honest client took."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        limits = dict.fromkeys(LIMITS, 10**6)
        server = Server(Path(folder), most_connections_per_address=CONNECTIONS, **limits).start()
        try:
            server.send("alice", "signup alice PASSWORD")
            stop = threading.Event()
            for _ in range(CONNECTIONS if COSTLY[kind][0] else 0):
                threading.Thread(target=_attack, args=(server, kind, stop), daemon=True).start()
            times, end = [], time.monotonic() + seconds
            while time.monotonic() < end:
                started = time.monotonic()
                _send(server, "127.0.99.1", "alice@example.org", "knightpanic games alice")
                times.append(time.monotonic() - started)
            stop.set()
            return times
        finally:
            server.close()


def _attack(server, kind, stop):
    count, line = COSTLY[kind]
    while not stop.is_set():
        random = secrets.token_hex(4)
        lines = "\n".join(line.format(number=number, random=random) for number in range(count))
        with suppress(OSError, smtplib.SMTPException):
            _send(server, "127.0.0.2", f"{secrets.token_hex(6)}@example.com", "multiple", lines)


def _send(server, source, sender, subject, body=""):
    """Sends a mail over a connection of its own, from this address of the loopback network."""
    content = (
        f"From: {sender}\nMessage-ID: <{secrets.token_hex(8)}@x>\nSubject: {subject}\n\n{body}"
    )
    address = ("127.0.0.1", server.port)
    with smtplib.SMTP(
        *address, local_hostname="x", timeout=60, source_address=(source, 0)
    ) as client:
        client.sendmail(sender, ["pbm@example.net"], content.encode())


if __name__ == "__main__":
    main()
