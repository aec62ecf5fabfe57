"""Sends the digests and the joined mails that are due."""

from typing import TYPE_CHECKING

from commands.context.services import Services
from commands.notifications.digests import digests
from commands.notifications.overflow import take_overflow
from commands.outbound.mailer import Mailer
from pbm.process.lazy_logger import get_logger

if TYPE_CHECKING:
    from storage import Database
    from storage.unit_of_work import UnitOfWork


log = get_logger()


def send_due_digests(database: "Database", services: Services, mailer: Mailer) -> int:
    """Sends digests, each in its own unit of work; returns the number of players who got one."""
    with database.work() as work:
        players = work.held_notices.due(services.clock.now())
    return sum(_send_to(database, services, mailer, player) for player in players)


def _send_to(database: "Database", services: Services, mailer: Mailer, player: int) -> bool:
    """Returns True if this player was sent something."""
    try:
        with database.work() as work:
            return _queue_digest(work, services, mailer, player)
    except Exception:  # transient, or an error with one player's mails: not the others'
        log.exception("digest not sent", player=player)
        return False


def _queue_digest(work: "UnitOfWork", services: Services, mailer: Mailer, id: int) -> bool:
    """Queues a player's digest; taking the deferred notifications ensures that it is sent once."""
    context = services.server_context(work)
    held = work.held_notices.take_due(id, context.now())
    (player,) = work.players.by_ids([id])
    return mailer.publish(context, digests(context, player, held)) > 0


# Sends the mails above the limits, joined, once there is room for them.


def send_due_overflow(database: "Database", services: Services, mailer: Mailer) -> int:
    """Sends what is due, each recipient's in its own unit of work; returns their number."""
    with database.work() as work:
        recipients = work.overflow.due(services.clock.now())
    return sum(_send_overflow(database, services, mailer, recipient) for recipient in recipients)


def _send_overflow(
    database: "Database", services: Services, mailer: Mailer, recipient: str
) -> bool:
    """Returns True if this recipient was sent something."""
    try:
        with database.work() as work:
            context = services.server_context(work)
            return mailer.publish(context, take_overflow(context, recipient)) > 0
    except Exception:  # transient, or an error with one recipient's mails: not the others'
        log.exception("joined mail not sent")
        return False
