"""One incoming mail with what is known of its writer."""

from dataclasses import dataclass

from commands.context.caller import Speaker
from commands.inbound.no_command import answers_us, thread_of
from commands.inbound.reply_context import Replying
from commands.messages.content import Plain, Said
from mail.reading.letter import Letter
from pbm.ports import Work


@dataclass(frozen=True)
class _Case:
    """A letter, and who writes it."""

    letter: Letter
    host: str
    """The part of our address after the @."""
    labels: tuple[str, ...] = ()
    """What stood after the + in our addresses to which it came."""
    replying: Replying | None = None
    vouched: str = ""
    """The sender's address, where the site's own mail server vouches for it."""

    @property
    def to(self) -> str:
        """Where the answer goes: forwarders rewrite envelopes, so rather where we know somebody."""
        return (self.replying and self.replying.own) or self.letter.sender

    @property
    def meant_as_reply(self) -> bool:
        """Whether it came to a reply address that isn't good, or answers a mail of ours."""
        if self.labels or thread_of(self.letter):
            return True
        return answers_us(self.letter, self.host)

    @property
    def speaker(self) -> Speaker:
        """Whoever gives its commands."""
        if self.replying is None:
            address = self.vouched or self.letter.sender
            return Speaker(address, letter=self.letter.message_id, vouched=self.vouched)
        return Speaker(
            self.to,
            letter=self.letter.message_id,
            ticket=self.replying.ticket,
            own=bool(self.replying.own),
            vouched=self.vouched,
            board=self.replying.board,
        )

    def answerable(self, work: Work, said: Said) -> Said:
        """The answer to a reply belongs to the board's thread, and may be replied to as well."""
        if not (self.replying and isinstance(said, Plain)) or said.confirm:
            return said
        ticket = self.replying.now(work)
        if ticket is None:
            return said
        board = f"{self.replying.board.game.name} {self.replying.board.number}"
        return said.model_copy(update={"ticket": ticket, "board": said.board or board})
