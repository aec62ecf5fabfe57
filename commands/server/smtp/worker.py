"""The main function of an SMTP process.

It serves clients on one core while the main process handles mail on another. It doesn't open the
database: it parses each email and passes it to the main process, which stores it. It also takes
emails from `pbm receive` and lines typed in the shell. Several such processes may share the sockets
and the limits on clients.
"""

import asyncio
import mmap
import socket
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection

from commands.server.processes.child_process import OPEN
from commands.server.processes.heartbeat import Heartbeat
from commands.server.smtp.listeners import PIPE, limits_of, make_server, serve_listeners
from commands.server.smtp.local_socket import PipeServer
from commands.server.smtp.loop_pipe import LoopPipe
from commands.server.smtp.own_addresses import OwnAddressReceiver
from commands.settings import Settings
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
    """Serves clients until the main process sends STOP or dies.

    `counts`: a file with the table of connections of all SMTP processes.
    `listening`: the descriptor of each socket. `protocols`: the protocol of each socket.
    `number`: the index of this process in the table, from 0.
    """
    configure_logging(settings.log_style)
    with open(counts, "r+b") as file:
        table = ConnectionTable(mmap.mmap(file.fileno(), 0), limits_of(settings), number)
    sockets = list(zip(protocols, listening, strict=True))
    with suppress(BrokenPipeError):  # the server died before it could read OPEN
        asyncio.run(_serve(settings, pipe, Heartbeat(beating), table, sockets))


async def _serve(
    settings: Settings,
    pipe: Connection,
    heartbeat: Heartbeat,
    table: ConnectionTable,
    sockets: Sequence[tuple[str, int]],
) -> None:
    stopping = asyncio.Event()
    writer_pipe = LoopPipe(pipe, stopping.set)

    def receive(
        sender: str, recipients: tuple[str, ...], content: bytes, network: str
    ) -> "asyncio.Future[None]":
        read = partial(read_incoming_mail, sender, recipients, content)
        return writer_pipe.submit(network, len(content), read)

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
    writer_pipe.listen()
    async with heartbeat.beating():
        await stopping.wait()
        await asyncio.gather(server.stop(), pipe_server.stop())
