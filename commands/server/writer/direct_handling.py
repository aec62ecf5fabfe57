"""Handles emails without a server, in the process that runs a command."""

from datetime import datetime

from commands.inbound.failed_emails import is_own_fault, read_failed_mail
from commands.inbound.mail_handler import MailHandler
from commands.server.writer.failed_mail_retries import MAX_AT_ONCE
from commands.server.writer.writer_pipe import log_error
from commands.system.stored_types import Database
from mail.reading.incoming import IncomingMail

TRIES = 2
"""Number of tries after which an email is kept."""


def handle_directly(database: Database, handler: MailHandler, mail: IncomingMail) -> None:
    """Handles an email, or keeps it if it fails twice because of an error in pbm.

    Raises the error if the email must be sent again.
    """
    for _ in range(TRIES):
        try:
            with database.work() as work, work.savepoint():
                handler.handle(work, mail)
                return
        except Exception as error:
            if not is_own_fault(error):
                raise
            failure = error
    reference = log_error(failure)
    with database.work() as work:
        if not handler.keep(work, mail, failure, reference):
            raise failure


def try_requested(database: Database, handler: MailHandler, now: datetime) -> None:
    """Tries the failed emails again for which an admin has asked."""
    for _ in range(MAX_AT_ONCE):
        with database.work() as work:
            mail = work.failed_mails.begin_try(now, now, 0)
        if mail is None:
            return
        handle_directly(database, handler, read_failed_mail(mail))
