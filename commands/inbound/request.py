"""One incoming mail with what is known of its writer."""

from dataclasses import dataclass

from commands.context.caller import Caller
from commands.inbound.no_command import is_reply_to_us, thread_reference
from commands.inbound.reply_context import ReplyContext
from commands.messages.content import Content, TextMessage
from mail.reading.letter import Letter
from pbm.ports import UnitOfWork


@dataclass(frozen=True)
class Request:
    """A letter, and who writes it."""

    letter: Letter
    host: str
    """The part of our address after the @."""
    labels: tuple[str, ...] = ()
    """What stood after the + in our addresses to which it came."""
    replying: ReplyContext | None = None
    vouched: str = ""
    """The sender's address, where the site's own mail server vouches for it."""

    @property
    def to(self) -> str:
        """Where the answer goes: forwarders rewrite envelopes, so rather where we know somebody."""
        return (self.replying and self.replying.own) or self.letter.sender

    @property
    def meant_as_reply(self) -> bool:
        """Whether it came to a reply address that isn't good, or answers a mail of ours."""
        if self.labels or thread_reference(self.letter):
            return True
        return is_reply_to_us(self.letter, self.host)

    @property
    def caller(self) -> Caller:
        """Whoever gives its commands."""
        if self.replying is None:
            address = self.vouched or self.letter.sender
            return Caller(address, letter=self.letter.message_id, vouched=self.vouched)
        return Caller(
            self.to,
            letter=self.letter.message_id,
            claims=self.replying.claims,
            own=bool(self.replying.own),
            vouched=self.vouched,
        )

    def answerable(self, work: UnitOfWork, content: Content) -> Content:
        """The answer to a reply belongs to the board's thread, and may be replied to as well."""
        if not (self.replying and isinstance(content, TextMessage)) or content.confirm:
            return content
        claims = self.replying.now(work)
        if claims is None:
            return content
        board = f"{self.replying.board.game.name} {self.replying.board.number}"
        return content.model_copy(update={"ticket": claims, "board": content.board or board})
