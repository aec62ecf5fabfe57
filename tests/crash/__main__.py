"""Kills servers under load in many ways, and checks that nothing is lost or done twice.

python -m tests.crash [--kills N] [--seed N] [--victims NAME ...] [--postfix] [--pgbouncer]

Failures of the machine, such as a full disk, are victims, too, if they are named.
"""

import argparse
import secrets
import signal
import sys
import time
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

from tests.crash.admins import AdminsTest
from tests.crash.backups import BackupsTest
from tests.crash.failures import FAILURES
from tests.crash.mailbox import MailboxTest
from tests.crash.nodes import NodesTest
from tests.crash.run import CrashTest
from tests.crash.standby import StandbyTest

VICTIMS = {
    "sqlite": CrashTest,
    "postgresql": partial(CrashTest, postgresql=True),
    "two-servers": partial(CrashTest, postgresql=True, servers=2),
    "mailbox": MailboxTest,
    "backups": BackupsTest,
    "backups-postgresql": partial(BackupsTest, postgresql=True),
    "nodes": NodesTest,
    "admins": AdminsTest,
    "standby": StandbyTest,
}
"""The servers that are struck."""


def crash_test(name, folder, seed, strikes, **settings):
    """Runs the test of these victims; returns its figures."""
    print(f"{name} in {folder}, seed {seed}", flush=True)
    with ExitStack() as stack:
        made = (VICTIMS | FAILURES)[name](stack, folder, seed, strikes, **settings)
        made.prepare()
        made.run()
        return made.check()


def main():
    """Prints the results."""
    options = _options()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))  # with all that it has started
    each = -(-options.kills // len(options.victims))
    for name in options.victims:
        started = time.monotonic()
        folder = Path(mkdtemp(prefix="pbm-crash-"))  # kept for inspection when something was lost
        front = {"postfix": options.postfix, "pgbouncer": options.pgbouncer}
        figures = crash_test(name, folder, options.seed, each, **front if name == "nodes" else {})
        rmtree(folder)
        print(f"{name}: {figures}; {time.monotonic() - started:.0f} s", flush=True)


def _options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=400, help="for all victims together")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6))
    parser.add_argument("--victims", nargs="+", choices=[*VICTIMS, *FAILURES], default=[*VICTIMS])
    parser.add_argument("--postfix", action="store_true", help="nodes get mail by Debian's Postfix")
    parser.add_argument("--pgbouncer", action="store_true", help="nodes' PgBouncer")
    return parser.parse_args()


if __name__ == "__main__":
    main()
