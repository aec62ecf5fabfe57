"""The main function of the mailbox process.

It reads the mailbox at a provider and passes its emails to the main process, which stores them with
their UIDs. It opens the database only for its own records.
"""

import threading
from contextlib import suppress
from multiprocessing.connection import Connection

from commands.server.app.app import App
from commands.server.app.opening import open_app
from commands.server.mailbox.envelopes import MailboxEnvelopes
from commands.server.mailbox.reader import MailboxReader
from commands.server.mailbox.retries import Retries
from commands.server.mailbox.state import MailboxState
from commands.server.processes.heartbeat import BEAT_SECONDS, Heartbeat
from commands.server.processes.thread_progress import Progress
from commands.server.workers.retention import KEEP_SEEN_MAILS
from commands.server.writer.writer_pipe import WriterPipe
from commands.settings import Settings
from commands.system.essential_thread import essential_thread
from commands.system.logs.logging import configure_logging
from commands.system.secrets.login_secrets import make_login
from mail.mailbox.errors import MailboxError
from mail.mailbox.metrics import CONNECTED, FAILURES
from mail.mailbox.session import open_session
from pbm.process.lazy_logger import get_logger

log = get_logger()
TIMEOUT_SECONDS = 60
"""Maximum number of seconds for a connection, and for each answer of the IMAP server."""


def run_mailbox_worker(
    settings: Settings, pipe: Connection, beating: Connection, *, include_old: bool
) -> None:
    """Reads the mailbox until the main process sends STOP or dies."""
    configure_logging(settings.log_style)
    heartbeat, stopping = Heartbeat(beating), threading.Event()
    writer_pipe, progress = WriterPipe(pipe, stopping.set), Progress(stopping)
    with open_app(settings, force=True) as app:
        worker = MailboxWorker(app, writer_pipe, progress, include_old=include_old)
        reader = essential_thread(worker.run, "mailbox")
        for thread in (essential_thread(writer_pipe.listen, "writer pipe"), reader):
            thread.start()
        while reader.is_alive():
            if progress.is_made:
                heartbeat.beat()
            reader.join(BEAT_SECONDS)


class MailboxWorker:
    """Opens sessions with the mailbox, one after another."""

    def __init__(
        self, app: App, writer_pipe: WriterPipe, progress: Progress, *, include_old: bool
    ) -> None:
        settings = app.settings
        self._address = settings.mailbox_address
        secrets = settings.mailbox_password_file, settings.mailbox_token_command
        login = make_login(self._address, *secrets, settings.data)
        assert login  # noqa: S101 - the settings demand a user
        self._login = login
        self._progress = progress
        self._include_old = include_old
        self._state = MailboxState(
            app.database, self._address, app.clock, KEEP_SEEN_MAILS, settings.first_uid
        )
        envelopes = MailboxEnvelopes(settings, self._address)
        self._reader = MailboxReader(self._state, envelopes, writer_pipe, progress)
        self._retries = Retries(self._login.secret, progress)

    def run(self) -> None:
        """Reads the mailbox until the server stops, whatever errors occur."""
        while not self._progress.pause(0):
            try:
                self._serve()
            except MailboxError as error:
                self._fail(error)
            except Exception:  # the database may work again at the next try
                log.exception("failed to read the mailbox")
                self._retries.wait("connect")

    def _serve(self) -> None:
        session = open_session(self._address, self._login, timeout=TIMEOUT_SECONDS)
        try:
            self._reader.serve(session, self._succeed, include_old=self._include_old)
        except BaseException:
            session.abort()
            raise
        finally:
            CONNECTED.set(0)
        session.close()

    def _succeed(self) -> None:
        """Records that the mailbox is open and was scanned."""
        CONNECTED.set(1)
        self._include_old = False  # only once: later, old emails that turn up must be ignored again
        self._retries.succeeded()

    def _fail(self, error: MailboxError) -> None:
        """Logs an error unless it is the same as the last one, and waits for the next try."""
        FAILURES.add(error.kind)
        if self._retries.is_new(error):
            log.warning("failed to read the mailbox", kind=error.kind, problem=error.text)
        with suppress(Exception):  # the database may be unreachable, too
            self._state.set_trouble(error.kind, error.text)
        self._retries.wait(error.kind)
