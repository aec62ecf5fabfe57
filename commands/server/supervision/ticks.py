"""The steps that the main process repeats: heartbeats, clocks and health checks."""

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from commands.server.app.app import App
from commands.server.membership import CLOCKS, HEALTH, Membership
from commands.server.supervision.process_recorder import ProcessRecorder
from commands.server.supervision.server_parts import ServerParts
from pbm.process.lazy_logger import get_logger
from storage import retry_after_contention

log = get_logger()
TICK_SECONDS = 60
POLL_SECONDS = 1
"""Seconds between checks for new leases, so that a node starts their work within a second."""
Step = Callable[[], object]


class Ticks:
    """The steps that are repeated in threads until the server stops."""

    def __init__(
        self, app: App, parts: ServerParts, membership: Membership, recorder: ProcessRecorder
    ) -> None:
        self._app, self._parts, self._membership = app, parts, membership
        self._steps: Sequence[Step] = (
            app.database.refresh_counts,
            self._run_clocks,
            parts.retry_failed_mail,
            self._check_health,
            recorder.record,
        )
        self._leases: frozenset[str] = frozenset()
        """The leases that this node had at the last tick."""

    async def send_heartbeats(self, stopping: asyncio.Event) -> None:
        """Sends this node's heartbeats until the server stops."""
        while not await stops_within(self._membership.seconds, stopping):
            await _run(self._send_heartbeat)

    async def run(self, stopping: asyncio.Event) -> None:
        """Runs the steps every TICK_SECONDS, and as soon as this node gets another lease."""
        while True:
            self._leases = self._membership.leases
            for step in self._steps:
                await _run(step)
            due = time.monotonic() + TICK_SECONDS
            while time.monotonic() < due and not self._membership.leases - self._leases:
                if await stops_within(POLL_SECONDS, stopping):
                    return

    def _send_heartbeat(self) -> None:
        self._membership.beat(drained=self._parts.is_drained)

    def _run_clocks(self) -> None:
        """Runs the clocks if this node has their lease.

        Otherwise it only checks for clock jumps.
        """
        if self._membership.has(CLOCKS):
            self._app.background.clock_watcher.tick()
            self._parts.reporter.ticked()
        else:
            self._app.background.clock_watcher.follow_clock()

    def _check_health(self) -> None:
        """Runs the health checks of this node, and the shared ones if it has their lease."""
        self._app.background.health_monitor.check(leads=self._membership.has(HEALTH))


async def stops_within(seconds: float, stopping: asyncio.Event) -> bool:
    """Waits until the server stops or `seconds` have passed. Returns whether the server stops."""
    with suppress(TimeoutError):
        await asyncio.wait_for(stopping.wait(), seconds)
    return stopping.is_set()


async def _run(step: Step) -> None:
    """Runs a step in a thread. The step opens its own transactions."""
    try:
        await asyncio.to_thread(retry_after_contention(step))
    except Exception:  # the database may work again at the next tick
        log.exception("tick failed")
