"""The delivery process, which the server wakes when there is mail to send."""

import asyncio
import os
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection

from commands.app import open_app
from commands.outbound.delivery_worker import FINISH_SECONDS, Deliverer
from commands.server.fork_server import ForkServer
from commands.server.heartbeat import Heartbeat
from commands.server.supervised_process import SupervisedProcess
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
    """Runs the delivery process; when stopped, it sends the mail that it is sending."""

    def __init__(self, settings: Settings, fork_server: ForkServer, incarnation: str) -> None:
        """`incarnation`: the holder of its leases."""
        run = partial(run_delivery_worker, incarnation=incarnation)
        super().__init__("delivery", run, settings, fork_server, STOP_SECONDS)

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
