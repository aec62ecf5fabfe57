"""The check of the relay that takes outgoing mail."""

import asyncio

from commands.cli.doctor.finding import Finding, broken, ok
from commands.settings import Settings
from mail.delivery.relay import DeliveryError
from mail.delivery.relays import open_relay


def check_relay(settings: Settings) -> Finding:
    """Checks that the relay can be used, and tells what it offers."""
    if folder := settings.outbox_folder:
        return ok(f"Mails are written into the Maildir {folder}; none leaves this machine.")
    try:
        asyncio.run(_connect(settings))
    except DeliveryError as error:
        return broken(
            f"{settings.relay} can't be used: {error}.",
            "See that PBM_RELAY has the right host and port, and that nothing is in the way.",
        )
    return ok(f"{settings.relay} takes mail.")


async def _connect(settings: Settings) -> None:
    connection, *_ = open_relay(settings.relay, settings.data, settings.host).connections
    try:
        await connection.open()
    finally:
        await connection.close()
