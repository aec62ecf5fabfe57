"""The delivery processes, which run while there is mail to send; the server wakes them."""

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
from pbm.leases import LEASE

STOP_SECONDS = FINISH_SECONDS + 5
FIRST_SECONDS = 60
"""Each runs at the server's start: mails that waited for the relay go out, and errors are seen."""


def run_delivery_worker(
    settings: Settings, pipe: Connection, beating: Connection, *, incarnation: str
) -> None:
    """Delivers mail until the other end of the pipe is closed, also by the server's death."""
    configure_logging(settings.log_style)
    with open_app(settings, incarnation=incarnation, force=True) as app:
        asyncio.run(_deliver(app.mail.deliverer, pipe, Heartbeat(beating)))


async def _deliver(deliverer: Deliverer, pipe: Connection, heartbeat: Heartbeat) -> None:
    async with heartbeat.beating():
        await deliverer.run(pipe)


class DeliveryProcess(OnDemandProcess):
    """Runs a delivery process; when stopped, it sends the mail that it is sending."""

    def __init__(
        self,
        settings: Settings,
        fork_server: ForkServer,
        incarnation: str,
        has_work: Callable[[], bool],
        number: int = 1,
    ) -> None:
        """`incarnation`: the server's; each process holds leases of its own.

        `has_work`: returns True if mails wait. `number`: that among the server's.
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
        """Notifies the process of mail to send, or has it started; never blocks.

        A process whose pipe is full is busy, and looks for mail anyway; so does one that starts.
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
            os.set_blocking(self.child.pipe.fileno(), False)


class DeliveryProcesses:
    """The delivery processes of a server; the database keeps the order of what they send."""

    def __init__(
        self,
        settings: Settings,
        fork_server: ForkServer,
        incarnation: str,
        has_work: Callable[[], bool],
    ) -> None:
        """`incarnation`: the server's. `has_work`: returns True if mails wait."""
        self.processes = [
            DeliveryProcess(settings, fork_server, incarnation, has_work, number)
            for number in range(1, settings.delivery_workers + 1)
        ]
        self._turns = cycle(self.processes)

    def wake(self) -> None:
        """Notifies one process of mail to send, each in its turn: the others look once a second.

        Those that don't run are started.
        """
        for process in self.processes:
            process.expect_work()
        next(self._turns).wake()

    def finish(self) -> None:
        """Starts a process if mails wait and none runs: when it is stopped, it sends them first."""
        first = self.processes[0]
        if not any(process.child for process in self.processes) and first.is_needed:
            first.check()

    def stop(self) -> None:
        """Lets all finish the mails that they are sending, and stops them."""
        stop_together(self.processes, STOP_SECONDS)


def has_mail(app: App) -> bool:
    """Returns True if mails are due, or will soon be: while one is sent, its lease's end is."""
    with app.database.snapshot() as work:
        return work.outbox.is_due_by(app.clock.now() + LEASE)
