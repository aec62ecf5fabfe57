"""A written email together with the facts about its sender."""

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from commands.content.messages import Content, TextMessage
from commands.context.caller import Caller
from commands.context.reply_evidence import ReplyEvidence
from commands.inbound.service.bad_replies import is_reply_to_us, thread_reference
from commands.replies.contexts.board_context import ReplyContext
from commands.replies.contexts.digest_context import DigestContext
from commands.replies.contexts.message_context import MessageContext
from commands.system.stored_types import UnitOfWork
from mail.reading.parsed_mail import ParsedMail
from pbm.errors import GameFailedError


@dataclass(frozen=True)
class Request:
    """An email with its reply context and the authentication of its sender."""

    parsed_mail: ParsedMail
    host: str
    """The part of our address after the "@"."""
    labels: tuple[str, ...] = ()
    """The email's labels: subaddresses of ours, or labels of the emails that it refers to."""
    by_reference: bool = False
    """Whether the labels are from references, because the email was sent to the plain address."""
    replying: ReplyContext | None = None
    """The board, if the email is a reply to an email about one."""
    message: MessageContext | None = None
    """The two players, if the email is a reply to a message."""
    digest: DigestContext | None = None
    """The reader, if the email is a reply to a digest."""
    authenticated_address: str = ""
    """The sender's address, if our own mail server has authenticated it."""
    denied: bool = False
    """Whether our own mail server found that the email isn't from its sender's address."""

    confirming_address: str = ""
    """The sender's address, if the email has a valid code that was sent to this address."""

    @property
    def has_valid_token(self) -> bool:
        """Whether a player used their own reply address or a one-time code."""
        return bool(self._registered_sender)

    @cached_property
    def to(self) -> str:
        """The recipient of the answer.

        A registered address is preferred over the envelope sender, because forwarders rewrite that.
        """
        return self._registered_sender or self.parsed_mail.sender

    @property
    def _registered_sender(self) -> str:
        context = self.replying or self.message or self.digest
        return context.registered_sender if context else self.confirming_address

    @property
    def meant_as_reply(self) -> bool:
        """Whether the email replies to one of pbm's emails, or has an invalid reply address."""
        if self.labels or thread_reference(self.parsed_mail):
            return True
        return is_reply_to_us(self.parsed_mail, self.host)

    @cached_property
    def caller(self) -> Caller:
        """The caller of the email's commands."""
        context = self.replying or self.message or self.digest
        if context is None:
            return Caller(
                self.authenticated_address or self.parsed_mail.sender,
                message_id=self.parsed_mail.message_id,
                authenticated_address=self.authenticated_address,
                denied=self.denied,
                date=self.parsed_mail.date,
            )
        return Caller(
            self.to,
            message_id=self.parsed_mail.message_id,
            reply=ReplyEvidence(
                claims=self.replying.claims if self.replying else None,
                message=None if self.replying or not self.message else self.message.claims,
                digest=self.digest.claims if self.digest else None,
                from_own_address=bool(self._registered_sender),
                age=context.age,
                by_subject=bool(self.replying and self.replying.by_subject),
            ),
            authenticated_address=self.authenticated_address,
            denied=self.denied,
        )

    def answerable(self, work: UnitOfWork, content: Content) -> Content:
        """Returns the answer with the claims of a reply address, so that it can be replied to.

        An answer about a board is also added to its thread, and a refusal shows the board. "Message
        sent" has no claims, because a program that replies to it would send another message.
        """
        if not isinstance(content, TextMessage) or content.confirm:
            return content
        if self.message and self.message.registered_sender:
            if not content.refusal:
                return content
            return content.model_copy(update={"answer": self.message.claims})
        if not self.replying:
            return content
        board = self.replying.current_board(work)
        if board is None:
            return content
        update: dict[str, object] = {"ticket": self.replying.next_claims(board)}
        update |= {"board": content.board or f"{board.game.name} {board.number}"}
        if content.refusal:
            with suppress(GameFailedError):
                update |= {"shown": self.replying.snapshot(board)}
        return content.model_copy(update=update)
