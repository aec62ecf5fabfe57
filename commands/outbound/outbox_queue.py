"""Connects the outbox to the delivery: renders emails, renews leases, records outcomes."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import islice

from commands.content.messages import carries_code
from commands.context.services import Services
from commands.outbound.addressing import AddressSigner
from commands.outbound.mailer import Mailer
from commands.outbound.mime_rendering import render
from commands.outbound.sending_limits import NO_LIMITS, SendingLimits
from commands.players.reachability import record_bounce
from commands.system.metrics import MAILS_OUT, RELAY_FAILURES
from mail.delivery.delivery_queue import (
    Deferred,
    Failed,
    NotAttempted,
    Outcome,
    Postponed,
    QueuedMessage,
    Sent,
)
from mail.delivery.relay import Fault
from pbm.clock import uptime
from pbm.errors import GameAbsentError
from pbm.process.lazy_logger import get_logger
from pbm.process.leases import LEASE
from pbm.stored_values import BounceKind, OutboxMail
from storage import Database, is_contention, is_transient, retry_after_contention
from storage.mail.outbox import DAMAGED, LeasedMail
from storage.unit_of_work import UnitOfWork

log = get_logger()
BATCH = 50
RENDER_AGAIN = timedelta(hours=1)
"""Time after which an email that couldn't be rendered is retried, because of possible fixes."""
MAX_RENDERINGS = 8
SUPPRESSED = "mail to this address bounces"


