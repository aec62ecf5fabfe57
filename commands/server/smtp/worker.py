"""An SMTP process: serves clients on one core, while the server processes mail on another.

It doesn't open the database. It parses mails, and passes them to the server, which stores them.
It takes the mails of `pbm receive` and lines typed in the shell, too. There may be several, which
share the sockets at which they listen, and the limits of clients.
"""

import asyncio
import mmap
import socket
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection

from commands.server.processes.child_process import OPEN
from commands.server.processes.heartbeat import Heartbeat
from commands.server.smtp.listeners import PIPE, limits_of, make_server, serve_listeners
from commands.server.smtp.local_socket import PipeServer
from commands.server.smtp.own_addresses import OwnAddressReceiver
from commands.server.writer.writer_pipe import WriterPipe
from commands.settings import Settings
from commands.system.essential_thread import essential_thread
from commands.system.logs.logging import configure_logging
from mail.reading.incoming import read_incoming_mail
from mail.smtp.connection_table import ConnectionTable
from pbm.errors import UsageError


def run_smtp_worker(
    settings: Settings,
    pipe: Connection,
    beating: Connection,
    counts: int,
    *listening: int,
    protocols: Sequence[str],
    number: int,
) -> None:
    """Serves clients until the server sends STOP, or dies.

    `counts`: the file of the connections of all SMTP processes, of which this one has a number.
    `listening`: the sockets, each with its protocol.
    """
    configure_logging(settings.log_style)
    with open(counts, "r+b") as file:
        table = ConnectionTable(mmap.mmap(file.fileno(), 0), limits_of(settings), number)
    sockets = list(zip(protocols, listening, strict=True))
    with suppress(BrokenPipeError):  # the server died before OPEN was sent
        asyncio.run(_serve(settings, pipe, Heartbeat(beating), table, sockets))


async def _serve(
    settings: Settings,
    pipe: Connection,
    heartbeat: Heartbeat,
    table: ConnectionTable,
    sockets: Sequence[tuple[str, int]],
) -> None:
    loop, stopping = asyncio.get_running_loop(), asyncio.Event()
    writer_pipe = WriterPipe(pipe, lambda: loop.call_soon_threadsafe(stopping.set))

    def receive(
        sender: str, recipients: tuple[str, ...], content: bytes, network: str
    ) -> "Future[None]":
        read = partial(read_incoming_mail, sender, recipients, content)
        return writer_pipe.submit(network, read)

    try:
        server = make_server(settings, OwnAddressReceiver(settings, receive), table)
    except UsageError as error:
        pipe.send(error.text)
        return
    pipe_server = PipeServer(writer_pipe.submit)
    await serve_listeners(server, settings, [each for each in sockets if each[0] != PIPE])
    for protocol, listening in sockets:
        if protocol == PIPE:
            pipe_server.serve(socket.socket(fileno=listening))
    pipe.send(OPEN)
    essential_thread(writer_pipe.listen, "writer pipe").start()
    async with heartbeat.beating():
        await stopping.wait()
        await asyncio.gather(server.stop(), pipe_server.stop())
