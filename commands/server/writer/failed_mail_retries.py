"""Tries failed emails again: once after each start of a server, and when an admin asks for it.

A start may bring a fixed version. The number of tries is limited because handling an email may even
end the process.
"""

from collections.abc import Callable
from concurrent.futures import Future
from datetime import datetime
from functools import partial

from commands.inbound.failed_emails import read_failed_mail
from commands.system.stored_types import Database
from mail.reading.incoming import IncomingMail
from mail.smtp.receiver_interface import Busy
from pbm.clock import Clock
from pbm.process.lazy_logger import get_logger

log = get_logger()
MAX_TRIES = 20
"""Maximum number of tries of an email that no admin asked for."""
MAX_AT_ONCE = 20
"""Maximum number of emails that a tick passes to the writer."""


class FailedMailRetries:
    """Passes the failed emails that are due to the writer."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        receive: Callable[[IncomingMail, str], "Future[None]"],
        forget_deaths: Callable[[IncomingMail], None] = lambda _: None,
    ) -> None:
        """`forget_deaths`: called before a try for which an admin has asked."""
        self._database, self._clock, self._receive = database, clock, receive
        self._forget_deaths = forget_deaths
        self._started: datetime = clock.now()
        self._not_tried: list[int] = []
        """Emails that couldn't be tried, for example because the database was unreachable."""

    def run(self) -> None:
        """Begins the next tries. The writer deletes each email that it has handled."""
        while self._not_tried:
            with self._database.work() as work:
                work.failed_mails.request_try(self._not_tried[-1])
            self._not_tried.pop()
        for _ in range(MAX_AT_ONCE):
            now = self._clock.now()
            with self._database.work() as work:
                mail = work.failed_mails.begin_try(self._started, now, MAX_TRIES)
            if mail is None:
                return
            incoming = read_failed_mail(mail)
            if not mail.tries:
                self._forget_deaths(incoming)
            try:
                done = self._receive(incoming, "")
            except Busy:
                self._not_tried.append(mail.id)
                return
            log.info("failed email tried again", number=mail.id, tries=mail.tries + 1)
            done.add_done_callback(partial(self._finish, mail.id))

    def _finish(self, id: int, done: "Future[None]") -> None:
        if done.exception():
            self._not_tried.append(id)
