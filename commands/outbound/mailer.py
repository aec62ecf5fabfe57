"""From what is said to mails: whom it goes to, and the thread it belongs to."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from commands.context.context import Context
from commands.messages.content import Content, dump
from commands.messages.response import Notification
from commands.messages.threads import thread_id
from commands.notifications.personalizing import personalized
from mail.reading.letter import Letter
from pbm.ports import Automatic, OutboxMail


def _random_id() -> str:
    return secrets.token_hex(12)


@dataclass(frozen=True)
class Mailer:
    """Makes outgoing mails."""

    address: str
    """Our own."""
    new_id: Callable[[], str] = field(default=_random_id)

    @property
    def host(self) -> str:
        """The part of our address after the @."""
        return self.address.partition("@")[2]

    def reply(self, letter: Letter, content: Content, at: datetime, to: str = "") -> OutboxMail:
        """The answer to a letter, to its envelope sender or where its writer is known to be."""
        before = self._thread(content) or letter.references
        asked = [letter.message_id] if letter.message_id else []
        return self._outbox_mail(
            to or letter.sender, content, at, "auto-replied", [*before, *asked]
        )

    def delayed_reply(self, to: str, asked: str, content: Content, at: datetime) -> OutboxMail:
        """The answer, after a while, to a letter of which only the Message-ID is known still."""
        return self._outbox_mail(to, content, at, "auto-replied", [asked] if asked else [])

    def publish(
        self,
        context: Context,
        notifications: Sequence[Notification],
        *,
        reply: OutboxMail | None = None,
        covered: Sequence[tuple[str, Content]] = (),
    ) -> int:
        """Queues notifications as their readers want them; returns the number of mails.

        `reply`: a mail that goes before them. `covered`: addresses with what a reply tells them
        already.
        """
        at, known = context.now(), [(address.lower(), content) for address, content in covered]
        mails = [
            self._notification(address, notification.content, at)
            for notification in personalized(context, notifications)
            for address in notification.addresses
            if (address.lower(), notification.content) not in known
        ]
        context.work.outbox.put([reply, *mails] if reply else mails)
        return len(mails)

    def _notification(self, address: str, content: Content, at: datetime) -> OutboxMail:
        thread = self._thread(content)
        return self._outbox_mail(address, content, at, "auto-generated", thread)

    def _thread(self, content: Content) -> list[str]:
        """Returns the Message-ID that all mails about a board refer to; no such mail exists."""
        return [thread_id(content.board, self.host)] if content.board else []

    def _outbox_mail(
        self,
        recipient: str,
        content: Content,
        at: datetime,
        automatic: Automatic,
        thread: Sequence[str],
    ) -> OutboxMail:
        return OutboxMail(
            recipient=recipient,
            message_id=f"<{self.new_id()}@{self.host}>",
            date=at.replace(microsecond=0),
            content=dump(content),
            automatic=automatic,
            references=tuple(thread),
            board=content.board,
        )
