"""Send the emails that exceeded a recipient's limit, as one email, once the limit allows it."""

from datetime import datetime

from commands.context.services import Services
from commands.outbound.mailer import Mailer
from commands.outbound.notifications.overflow import take_overflow
from pbm.process.lazy_logger import get_logger
from storage import Database

log = get_logger()


def send_due_overflow(
    database: "Database", services: Services, mailer: Mailer, now: datetime
) -> int:
    """Sends the due emails of each recipient in one transaction.

    Returns the number of recipients.
    """
    with database.work() as work:
        recipients = work.overflow.due(now)
    return sum(_send_overflow(database, services, mailer, recipient) for recipient in recipients)


def _send_overflow(
    database: "Database", services: Services, mailer: Mailer, recipient: str
) -> bool:
    """Sends this recipient what is due, and returns whether that was anything."""
    try:
        with database.work() as work:
            context = services.server_context(work)
            return mailer.publish(context, take_overflow(context, recipient)) > 0
    except Exception:  # transient, or an error that concerns only this recipient
        log.exception("failed to send combined emails")
        return False
