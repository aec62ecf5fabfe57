"""Sending mails to ourselves, and waiting for their return."""

import asyncio
import time
from collections.abc import Sequence

from commands.cli.doctor.round_trip.arrivals import Arrivals
from commands.cli.doctor.round_trip.probes import Probe
from commands.outbound.relay_settings import relay_of
from commands.settings import Settings
from mail.delivery.relay import DeliveryError

WAIT_SECONDS = 60.0
"""The most seconds that a mail to ourselves may take."""
POLL_SECONDS = 0.5


def send(settings: Settings, sender: str, mails: Sequence[Probe]) -> list[str]:
    """Hands mails to the relay; returns the labels of those that it has taken.

    Only another recipient than the first may be refused. Raises DeliveryError.
    """
    return asyncio.run(_send(settings, sender, mails))


async def _send(settings: Settings, sender: str, mails: Sequence[Probe]) -> list[str]:
    connection = relay_of(settings).connections[0]
    taken: list[str] = []
    try:
        for mail in mails:
            try:
                await connection.send(sender, mail.recipient, mail.content)
            except DeliveryError as error:
                if not taken or error.fault != "recipient":
                    raise
            else:
                taken.append(mail.label)
        return taken
    finally:
        await connection.close()


def wait(arrivals: Arrivals, labels: Sequence[str]) -> dict[str, float]:
    """Waits for the mails with these labels; returns the seconds that each took that came."""
    began = time.monotonic()
    took: dict[str, float] = {}
    while len(took) < len(labels):
        seconds = time.monotonic() - began
        missing = [label for label in labels if label not in took]
        took |= dict.fromkeys(arrivals.arrived(missing), seconds)
        if seconds >= WAIT_SECONDS or len(took) == len(labels):
            break
        time.sleep(POLL_SECONDS)
    return took
