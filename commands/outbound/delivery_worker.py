"""What delivers mail: the worker of `pbm serve`, and the shell where that writes files."""

import asyncio
import secrets
import time
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

import structlog

from commands.outbound.addressing import make_seal
from commands.outbound.outbox_queue import OutboxQueue
from commands.outbound.worker_lock import Claim
from commands.security.keys import open_keys
from commands.settings import Settings
from commands.system.logging import configure_logs
from mail.delivery.delivery import Delivery
from mail.delivery.relay import Relay
from mail.delivery.relays import open_relay
from pbm.clock import SystemClock
from storage import Database, open_database

POLL_SECONDS = 1.0
"""How often to look for mails that others have queued, or that are due again."""
FINISH_SECONDS = 10
"""How long a worker that is to end goes on with what is due."""

GRACE_SECONDS = 5
"""How much longer the next worker waits for it."""
CLAIM_SECONDS = 0.1

log = structlog.get_logger()


class Wakes:
    """The pipe by which the server says that there is mail; it ends when the server does."""

    def __init__(self, pipe: Connection, delivery: Delivery) -> None:
        self._pipe, self._delivery = pipe, delivery
        self._woken = asyncio.Event()
        self.ended = False
        asyncio.get_running_loop().add_reader(pipe.fileno(), self._read)

    async def wait(self) -> bool:
        """Whether the server had something to say; else it is time to look for mail anyway."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._woken.wait(), POLL_SECONDS)
        said = self._woken.is_set()
        self._woken.clear()
        return said

    def _read(self) -> None:
        self._woken.set()
        try:
            while self._pipe.poll():
                self._pipe.recv_bytes()
        except EOFError:
            self.ended = True
            loop = asyncio.get_running_loop()
            loop.remove_reader(self._pipe.fileno())
            loop.call_later(FINISH_SECONDS, self._delivery.stop)


def run_worker(settings: Settings, pipe: Connection) -> None:
    """Delivers mail until the other end of the pipe is closed, be it by the server's death."""
    configure_logs()
    database = open_database(settings.database_url)
    try:
        with Claim(settings.data / "delivery") as claim:
            asyncio.run(_carry(settings, database, claim, pipe))
    finally:
        database.close()


async def _carry(settings: Settings, database: Database, claim: Claim, pipe: Connection) -> None:
    queue = queue_of(settings, database, secrets.token_hex(8))
    delivery = Delivery(queue, relay_of(settings))
    wakes = Wakes(pipe, delivery)
    until = time.monotonic() + FINISH_SECONDS + GRACE_SECONDS
    while not wakes.ended:
        await asyncio.to_thread(_claim, queue, claim)
        if claim.taken and time.monotonic() < until:
            await asyncio.sleep(CLAIM_SECONDS)
            continue
        await delivery.deliver()
        if not await wakes.wait():
            await delivery.close()  # servers hang up on idle clients
    await delivery.deliver()
    await delivery.close()


def _claim(queue: OutboxQueue, claim: Claim) -> None:
    """Holds mails under the name of this folder's worker, once that is us; takes back its mails.

    A worker whose server was killed may still be at it for a while; until then all is in its hands.
    Whoever holds mails under another name and is killed leaves them to their lease.
    """
    if not claim.won and (name := claim.win()):
        queue.holder = name
        queue.take_back()


def deliver_now(settings: Settings, database: Database) -> None:
    """Delivers what is due from the shell, where that is a matter of writing files.

    What it is about is done already: where it can't be told now, it is told later.
    """
    if not settings.relay.startswith("maildir:"):
        return
    try:
        queue = queue_of(settings, database, secrets.token_hex(8))
        asyncio.run(Delivery(queue, relay_of(settings)).deliver())
    except Exception as error:  # noqa: BLE001 - whatever it is, the mails wait
        log.error("mails must wait", trouble=f"{type(error).__name__}: {error}")  # noqa: TRY400


def queue_of(settings: Settings, database: Database, holder: str) -> OutboxQueue:
    """Outgoing mail, with all that it takes to write it."""
    clock = SystemClock()
    keys = open_keys(settings.data / "key", clock)
    return OutboxQueue(database, clock, make_seal(settings.address, keys), holder)


def relay_of(settings: Settings) -> Relay:
    """Where outgoing mail goes."""
    return open_relay(settings.relay, Path(settings.data) / "outbox", settings.host)
