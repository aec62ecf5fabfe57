"""The metrics process: answers HTTP, so that no client takes the writer's time.

When the main process hangs, it still answers, and says so.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.connection import Connection

from commands.server.metrics.metrics_process import Report
from commands.server.metrics.state import DatabaseReader, ServerState
from commands.server.processes.child_process import OPEN
from commands.server.processes.heartbeat import BEAT_SECONDS, Heartbeat
from commands.settings import Settings
from commands.system.essential_thread import essential_thread
from commands.system.logs.logging import configure_logging
from commands.system.process_control import LOW_PRIORITY
from mail.smtp.listen_addresses import read_port
from pbm.process.lazy_logger import get_logger

NEXT = b"."
"""Asks for the next report."""

log = get_logger()


def run_metrics_worker(settings: Settings, pipe: Connection, beating: Connection) -> None:
    """Answers until the other end of the pipe is closed, also by the server's death."""
    from commands.server.http_server import LimitedServer  # noqa: PLC0415 - see below
    from commands.server.metrics.pages import make_pages  # noqa: PLC0415 - few servers need it

    configure_logging(settings.log_style)
    os.nice(LOW_PRIORITY)  # mail comes first
    reader = DatabaseReader(settings)
    state = ServerState(reader.read, lambda: _missing(settings))
    address = read_port(settings.metrics)
    try:
        server = LimitedServer(address, make_pages(state))
    except OSError as error:
        pipe.send(f"PBM_METRICS: can't listen on {address}: {error.strerror or error}")
        return
    log.info("serving metrics", host=address.host, port=server.server_port)
    pipe.send(OPEN)
    with suppress(EOFError, OSError):
        reports = _reports(pipe, Heartbeat(beating))
        state.take(next(reports))  # before it, all that was counted would seem to be zero again
        essential_thread(server.serve_forever, "http").start()
        for report in reports:
            state.take(report)


def _reports(pipe: Connection, heartbeat: Heartbeat) -> Iterator[Report]:
    """Yields reports for ever; the next one is asked for when one has come."""
    pipe.send_bytes(NEXT)
    while True:
        heartbeat.beat()
        if pipe.poll(BEAT_SECONDS):
            yield pipe.recv()
            pipe.send_bytes(NEXT)


def _missing(settings: Settings) -> str:
    return f"{settings.database_file} is gone" if settings.is_file_missing else ""
