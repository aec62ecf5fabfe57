"""The server's handle on the process that takes requests to unsubscribe by one click."""

from commands.server.mail_receiving import MailReceivingProcess, Receive
from commands.server.processes.child_process import ChildProcess, check_listens
from commands.server.processes.fork_server import ForkServer
from commands.server.processes.preloading import UNSUBSCRIBING, LateWorker
from commands.settings import Settings

NAME = "unsubscribe"
STOP_SECONDS = 5


class UnsubscribingProcess(MailReceivingProcess):
    """Runs the process; each request comes from it as a mail to an unsubscribe address."""

    def __init__(self, settings: Settings, fork_server: ForkServer, receive: Receive) -> None:
        run = LateWorker(UNSUBSCRIBING, "run_unsubscribing_worker")
        super().__init__(NAME, run, settings, fork_server, STOP_SECONDS, receive=receive)

    def check_started(self, child: ChildProcess) -> None:
        """Waits until it listens; raises UsageError if the settings don't allow that."""
        check_listens(child, NAME)