@dataclass
class OutboxQueue:
    """The emails that this holder leases and sends.

    An outcome is recorded only while the holder still has the lease.
    """

    database: Database
    services: Services
    address_signer: AddressSigner
    holder: str
    limits: SendingLimits = NO_LIMITS
    clock: Callable[[], float] = uptime
    _failed_at: float = field(default=-math.inf, init=False)
    """When the database last failed, in seconds of `clock`."""
    _unreadable: set[int] = field(default_factory=set, init=False)
    """Ids of emails that can't even be paused, because the database's file is damaged there."""

    @retry_after_contention
    def take(self, per_minute: int | None = None) -> list[QueuedMessage]:
        """Leases and renders due emails. Emails that can't be rendered are postponed."""
        while (leased := self._lease(per_minute)) is not None:
            queued_messages = [queued for mail in leased if (queued := self.render_message(mail))]
            if queued_messages:
                return queued_messages
        return []

    @retry_after_contention
    def renew(self, queued_messages: Sequence[QueuedMessage]) -> frozenset[int]:
        """Renews the leases of these emails.

        Returns the ids of the emails that were still leased.
        """
        with self.database.work() as work:
            ids = [queued.id for queued in queued_messages]
            return work.outbox.renew(ids, self.holder, self.services.clock.now() + LEASE)

    @retry_after_contention
    def record(self, outcomes: Sequence[Outcome]) -> None:
        """Records outcomes in one transaction. The contents of sent emails are deleted."""
        now = self.services.clock.now()
        with self.database.work() as work:
            work.outbox.lock([each.message.id for each in outcomes])
            sent = [each.message.id for each in outcomes if isinstance(each, Sent)]
            work.outbox.sent(*sent, holder=self.holder, at=now)
            work.count(MAILS_OUT, "sent", amount=len(sent))
            for outcome in outcomes:
                self._record_outcome(work, outcome, now)

    @retry_after_contention
    def relay_failed(self, fault: Fault, error: str) -> None:
        """Records a failure of the relay as an incident for the health checks."""
        with self.database.work() as work:
            work.incidents.add("relay", fault, error, self.services.clock.now())
            work.count(RELAY_FAILURES, fault)

    @retry_after_contention
    def reclaim(self) -> None:
        """Makes emails due again that a previous process of this holder had leased."""
        with self.database.work() as work:
            work.outbox.reclaim(self.holder, self.services.clock.now())

    def _record_outcome(self, work: UnitOfWork, outcome: Outcome, now: datetime) -> None:
        mail = outcome.message.id
        if isinstance(outcome, Deferred):
            if work.outbox.postpone(mail, self.holder, now + outcome.wait, outcome.error):
                work.count(MAILS_OUT, "retried")
        elif isinstance(outcome, NotAttempted):
            work.outbox.put_back([mail], self.holder, now, outcome.error)
        elif isinstance(outcome, Postponed):
            work.outbox.put_back([mail], self.holder, now + outcome.wait, outcome.error)
        elif isinstance(outcome, Failed):
            self._give_up(work, outcome, now)

    def _give_up(self, work: UnitOfWork, outcome: Failed, now: datetime) -> None:
        if work.outbox.give_up(outcome.message.id, self.holder, outcome.error):
            work.count(MAILS_OUT, "failed")
            self._record_bounce(work, outcome, now)

    def _record_bounce(self, work: UnitOfWork, outcome: Failed, now: datetime) -> None:
        """Records a failure as a bounce. It is a hard bounce if the relay rejected the recipient.

        Errors are only logged, so that they don't delay other emails.
        """
        try:
            with work.savepoint():
                kind: BounceKind = "hard" if outcome.refused else "soft"
                notifications = record_bounce(work, outcome.message.id, kind, now)
                context = self.services.server_context(work)
                signer = self.address_signer
                mailer = Mailer(signer.address, generations=signer.tokens.generations)
                mailer.publish(context, notifications)
        except Exception:
            log.exception("failed to record a bounce", id=outcome.message.message_id)

    def _lease(self, per_minute: int | None) -> list[LeasedMail] | None:
        """Leases due emails within the limits. Returns None if none is due.

        If one of the emails is damaged, they are leased one by one.
        """
        now = self.services.clock.now()
        most = BATCH
        try:
            with self.database.work() as work:
                allowed = self.limits.allowance(work, now, per_minute)
                most = min(BATCH, allowed.mails)
                leased = work.outbox.lease(
                    most,
                    now,
                    now + LEASE,
                    self.holder,
                    replies_only=allowed.replies_only,
                    # Other holders may have sent emails without being able to record it.
                    own_only=self._has_failed_lately,
                )
                return self._without_suppressed(work, leased) if leased else None
        except Exception as error:
            if is_transient(error):
                if not is_contention(error):
                    self._failed_at = self.clock()
                raise
        with self.database.work() as work:
            due = work.outbox.due_ids(now)
        readable = (id for id in due if id not in self._unreadable)
        leased_singly = (mail for id in readable for mail in self._lease_one(id, now))
        return list(islice(leased_singly, most)) or None

    @property
    def _has_failed_lately(self) -> bool:
        """Whether other lease holders may still have to record emails sent during a failure."""
        return self.clock() < self._failed_at + LEASE.total_seconds()

    def _lease_one(self, id: int, now: datetime) -> list[LeasedMail]:
        try:
            with self.database.work() as work:
                leased = work.outbox.lease_one(id, now, now + LEASE, self.holder)
                return self._without_suppressed(work, leased)
        except Exception as error:
            if is_transient(error):
                raise
            log.exception("failed to read a queued email", mail=id)
            self._set_aside(id, now)
            return []

    def _set_aside(self, id: int, now: datetime) -> None:
        """Pauses a damaged email for the admin, or ignores it until the next start."""
        try:
            with self.database.work() as work:
                work.outbox.set_aside(id, now, DAMAGED)
                work.count(MAILS_OUT, "paused")
        except Exception as error:
            if is_transient(error):
                raise
            self._unreadable.add(id)

    def _without_suppressed(
        self, work: UnitOfWork, leased: Sequence[LeasedMail]
    ) -> list[LeasedMail]:
        """Withholds emails to suppressed addresses, and returns all other emails.

        Answers and emails with codes are always sent, because their recipients asked for them.
        """
        addresses = work.bounces.suppressed([each.mail.recipient for each in leased])
        withheld = [each.id for each in leased if _is_suppressed(each.mail, addresses)]
        if withheld:
            work.outbox.withhold(withheld, self.holder, SUPPRESSED)
            work.count(MAILS_OUT, "withheld", amount=len(withheld))
        return [each for each in leased if each.id not in withheld]

    def render_message(self, leased: LeasedMail) -> QueuedMessage | None:
        """Returns the rendered email, or None if it must wait.

        The reason for waiting is recorded.
        """
        mail = leased.mail
        try:
            signer = self.address_signer.at(mail.date, leased.id)
            message = render(leased.id, mail, signer, self.services.prover)
        except GameAbsentError as error:
            self._wait(leased, str(error))
            return None
        except Exception as error:  # one bad snapshot must not delay other emails
            log.exception("failed to render an email", id=mail.message_id)
            self._retry_or_pause(leased, f"can't be written: {error}")
            return None
        return QueuedMessage(
            id=leased.id,
            sender=signer.envelope_sender(leased.id, mail),
            recipient=mail.recipient,
            message_id=mail.message_id,
            message=message,
            tries=leased.tries,
            board=mail.board,
        )

    def _wait(self, leased: LeasedMail, reason: str) -> None:
        """Postpones an email whose game isn't installed. It waits without limit."""
        due = self.services.clock.now() + RENDER_AGAIN
        with self.database.work() as work:
            work.outbox.put_back([leased.id], self.holder, due, reason)

    def _retry_or_pause(self, leased: LeasedMail, problem: str) -> None:
        """Postpones an email that can't be rendered.

        After MAX_RENDERINGS attempts it is paused for the admin, so that it doesn't delay other
        emails.
        """
        due = self.services.clock.now() + RENDER_AGAIN
        with self.database.work() as work:
            if leased.tries + 1 < MAX_RENDERINGS:
                work.outbox.postpone(leased.id, self.holder, due, problem)
            elif work.outbox.pause(leased.id, self.holder, problem):
                work.count(MAILS_OUT, "paused")


def _is_suppressed(mail: OutboxMail, addresses: frozenset[str]) -> bool:
    is_reply = mail.automatic == "auto-replied"
    return mail.recipient.lower() in addresses and not is_reply and not carries_code(mail.content)
