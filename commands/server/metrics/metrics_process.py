"""The metrics process, which serves HTTP so that no client can slow down the writer.

The main process sends it reports on the server's state. If the main process hangs, the metrics
process still answers, and its pages show the problem.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection

from commands.server.http_server import LimitedServer
from commands.server.metrics.report import Report, Reporter
from commands.server.metrics.state import DatabaseReader, ServerState
from commands.server.processes.child_process import OPEN, ChildProcess, check_listens
from commands.server.processes.fork_server import ForkServer
from commands.server.processes.heartbeat import BEAT_SECONDS, Heartbeat
from commands.server.processes.supervised_process import SupervisedProcess, run_named
from commands.settings import Settings
from commands.system.essential_thread import essential_thread
from commands.system.logs.logging import configure_logging
from commands.system.process_control import LOW_PRIORITY
from mail.smtp.listen_addresses import read_port
from pbm.process.lazy_logger import get_logger

STOP_SECONDS = 1
"""Seconds to stop. It is short because a client that gets no answer loses nothing."""
NEXT = b"."
"""A message that asks for the next report."""
log = get_logger()


class MetricsProcess(SupervisedProcess):
    """Runs the metrics process, and sends it a report whenever it asks for one."""

    def __init__(self, settings: Settings, fork_server: ForkServer) -> None:
        super().__init__("metrics", run_metrics_worker, settings, fork_server, STOP_SECONDS)

    def send_report(self, reporter: Reporter, problem: str) -> None:
        """Sends a report if the process is waiting for one.

        It never blocks, because at most one report is in the pipe.
        """
        child = self.child
        with suppress(OSError, EOFError):
            if child and child.pipe.poll():
                child.pipe.recv_bytes()
                child.send(reporter.report(problem))

    def _start(self) -> None:
        """Starts the process. Raises UsageError if it can't listen with these settings."""
        run = partial(run_named, self.name, self._run)
        child = ChildProcess(self._fork_server, run, self._settings)
        check_listens(child, self.name)
        self.child = child


def run_metrics_worker(settings: Settings, pipe: Connection, beating: Connection) -> None:
    """Serves HTTP until the main process ends or closes the other end of the pipe."""
    from commands.server.metrics.pages import make_pages  # noqa: PLC0415 - few servers need it

    configure_logging(settings.log_style)
    os.nice(LOW_PRIORITY)  # the writer needs the processor more
    reader = DatabaseReader(settings)
    state = ServerState(reader.read, lambda: _missing(settings))
    address = read_port(settings.metrics)
    try:
        server = LimitedServer(address, make_pages(state))
    except OSError as error:
        pipe.send(f"PBM_METRICS: pbm can't listen on {address}: {error.strerror or error}.")
        return
    log.info("serving metrics", host=address.host, port=server.server_port)
    pipe.send(OPEN)
    with suppress(EOFError, OSError):
        reports = _reports(pipe, Heartbeat(beating))
        # With no report yet, all counters would seem to be reset to zero.
        state.take(next(reports))
        essential_thread(server.serve_forever, "http").start()
        for report in reports:
            state.take(report)


def _reports(pipe: Connection, heartbeat: Heartbeat) -> Iterator[Report]:
    """Yields reports forever. Asks for the next one when one has arrived."""
    pipe.send_bytes(NEXT)
    while True:
        heartbeat.beat()
        if pipe.poll(BEAT_SECONDS):
            yield pipe.recv()
            pipe.send_bytes(NEXT)


def _missing(settings: Settings) -> str:
    return f"{settings.database_file} is missing" if settings.is_file_missing else ""
