"""The delivery processes, which the server wakes when there is mail to send."""

import asyncio
import os
from contextlib import suppress
from functools import partial
from itertools import cycle
from multiprocessing.connection import Connection

from commands.app import open_app
from commands.outbound.delivery_worker import FINISH_SECONDS, Deliverer
from commands.server.fork_server import ForkServer
from commands.server.heartbeat import Heartbeat
from commands.server.supervised_process import SupervisedProcess, stop_together
from commands.settings import Settings
from commands.system.logging import configure_logging

STOP_SECONDS = FINISH_SECONDS + 5


def run_delivery_worker(
    settings: Settings, pipe: Connection, beating: Connection, *, incarnation: str
) -> None:
    """Delivers mail until the other end of the pipe is closed, also by the server's death."""
    configure_logging(settings.log_style)
    with open_app(settings, incarnation=incarnation, force=True) as app:
        asyncio.run(_deliver(app.deliverer, pipe, Heartbeat(beating)))


async def _deliver(deliverer: Deliverer, pipe: Connection, heartbeat: Heartbeat) -> None:
    async with heartbeat.beating():
        await deliverer.run(pipe)


class DeliveryProcess(SupervisedProcess):
    """Runs a delivery process; when stopped, it sends the mail that it is sending."""

    def __init__(
        self, settings: Settings, fork_server: ForkServer, incarnation: str, number: int = 1
    ) -> None:
        """`incarnation`: the server's; each process holds leases of its own.

        `number`: that among the delivery processes of the server.
        """
        suffix = f"-{number}" if number > 1 else ""
        run = partial(run_delivery_worker, incarnation=f"{incarnation}{suffix}")
        super().__init__(f"delivery{suffix}", run, settings, fork_server, STOP_SECONDS)

    def wake(self) -> None:
        """Notifies the process of mail to send, if it runs; never blocks.

        A process whose pipe is full is busy, and looks for mail anyway; so does one that starts.
        """
        child = self.child
        with suppress(OSError):
            if child:
                child.send(None)

    def _start(self) -> None:
        super()._start()
        if self.child:
            os.set_blocking(self.child.pipe.fileno(), False)


class DeliveryProcesses:
    """The delivery processes of a server; the database keeps the order of what they send."""

    def __init__(self, settings: Settings, fork_server: ForkServer, incarnation: str) -> None:
        """`incarnation`: the server's."""
        self.processes = [
            DeliveryProcess(settings, fork_server, incarnation, number)
            for number in range(1, settings.delivery_workers + 1)
        ]
        self._turns = cycle(self.processes)

    def wake(self) -> None:
        """Notifies one process of mail to send, each in its turn: the others look once a second."""
        next(self._turns).wake()

    def stop(self) -> None:
        """Lets all finish the mails that they are sending, and stops them."""
        stop_together(self.processes, STOP_SECONDS)
