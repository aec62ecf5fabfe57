"""The server's handle on the SMTP process.

A client gets its 250 once its mail is stored. If either process dies before, the client gets no
answer, and sends again.
"""

from commands.server.child_process import ChildProcess
from commands.server.fork_server import ForkServer
from commands.server.handshake import check_listens
from commands.server.mail_receiving import MailReceivingProcess, Receive
from commands.server.smtp_worker import run_smtp_worker
from commands.settings import Settings

STOP_SECONDS = 20


class SmtpProcess(MailReceivingProcess):
    """Runs the SMTP process; when stopped, the mails that have arrived are processed first."""

    def __init__(self, settings: Settings, fork_server: ForkServer, receive: Receive) -> None:
        super().__init__(
            "smtp", run_smtp_worker, settings, fork_server, STOP_SECONDS, receive=receive
        )

    def check_started(self, child: ChildProcess) -> None:
        """Waits until it listens; raises UsageError if the settings don't allow that."""
        check_listens(child, "SMTP")
