"""Connect, start and stop the writer threads and child processes of a server."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from commands.server.app.app import App
from commands.server.background import BackgroundProcess, plays, solves
from commands.server.delivery_process import DeliveryProcesses, has_mail
from commands.server.mailbox.process import MailboxProcess
from commands.server.membership import Membership, mailbox_lease
from commands.server.metrics.metrics_process import MetricsProcess
from commands.server.metrics.report import Reporter
from commands.server.processes.fork_server import ForkServer
from commands.server.processes.on_demand_process import OnDemandProcess
from commands.server.processes.supervised_process import SupervisedProcess
from commands.server.site_process import SiteProcess
from commands.server.smtp.listeners import takes_mail
from commands.server.smtp.process import SmtpProcesses
from commands.server.typed_lines import TypedLines
from commands.server.unsubscribing import UnsubscribingProcess
from commands.server.writer.batch_writer import Writer
from commands.server.writer.deferred_hashing import DeferredHasher
from commands.server.writer.emails_in_hand import NAME as IN_HAND
from commands.server.writer.emails_in_hand import EmailsInHand
from commands.server.writer.failed_mail_retries import FailedMailRetries
from pbm.errors import UsageError
from pbm.process.lazy_logger import get_logger

log = get_logger()


class ServerParts:
    """The writer threads and the child processes of one server, which start and stop together."""

    def __init__(
        self,
        app: App,
        hasher: DeferredHasher,
        membership: Membership,
        fork_server: ForkServer,
        *,
        include_old: bool = False,
    ) -> None:
        """Constructs everything. Nothing runs before `start`.

        `include_old`: handle emails that were in the mailbox before it was first read.
        """
        settings = app.settings
        self._settings, self._membership, self._fork_server = settings, membership, fork_server
        shared = settings, fork_server
        self._delivery = DeliveryProcesses(*shared, app.incarnation, partial(has_mail, app))
        self.writer = self._new_writer(app, hasher)
        self._retries = FailedMailRetries(
            app.database, app.clock, self.writer.receive, self.writer.forget_deaths
        )
        self._typed_lines = TypedLines(app, self._delivery.wake, self.writer.take_turns)
        self._smtp = SmtpProcesses(*shared, self.writer.receive, self._typed_lines.submit)
        self._mailbox = MailboxProcess(*shared, self.writer.receive, include_old=include_old)
        self._unsubscribing = UnsubscribingProcess(*shared, self.writer.receive)
        self._background = BackgroundProcess(app, fork_server)
        self._site = SiteProcess(*shared)
        self._metrics = MetricsProcess(*shared)
        self.processes = self._processes_of_settings()
        self.reporter = Reporter(
            self.processes,
            lambda: self.writer.mails_waiting,
            lambda: app.database.problem,
            membership,
        )

    def _new_writer(self, app: App, hasher: DeferredHasher) -> Writer:
        threads = app.database.writers(self._settings.writers)
        return Writer(
            app.database,
            app.mail.handler,
            self._delivery.wake,
            hasher,
            EmailsInHand(self._settings.data / IN_HAND, threads),
            follow_clock=app.background.clock_watcher.follow_clock,
            on_results=self._send_results,
            threads=threads,
        )

    def _processes_of_settings(self) -> Sequence[SupervisedProcess]:
        """Returns the processes that these settings require, in the order in which they start."""
        settings = self._settings
        return [
            *(self._delivery.processes if "delivery" in settings.role_set else []),
            *(self._smtp.processes if takes_mail(settings) else []),
            *([self._mailbox] if settings.mailbox else []),
            *([self._unsubscribing] if settings.unsubscribe_listen else []),
            *([self._background] if plays(settings) or solves(settings) else []),
            *([self._site] if settings.site else []),
            *([self._metrics] if settings.metrics else []),
        ]

    def start(self) -> None:
        """Starts everything. Raises UsageError if the settings make that impossible."""
        self.writer.start()
        for process in self.processes:
            start_or_leave(partial(self.check, process))

    def check(self, process: SupervisedProcess) -> str:
        """Checks a process, or stops it while this node shouldn't do its work.

        Returns "died" or "hangs" if the process was replaced. Raises OSError if no process can be
        started now.
        """
        if self._is_wanted(process):
            return process.check()
        process.retire()
        return ""

    @property
    def is_drained(self) -> bool:
        """Whether this node is draining and has finished all its work."""
        works = any(process.child for process in self.processes if process not in self._readers)
        return bool(self._membership.drain_reason) and not works and not self.writer.mails_waiting

    @property
    def _readers(self) -> Sequence[SupervisedProcess]:
        """The processes that only publish data. They also run on a node that is draining."""
        return (self._site, self._metrics)

    def report_to_metrics(self, problem: str) -> None:
        """Reports to the metrics process.

        `problem`: why the server isn't live, or an empty string.
        """
        self._metrics.send_report(self.reporter, problem)

    def retry_failed_mail(self) -> None:
        """Tries failed emails again that are due, unless this node is draining."""
        if not self._membership.drain_reason:
            self._retries.run()

    def stop(self) -> None:
        """Stops everything, incoming mail first.

        The writer handles the emails that have arrived.
        """
        # Order: receive no more mail, then handle the emails that have arrived, then answer.
        stop_all(
            {
                "SMTP": self._smtp.stop,
                "mailbox": self._mailbox.stop,
                "unsubscribing": self._unsubscribing.stop,
                "typed lines": self._typed_lines.stop,
                "writer": self.writer.stop,
                "background": self._background.stop,
                "waiting mail": self._deliver_rest,
                "delivery": self._delivery.stop,
                "site": self._site.stop,
                "metrics": self._metrics.stop,
                "fork server": self._fork_server.stop,
            }
        )

    def _deliver_rest(self) -> None:
        """Has the remaining emails delivered before the server stops.

        Does nothing if the node is draining.
        """
        first = self._delivery.processes[0]
        if first in self.processes and not self._membership.drain_reason:
            self._delivery.finish()

    def _send_results(self) -> None:
        for process in (*self._smtp.processes, self._mailbox, self._unsubscribing):
            process.send_results()

    def _is_wanted(self, process: SupervisedProcess) -> bool:
        if process in self._readers:  # pages of a game can't be made without its rules
            return process is not self._site or not self._membership.missing_games
        if process is self._mailbox:
            return self._membership.has(mailbox_lease(self._settings))
        if self._membership.drain_reason:
            return False
        return not isinstance(process, OnDemandProcess) or process.is_needed


def start_or_leave(check: Callable[[], object]) -> None:
    """Starts a process. After any error except UsageError, the supervisor tries again later."""
    try:
        check()
    except UsageError:
        raise
    except Exception as error:  # noqa: BLE001 - the supervisor tries again
        log.warning("failed to start a process", error=error)


def stop_all(stops: Mapping[str, Callable[[], None]]) -> None:
    """Stops all parts in order. Logs an error in one part and continues with the next."""
    for name, stop in stops.items():
        try:
            stop()
        except Exception:
            log.exception("failed to stop cleanly", part=name)
