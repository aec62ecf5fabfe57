"""The outbox as the delivery sees it: mails written, leases kept, what became of them noted."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import structlog

from commands.accounts.reachability import record_bounce
from commands.context.services import Services
from commands.messages.content import carries_code
from commands.outbound.addressing import AddressSigner
from commands.outbound.mailer import Mailer
from commands.outbound.rendering import render
from mail.delivery.queue import Deferred, Failed, NotAttempted, Outcome, QueuedMessage, Sent
from pbm.ports import BounceKind, OutboxMail
from storage import Database
from storage.mail.outbox import LeasedMail
from storage.unit_of_work import SqlUnitOfWork

LEASE = timedelta(minutes=10)
"""How long a worker may be silent about the mails it was given."""
BATCH = 50
RENDER_AGAIN = timedelta(hours=1)
"""When to try a mail again over which our own code failed: it may have been mended."""
MAX_RENDERINGS = 8
SUPPRESSED = "mail to this address comes back"

log = structlog.get_logger()


def _random_id() -> str:
    return secrets.token_hex(8)


@dataclass
class OutboxQueue:
    """Mails to send, held under this worker's name, which may change while it holds none."""

    database: Database
    services: Services
    address_signer: AddressSigner
    worker_id: str = field(default_factory=_random_id)

    def take(self) -> list[QueuedMessage]:
        """Mails that are due, written; those that can't be are tried again later."""
        while leased := self._lease():
            queued_messages = [
                queued for mail in self._wanted(leased) if (queued := self._render(mail))
            ]
            if queued_messages:
                return queued_messages
        return []

    def renew(self, queued_messages: Sequence[QueuedMessage]) -> None:
        """Nobody else is given them for a while longer."""
        with self.database.work() as work:
            ids = [queued.id for queued in queued_messages]
            work.outbox.renew(ids, self.services.clock.now() + LEASE)

    def record(self, outcomes: Sequence[Outcome]) -> None:
        """All in one transaction; bodies of what was sent are forgotten."""
        now = self.services.clock.now()
        with self.database.work() as work:
            work.outbox.sent(*(each.message.id for each in outcomes if isinstance(each, Sent)))
            for outcome in outcomes:
                self._note(work, outcome, now)

    def reclaim(self) -> None:
        """What a worker of this name held is due again: it is dead."""
        with self.database.work() as work:
            work.outbox.reclaim(self.worker_id, self.services.clock.now())

    def _note(self, work: SqlUnitOfWork, outcome: Outcome, now: datetime) -> None:
        mail = outcome.message.id
        if isinstance(outcome, Deferred):
            work.outbox.postpone(mail, now + outcome.wait, outcome.error)
        elif isinstance(outcome, NotAttempted):
            work.outbox.put_back([mail], now, outcome.error)
        elif isinstance(outcome, Failed):
            work.outbox.give_up(mail, outcome.error)
            self._came_back(work, outcome, now)

    def _came_back(self, work: SqlUnitOfWork, outcome: Failed, now: datetime) -> None:
        """A recipient who was refused counts as a bounce; a mistake of ours there stops no mail."""
        try:
            with work.savepoint():
                kind: BounceKind = "hard" if outcome.refused else "soft"
                told = record_bounce(work, outcome.message.id, kind, now)
                context = self.services.server_context(work)
                Mailer(self.address_signer.address).publish(context, told)
        except Exception:
            log.exception("a mail's return can't be noted", id=outcome.message.message_id)

    def _lease(self) -> list[LeasedMail]:
        now = self.services.clock.now()
        with self.database.work() as work:
            return work.outbox.lease(BATCH, now, now + LEASE, self.worker_id)

    def _wanted(self, leased: Sequence[LeasedMail]) -> list[LeasedMail]:
        """Those but what would only come back; what was asked for goes all the same."""
        with self.database.work() as work:
            marked = work.bounces.suppressed([each.mail.recipient for each in leased])
            unwanted = [each.id for each in leased if _is_suppressed(each.mail, marked)]
            if unwanted:
                work.outbox.withhold(unwanted, SUPPRESSED)
        return [each for each in leased if each.id not in unwanted]

    def _render(self, leased: LeasedMail) -> QueuedMessage | None:
        mail = leased.mail
        try:
            message = render(mail, self.address_signer)
        except Exception as error:  # one bad snapshot must not stop the others
            log.exception("mail can't be written", id=mail.message_id)
            self._unwritten(leased, f"can't be written: {error}")
            return None
        return QueuedMessage(
            id=leased.id,
            sender=self.address_signer.envelope_sender(leased.id, mail),
            recipient=mail.recipient,
            message_id=mail.message_id,
            message=message,
            tries=leased.tries,
            board=mail.board,
        )

    def _unwritten(self, leased: LeasedMail, problem: str) -> None:
        """Later; when that doesn't help, it is up to the admin, and holds up no other mail."""
        with self.database.work() as work:
            if leased.tries + 1 >= MAX_RENDERINGS:
                work.outbox.pause(leased.id, problem)
            else:
                work.outbox.postpone(leased.id, self.services.clock.now() + RENDER_AGAIN, problem)


def _is_suppressed(mail: OutboxMail, marked: frozenset[str]) -> bool:
    asked = mail.automatic == "auto-replied"
    return mail.recipient.lower() in marked and not asked and not carries_code(mail.content)
