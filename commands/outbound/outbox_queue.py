"""The outbox as the delivery sees it: mails written, leases kept, what became of them noted."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog

from commands.accounts.reachability import came_back
from commands.messages.content import is_asked_for
from commands.outbound.addressing import Seal
from commands.outbound.mailer import Post
from commands.outbound.rendering import render
from mail.delivery.queue import GivenUp, Outcome, Parcel, Postponed, Sent, Untried
from pbm.clock import Clock
from pbm.ports import BounceKind, Outgoing
from storage import Database
from storage.mail.outbox import Leased
from storage.unit_of_work import SqlWork

LEASE = timedelta(minutes=10)
"""How long a worker may be silent about the mails it was given."""
BATCH = 50
WRITE_AGAIN = timedelta(hours=1)
"""When to try a mail again over which our own code failed: it may have been mended."""
MOST_WRITES = 8
MARKED = "mail to this address comes back"

log = structlog.get_logger()


@dataclass
class OutboxQueue:
    """Mails to send, held under this worker's name, which may change while it holds none."""

    database: Database
    clock: Clock
    seal: Seal
    holder: str = "a worker"

    def take(self) -> list[Parcel]:
        """Mails that are due, written; those that can't be are tried again later."""
        while leased := self._lease():
            parcels = [parcel for mail in self._wanted(leased) if (parcel := self._parcel(mail))]
            if parcels:
                return parcels
        return []

    def keep(self, parcels: Sequence[Parcel]) -> None:
        """Nobody else is given them for a while longer."""
        with self.database.work() as work:
            ids = [parcel.id for parcel in parcels]
            work.outbox.keep(ids, self.clock.now() + LEASE)

    def note(self, outcomes: Sequence[Outcome]) -> None:
        """All in one transaction; bodies of what was sent are forgotten."""
        now = self.clock.now()
        with self.database.work() as work:
            work.outbox.sent(*(each.parcel.id for each in outcomes if isinstance(each, Sent)))
            for outcome in outcomes:
                self._note(work, outcome, now)

    def take_back(self) -> None:
        """What a worker of this name held is due again: it is dead."""
        with self.database.work() as work:
            work.outbox.take_back(self.holder, self.clock.now())

    def _note(self, work: SqlWork, outcome: Outcome, now: datetime) -> None:
        mail = outcome.parcel.id
        if isinstance(outcome, Postponed):
            work.outbox.postpone(mail, now + outcome.wait, outcome.trouble)
        elif isinstance(outcome, Untried):
            work.outbox.put_back([mail], now, outcome.trouble)
        elif isinstance(outcome, GivenUp):
            work.outbox.give_up(mail, outcome.trouble)
            self._came_back(work, outcome, now)

    def _came_back(self, work: SqlWork, outcome: GivenUp, now: datetime) -> None:
        """A recipient who was refused counts as a bounce; a mistake of ours there stops no mail."""
        try:
            with work.part():
                kind: BounceKind = "hard" if outcome.refused else "soft"
                told = came_back(work, outcome.parcel.id, kind, now)
                work.outbox.put(Post(self.seal.address).notices(told, [], now))
        except Exception:
            log.exception("a mail's return can't be noted", id=outcome.parcel.message_id)

    def _lease(self) -> list[Leased]:
        now = self.clock.now()
        with self.database.work() as work:
            return work.outbox.lease(BATCH, now, now + LEASE, self.holder)

    def _wanted(self, leased: Sequence[Leased]) -> list[Leased]:
        """Those but what would only come back; what was asked for goes all the same."""
        with self.database.work() as work:
            marked = work.bounces.marked([each.mail.recipient for each in leased])
            unwanted = [each.id for each in leased if _comes_back(each.mail, marked)]
            if unwanted:
                work.outbox.withhold(unwanted, MARKED)
        return [each for each in leased if each.id not in unwanted]

    def _parcel(self, leased: Leased) -> Parcel | None:
        mail = leased.mail
        try:
            message = render(mail, self.seal)
        except Exception as error:  # one bad snapshot must not stop the others
            log.exception("mail can't be written", id=mail.message_id)
            self._unwritten(leased, f"can't be written: {error}")
            return None
        return Parcel(
            id=leased.id,
            sender=self.seal.sender(leased.id, mail),
            recipient=mail.recipient,
            message_id=mail.message_id,
            message=message,
            tries=leased.tries,
            board=mail.board,
        )

    def _unwritten(self, leased: Leased, trouble: str) -> None:
        """Later; when that doesn't help, it is up to the admin, and holds up no other mail."""
        with self.database.work() as work:
            if leased.tries + 1 >= MOST_WRITES:
                work.outbox.pause(leased.id, trouble)
            else:
                work.outbox.postpone(leased.id, self.clock.now() + WRITE_AGAIN, trouble)


def _comes_back(mail: Outgoing, marked: frozenset[str]) -> bool:
    asked = mail.automatic == "auto-replied"
    return mail.recipient.lower() in marked and not asked and not is_asked_for(mail.said)
