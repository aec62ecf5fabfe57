"""From what is said to mails: whom it goes to, and the thread it belongs to."""

import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import structlog

from commands import views
from commands.answer import Notice
from commands.said import Said, dump, is_asked_for, load
from commands.seal import Seal
from commands.unreachable import came_back
from mail.compose import Attachment, Draft, compose
from mail.delivery import Parcel
from mail.letter import Letter
from mail.mime import carried_size
from pbm.clock import Clock
from pbm.work import Automatic, Outgoing
from storage import Database
from storage.outbox import Leased

log = structlog.get_logger()

LEASE = timedelta(minutes=10)
"""How long a worker may take over the mails it was given."""
BATCH = 10
"""So that a relay which keeps silent for each of them doesn't outlast the lease."""
LARGEST = 86_000
"""Bytes of a mail's text and HTML; with headers and calendar it stays below 90 KB."""
RENDER_AGAIN = timedelta(hours=1)
"""When to try a mail again over which our own code failed: it may have been mended."""


def _random_id() -> str:
    return secrets.token_hex(12)


@dataclass(frozen=True)
class Post:
    """Makes outgoing mails."""

    address: str
    """Our own."""
    new_id: Callable[[], str] = field(default=_random_id)

    def answer(self, letter: Letter, said: Said, at: datetime, to: str = "") -> Outgoing:
        """The answer to a letter, to its envelope sender or where its writer is known to be."""
        before = self._thread(said) or letter.references
        asked = [letter.message_id] if letter.message_id else []
        return self._outgoing(to or letter.sender, said, at, "auto-replied", [*before, *asked])

    def notices(
        self, notices: Iterable[Notice], covered: Sequence[tuple[str, Said]], at: datetime
    ) -> list[Outgoing]:
        """Mails for what players are told, except what an answer to them says already."""
        known = [(address.lower(), said) for address, said in covered]
        return [
            self._outgoing(address, notice.said, at, "auto-generated", self._thread(notice.said))
            for notice in notices
            for address in notice.addresses
            if (address.lower(), notice.said) not in known
        ]

    def _thread(self, said: Said) -> list[str]:
        """The mail that all mails of a board follow; nobody ever sent it."""
        return [f"<{said.board.replace(' ', '.')}@{self._host()}>"] if said.board else []

    def _outgoing(
        self, recipient: str, said: Said, at: datetime, automatic: Automatic, thread: Sequence[str]
    ) -> Outgoing:
        return Outgoing(
            recipient=recipient,
            message_id=f"<{self.new_id()}@{self._host()}>",
            date=at.replace(microsecond=0),
            said=dump(said),
            automatic=automatic,
            references=tuple(thread),
            board=said.board,
        )

    def _host(self) -> str:
        return self.address.partition("@")[2]


def render(mail: Outgoing, seal: Seal) -> bytes:
    """The mail as MIME; a pure function, so that every try sends the same bytes."""
    said = seal.filled(load(mail.said))
    text = views.mail_text(said, seal.reply_to) + "\n"
    return compose(
        Draft(
            author=seal.address,
            reply_to=seal.reply_to(said),
            unsubscribe=seal.unsubscribe(said),
            recipient=mail.recipient,
            subject=views.subject(said),
            text=text,
            html=views.html(said, seal.reply_to, LARGEST - carried_size(text)),
            list_id=_list_id(said, seal.address),
            message_id=mail.message_id,
            date=mail.date,
            automatic=mail.automatic,
            references=mail.references,
            attachments=_attachments(mail, said, seal.address),
        )
    )


def _attachments(mail: Outgoing, said: Said, address: str) -> tuple[Attachment, ...]:
    files = (Attachment(file.name, file.subtype, file.content) for file in views.files(said))
    entry = views.deadline(said, address.partition("@")[2], mail.date)
    if entry is None:
        return tuple(files)
    # attached, not an alternative: Outlook hides the text of mails that have a calendar for one
    method = {"method": entry.method}
    return (*files, Attachment("deadline.ics", "calendar", entry.content, method))


def _list_id(said: Said, address: str) -> str:
    """What all mails of a board have in common, for filters."""
    if not said.board:
        return ""
    host = address.partition("@")[2]
    return f"{views.board_name(said.board)} <{said.board.replace(' ', '-')}.{host}>"


@dataclass(frozen=True)
class OutboxQueue:
    """The outbox as the delivery sees it: mails rendered, leases kept."""

    database: Database
    clock: Clock
    seal: Seal

    def take(self) -> list[Parcel]:
        """Mails that are due, rendered; those that can't be are tried again later."""
        while leased := self._lease():
            parcels = [parcel for mail in leased if (parcel := self._parcel(mail))]
            if parcels:
                return parcels
        return []

    def sent(self, parcel: Parcel) -> None:
        """Its body is forgotten."""
        with self.database.work() as work:
            work.outbox.sent(parcel.id)

    def postpone(self, parcel: Parcel, wait: timedelta, trouble: str) -> None:
        """To be tried again after a while."""
        with self.database.work() as work:
            work.outbox.postpone(parcel.id, self.clock.now() + wait, trouble)

    def give_up(self, parcel: Parcel, trouble: str, *, refused: bool) -> None:
        """Never to be tried again; a recipient who was refused counts as a bounce."""
        now = self.clock.now()
        with self.database.work() as work:
            work.outbox.give_up(parcel.id, trouble)
            told = came_back(work, parcel.id, "hard" if refused else "soft", now)
            work.outbox.put(Post(self.seal.address).notices(told, [], now))

    def _lease(self) -> list[Leased]:
        now = self.clock.now()
        with self.database.work() as work:
            return work.outbox.lease(BATCH, now, now + LEASE)

    def _parcel(self, leased: Leased) -> Parcel | None:
        mail = leased.mail
        if self._withheld(leased):
            return None
        try:
            message = render(mail, self.seal)
        except Exception as error:  # one bad snapshot must not stop the others
            log.exception("mail can't be rendered", id=mail.message_id)
            later = self.clock.now() + RENDER_AGAIN
            with self.database.work() as work:
                work.outbox.postpone(leased.id, later, f"can't be rendered: {error}")
            return None
        sender = self._sender(leased)
        return Parcel(leased.id, sender, mail.recipient, mail.message_id, message, leased.tries)

    def _withheld(self, leased: Leased) -> bool:
        """Whether it isn't sent, as what is sent there comes back; what was asked for is."""
        mail = leased.mail
        if mail.automatic == "auto-replied" or is_asked_for(mail.said):
            return False
        with self.database.work() as work:
            marked = bool(work.bounces.marked([mail.recipient]))
            if marked:
                work.outbox.withhold(leased.id, "mail to this address comes back")
        return marked

    def _sender(self, leased: Leased) -> str:
        """Nobody for an answer; else an address by which a bounce names its mail."""
        asked = leased.mail.automatic == "auto-replied"
        return "" if asked else self.seal.bounces_to(leased.id)
