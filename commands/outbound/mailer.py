"""Makes outgoing emails from content: their recipients and threads."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from commands.content.messages import Content, dump
from commands.content.response import Notification
from commands.content.thread_ids import thread_id, tournament_of, tournament_thread_id
from commands.context.context import Context
from commands.outbound.notifications.mail_formats import in_readers_formats
from commands.outbound.notifications.overflow import within_limits
from commands.outbound.notifications.reader_formats import personalized
from commands.security.labelled_message_ids import without_labels
from pbm.generations import Generations
from pbm.stored_values import Automatic, OutboxMail

if TYPE_CHECKING:
    from mail.reading.parsed_mail import ParsedMail


def _random_id() -> str:
    return secrets.token_hex(12)


@dataclass(frozen=True)
class Mailer:
    """Makes outgoing emails and queues them."""

    address: str
    """The server's address."""
    new_id: Callable[[], str] = field(default=_random_id)
    generations: Callable[[], Generations] = Generations
    """Returns the database's generations. It is called each time, because an admin may add one."""

    @cached_property
    def host(self) -> str:
        """The part of the server's address after the "@"."""
        return self.address.partition("@")[2]

    def reply(
        self, parsed_mail: "ParsedMail", content: Content, at: datetime, to: str = ""
    ) -> OutboxMail:
        """Returns the reply to an email.

        `to`: the recipient, if it isn't the envelope sender.
        """
        thread = self._thread(content) or parsed_mail.references
        parent = [parsed_mail.message_id] if parsed_mail.message_id else []
        references = without_labels([*thread, *parent], self.host)
        return self._outbox_mail(to or parsed_mail.sender, content, at, "auto-replied", references)

    def delayed_reply(self, to: str, parent: str, content: Content, at: datetime) -> OutboxMail:
        """Returns a later reply to an email.

        `parent`: the email's Message-ID, the only stored part of the email.
        """
        parents = [parent] if parent else []
        references = without_labels([*self._thread(content), *parents], self.host)
        return self._outbox_mail(to, content, at, "auto-replied", references)

    def publish(
        self,
        context: Context,
        notifications: Sequence[Notification],
        *,
        reply: OutboxMail | None = None,
        covered: Sequence[tuple[str, Content]] = (),
    ) -> int:
        """Queues notifications in the formats of their readers. Returns the number of their emails.

        Notifications above the limits are joined, or wait to be joined.

        `reply`: an email to queue before them.
        `covered`: addresses with the contents that they already receive by the reply.
        """
        at, covered_contents = (
            context.now(),
            [(address.lower(), content) for address, content in covered],
        )
        single = [
            each
            for notification in personalized(context, notifications)
            for each in notification.by_address()
            if (each.addresses[0].lower(), each.content) not in covered_contents
        ]
        mails = [
            self._notification(each.addresses[0], each.content, at)
            for each in within_limits(context, in_readers_formats(context, single))
        ]
        context.work.outbox.put([reply, *mails] if reply else mails)
        return len(mails)

    def _notification(self, address: str, content: Content, at: datetime) -> OutboxMail:
        thread = self._thread(content)
        return self._outbox_mail(address, content, at, "auto-generated", thread)

    def _thread(self, content: Content) -> list[str]:
        """Returns the Message-ID to which all emails about a board or a tournament refer.

        No email has this id.
        """
        if not content.board:
            name = tournament_of(content)
            return [tournament_thread_id(name, self.host)] if name else []
        return [thread_id(content.board, self.host, self.generations())]

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
