"""The delivery processes, which send outgoing mail. The main process wakes them."""

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import cycle
from multiprocessing.connection import Connection

from commands.outbound.delivery_worker import FINISH_SECONDS, Deliverer
from commands.server.app.app import App
from commands.server.app.opening import open_app
from commands.server.processes.fork_server import ForkServer
from commands.server.processes.heartbeat import Heartbeat
from commands.server.processes.on_demand_process import OnDemandProcess
from commands.server.processes.supervised_process import stop_together
from commands.settings import Settings
from commands.system.logs.logging import configure_logging
from pbm.process.leases import LEASE

STOP_SECONDS = FINISH_SECONDS + 5
FIRST_SECONDS = 60
"""Seconds that each process runs at the server's start, to send mail that waited for the relay."""


def run_delivery_worker(
    settings: Settings, pipe: Connection, beating: Connection, *, incarnation: str
) -> None:
    """Delivers mail until the main process ends or closes the other end of the pipe."""
    configure_logging(settings.log_style)
    with open_app(settings, incarnation=incarnation, force=True) as app:
        asyncio.run(_deliver(app.mail.deliverer, pipe, Heartbeat(beating)))


async def _deliver(deliverer: Deliverer, pipe: Connection, heartbeat: Heartbeat) -> None:
    async with heartbeat.beating():
        await deliverer.run(pipe)


class DeliveryProcess(OnDemandProcess):
    """Runs a delivery process. When it is stopped, it first finishes the emails it is sending."""

    def __init__(
        self,
        settings: Settings,
        fork_server: ForkServer,
        incarnation: str,
        has_work: Callable[[], bool],
        number: int = 1,
    ) -> None:
        """Prepares the process without starting it.

        `incarnation`: identifies the run of the server. Each process appends its number, so that it
        has its own leases.
        `has_work`: returns whether any emails wait.
        `number`: the number of this process among the server's delivery processes, from 1.
        """
        suffix = f"-{number}" if number > 1 else ""
        run = partial(run_delivery_worker, incarnation=f"{incarnation}{suffix}")
        super().__init__(
            f"delivery{suffix}",
            run,
            settings,
            fork_server,
            STOP_SECONDS,
            has_work=has_work,
            first_seconds=FIRST_SECONDS,
        )

    def wake(self) -> None:
        """Notifies the process of mail to send. Requests its start if it isn't running.

        Never blocks.

        If the pipe is full, the notification isn't needed: the process is busy, and polls for mail
        anyway.
        """
        child = self.child
        if child is None:
            self.called.set()
            return
        with suppress(OSError):
            child.send(None)

    def _start(self) -> None:
        super()._start()
        if self.child:
            # The writer calls `wake`, and mustn't wait for a delivery process that is busy.
            os.set_blocking(self.child.pipe.fileno(), False)


class DeliveryProcesses:
    """The delivery processes of a server. The database keeps their emails in order."""

    def __init__(
        self,
        settings: Settings,
        fork_server: ForkServer,
        incarnation: str,
        has_work: Callable[[], bool],
    ) -> None:
        """`incarnation`: identifies the run of the server. `has_work`: whether any emails wait."""
        self.processes = [
            DeliveryProcess(settings, fork_server, incarnation, has_work, number)
            for number in range(1, settings.delivery_workers + 1)
        ]
        self._turns = cycle(self.processes)

    def wake(self) -> None:
        """Notifies one process of mail to send, and starts processes that aren't running.

        Each call notifies the next process in turn. In addition, each process polls every second.
        """
        for process in self.processes:
            process.expect_work()
        next(self._turns).wake()

    def finish(self) -> None:
        """Starts a process if emails wait and none is running.

        When stopped, it sends them first.
        """
        first = self.processes[0]
        if not any(process.child for process in self.processes) and first.is_needed:
            first.check()

    def stop(self) -> None:
        """Stops all processes once they have finished the emails they are sending."""
        stop_together(self.processes, STOP_SECONDS)


def has_mail(app: App) -> bool:
    """Whether any emails are due or will be within the time of a lease.

    An email that is being sent is due again when its lease ends, in case the sender has died.
    """
    with app.database.snapshot() as work:
        return work.outbox.is_due_by(app.clock.now() + LEASE)
