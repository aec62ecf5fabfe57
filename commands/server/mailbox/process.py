"""The main process's handle on the mailbox process, which reads a mailbox at a provider."""

from functools import partial

from commands.server.mail_receiving import MailReceivingProcess, Receive
from commands.server.processes.fork_server import ForkServer
from commands.server.processes.preloading import MAILBOX, LateWorker
from commands.server.writer.writer_pipe import BUSY
from commands.settings import Settings
from pbm.process.lazy_logger import get_logger
from storage.errors import is_of_database

STOP_SECONDS = 15

log = get_logger()


class MailboxProcess(MailReceivingProcess):
    """Runs the mailbox process. When it is stopped, it first files the emails that are stored."""

    def __init__(
        self,
        settings: Settings,
        fork_server: ForkServer,
        receive: Receive,
        *,
        include_old: bool = False,
    ) -> None:
        """`include_old`: handle emails that were in the mailbox before it was first read."""
        run = partial(LateWorker(MAILBOX, "run_mailbox_worker"), include_old=include_old)
        super().__init__("mailbox", run, settings, fork_server, STOP_SECONDS, receive=receive)

    def result(self, error: BaseException | None) -> str:
        """Returns the result of an email.

        After an error of the database, the email is tried again.
        """
        if error and is_of_database(error):
            log.warning("email stays in the mailbox", error=error)
            return BUSY
        return super().result(error)
