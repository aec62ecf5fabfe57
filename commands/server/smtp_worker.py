"""The SMTP process: serves clients on one core, while the server processes mail on another.

It doesn't open the database. It parses mails, and passes them to the server, which stores them.
"""

import asyncio
import threading
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection

from commands.server.handshake import OPEN
from commands.server.heartbeat import Heartbeat
from commands.server.listeners import make_server, start_listeners
from commands.server.own_address import OwnAddressReceiver
from commands.server.writer_pipe import WriterPipe
from commands.settings import Settings
from commands.system.logging import configure_logging
from mail.reading.incoming import read_incoming_mail
from pbm.errors import UsageError


def run_smtp_worker(settings: Settings, pipe: Connection, beating: Connection) -> None:
    """Serves clients until the server sends STOP, or dies."""
    configure_logging(settings.log_style)
    with suppress(BrokenPipeError):  # the server died before OPEN was sent
        asyncio.run(_serve(settings, pipe, Heartbeat(beating)))


async def _serve(settings: Settings, pipe: Connection, heartbeat: Heartbeat) -> None:
    loop, stopping = asyncio.get_running_loop(), asyncio.Event()
    writer_pipe = WriterPipe(pipe, lambda: loop.call_soon_threadsafe(stopping.set))

    def receive(
        sender: str, recipients: tuple[str, ...], content: bytes, network: str
    ) -> "Future[None]":
        read = partial(read_incoming_mail, sender, recipients, content)
        return writer_pipe.submit(network, read)

    try:
        server = make_server(settings, OwnAddressReceiver(settings, receive))
        await start_listeners(server, settings)
    except UsageError as error:
        pipe.send(error.text)
        return
    pipe.send(OPEN)
    threading.Thread(target=writer_pipe.listen, name="writer pipe", daemon=True).start()
    async with heartbeat.beating():
        await stopping.wait()
        await server.stop()
