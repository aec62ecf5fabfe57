"""Sending digests when their time has come."""

import structlog

from commands.context.services import Services
from commands.notifications.digests import digests
from commands.outbound.mailer import Mailer
from pbm.ports import UnitOfWork, UnitOfWorkFactory

log = structlog.get_logger()


def send_due_digests(store: UnitOfWorkFactory, services: Services, mailer: Mailer) -> int:
    """Sends all digests that are due, each in a work of its own; to how many players."""
    with store.work() as work:
        players = work.held_notices.due(services.clock.now())
    return sum(_send_to(store, services, mailer, player) for player in players)


def _send_to(store: UnitOfWorkFactory, services: Services, mailer: Mailer, player: int) -> bool:
    """Whether this player was sent something."""
    try:
        with store.work() as work:
            return _queue_digest(work, services, mailer, player)
    except Exception:  # somebody else was at it, or one player's mails are wrong: not the others'
        log.exception("digest not sent", player=player)
        return False


def _queue_digest(work: UnitOfWork, services: Services, mailer: Mailer, id: int) -> bool:
    """Whoever takes what was held has it alone; whoever comes later finds nothing."""
    context = services.server_context(work)
    held = work.held_notices.take_due(id, context.now())
    (player,) = work.players.by_ids([id])
    return mailer.publish(context, digests(context, player, held)) > 0
