"""A letter with the information about its sender."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from commands.context.caller import Caller
from commands.inbound.reply.context import MessageContext, ReplyContext
from commands.inbound.service.no_command import is_reply_to_us, thread_reference
from commands.messages.content import Content, TextMessage
from commands.messages.reply_claims import claims_of
from commands.messages.snapshot import snapshot_of
from mail.reading.letter import Letter

if TYPE_CHECKING:
    from storage.unit_of_work import UnitOfWork


@dataclass(frozen=True)
class Request:
    """A letter, with the reply context and authentication of its sender."""

    letter: Letter
    host: str
    """The part of our address after the @."""
    labels: tuple[str, ...] = ()
    """The labels that it brings: subaddresses of ours, or from the mail that it refers to."""
    by_reference: bool = False
    """True if it brings them by reference, and was sent to the plain address."""
    replying: ReplyContext | None = None
    """The board, if it replies to a mail about one."""
    message: MessageContext | None = None
    """The pair of players, if it replies to a message."""
    authenticated_address: str = ""
    """The sender's address, if the site's own mail server has authenticated it."""
    denied: bool = False
    """True if the site's own mail server says that the letter isn't from its sender's address."""

    confirming_address: str = ""
    """The address from which it came with a valid one-time code, if that was asked for it."""

    @property
    def has_valid_token(self) -> bool:
        """True if a player wrote to their own reply address, or brought a one-time code."""
        return bool(self._registered_sender)

    @property
    def to(self) -> str:
        """The recipient of the answer.

        A registered address is preferred to the envelope sender, which forwarders rewrite.
        """
        return self._registered_sender or self.letter.sender

    @property
    def _registered_sender(self) -> str:
        context = self.replying or self.message
        return context.registered_sender if context else self.confirming_address

    @property
    def meant_as_reply(self) -> bool:
        """True if it was sent to an invalid reply address, or replies to a mail of ours."""
        if self.labels or thread_reference(self.letter):
            return True
        return is_reply_to_us(self.letter, self.host)

    @cached_property
    def caller(self) -> Caller:
        """The caller of its commands."""
        context = self.replying or self.message
        if context is None:
            return Caller(
                self.authenticated_address or self.letter.sender,
                letter=self.letter.message_id,
                authenticated_address=self.authenticated_address,
                denied=self.denied,
            )
        return Caller(
            self.to,
            letter=self.letter.message_id,
            claims=self.replying.claims if self.replying else None,
            message=None if self.replying or not self.message else self.message.claims,
            from_own_address=bool(self._registered_sender),
            reply_age=context.age,
            authenticated_address=self.authenticated_address,
            denied=self.denied,
            by_subject=bool(self.replying and self.replying.by_subject),
        )

    def answerable(self, work: "UnitOfWork", content: Content) -> Content:
        """Returns the answer with the claims of the reply; about a board, also with its thread.

        So an answer to a reply may be replied to as well. A refusal shows the board. "Message sent"
        has no claims: a program that replied to it would write to the player once more.
        """
        if not isinstance(content, TextMessage) or content.confirm:
            return content
        if self.message and self.message.registered_sender:
            if not content.refusal:
                return content
            return content.model_copy(update={"answer": self.message.claims})
        if not self.replying:
            return content
        board, seat = self.replying.current_board(work), self.replying.claims.seat
        if board is None:
            return content
        update: dict[str, object] = {"ticket": claims_of(board).for_seat(seat)}
        update |= {"board": content.board or f"{board.game.name} {board.number}"}
        if content.refusal:
            update |= {"shown": snapshot_of(board, to=self.replying.player.userid)}
        return content.model_copy(update=update)
