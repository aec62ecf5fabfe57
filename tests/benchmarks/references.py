"""Servers to compare with, as programs: `python references.py bare|row|sink FOLDER`.

Each prints its port. `bare` answers 250 and discards; `row` stores each mail as a row in SQLite
(WAL, synchronous=FULL) before it answers; `sink` is bare and prints its count of mails at the end.
"""

import asyncio
import logging
import signal
import sqlite3
import sys
from pathlib import Path

from aiosmtpd.smtp import SMTP


class Bare:
    """A handler that accepts and discards every mail."""

    taken = 0

    async def handle_DATA(self, server, context, envelope):  # noqa: N802 - aiosmtpd's name
        self.keep(envelope)
        self.taken += 1
        return "250 Ok"

    def keep(self, envelope):
        """Does nothing."""


class Row(Bare):
    """A handler that stores each mail as a row."""

    def __init__(self, path):
        self._rows = sqlite3.connect(path, isolation_level=None)
        self._rows.execute("pragma journal_mode=wal")
        self._rows.execute("pragma synchronous=full")
        self._rows.execute("create table mail (sender text, recipient text, content blob)")

    def keep(self, envelope):
        """Stores the mail in a transaction."""
        row = (envelope.mail_from, envelope.rcpt_tos[0], envelope.content)
        self._rows.execute("insert into mail values (?, ?, ?)", row)


def tell(taken):
    """Prints how many mails were taken so far."""
    Path(sys.argv[2], "taken").write_text(str(taken))


async def listen(handler):
    """Returns a server of aiosmtpd with this handler, at a free port."""
    loop = asyncio.get_running_loop()
    made = lambda: SMTP(handler, hostname="reference", loop=loop)  # noqa: E731 - a factory
    return await loop.create_server(made, "127.0.0.1", 0, backlog=1000)


async def serve(handler):
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    server = await listen(handler)
    print(server.sockets[0].getsockname()[1], flush=True)
    while not stop.is_set():
        try:
            await asyncio.wait_for(stop.wait(), 0.05)
        except TimeoutError:
            await asyncio.to_thread(tell, handler.taken)
    server.close()


if __name__ == "__main__":
    logging.getLogger("mail.log").setLevel(logging.CRITICAL)
    kind, folder = sys.argv[1:]
    asyncio.run(serve(Row(Path(folder) / "reference.db") if kind == "row" else Bare()))
