"""Send the digests and combined emails that are due."""

from datetime import datetime

from commands.context.services import Services
from commands.outbound.mailer import Mailer
from commands.outbound.notifications.digest_contents import digests
from pbm.process.lazy_logger import get_logger
from storage import Database
from storage.unit_of_work import UnitOfWork

log = get_logger()


def send_due_digests(
    database: "Database", services: Services, mailer: Mailer, now: datetime
) -> int:
    """Sends digests, each in its own transaction. Returns the number of players who got one."""
    with database.work() as work:
        players = work.deferred_notifications.due(now)
    return sum(_send_to(database, services, mailer, player, now) for player in players)


def _send_to(
    database: "Database", services: Services, mailer: Mailer, player: int, now: datetime
) -> bool:
    """Whether this player was sent anything."""
    try:
        with database.work() as work:
            return _queue_digest(work, services, mailer, player, now)
    except Exception:  # transient, or an error that concerns only this player
        log.exception("failed to send a digest", player=player)
        return False


def _queue_digest(
    work: "UnitOfWork", services: Services, mailer: Mailer, id: int, now: datetime
) -> bool:
    """Queues a player's digest. Taking the deferred notifications ensures that it is sent once."""
    context = services.server_context(work)
    deferred = work.deferred_notifications.take_due(id, now)
    (player,) = work.players.by_ids([id])
    return mailer.publish(context, digests(context, player, deferred)) > 0
