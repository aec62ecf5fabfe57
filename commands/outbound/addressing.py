"""What a mail carries that stands nowhere else: reply tokens, codes, bounce addresses."""

from dataclasses import dataclass

from commands.messages.content import CODE_HERE, Part, Plain, Said, Several, ticket_of
from commands.security.keys import Keys
from commands.security.one_time_codes import Codes, label
from commands.security.tokens import Tokens
from pbm.ports import Outgoing


@dataclass(frozen=True)
class Seal:
    """Makes our own addresses for a mail that is being written."""

    address: str
    """Our own."""
    codes: Codes
    tokens: Tokens

    def reply_to(self, said: Said) -> str:
        """Where a reply to this goes; empty where nothing but our address is known."""
        if said.confirm:
            return self.at(label(self.codes.code(said.confirm)))
        ticket = ticket_of(said)
        return self.at(self.tokens.reply(ticket)) if ticket else ""

    def unsubscribe(self, said: Said) -> str:
        """A mailto: URI by which its reader gets no more of these; empty where there is none."""
        if said.unsubscribe is None:
            return ""
        return f"mailto:{self.at(self.tokens.unsubscribe(*said.unsubscribe))}?subject=unsubscribe"

    def bounces_to(self, mail: int) -> str:
        """The envelope sender of the mail of this number in the outbox."""
        return self.at(self.tokens.bounce(mail))

    def sender(self, id: int, mail: Outgoing) -> str:
        """Nobody for an answer; else an address by which a bounce names its mail."""
        return "" if mail.automatic == "auto-replied" else self.bounces_to(id)

    def filled(self, said: Said) -> Said:
        """What is said, with its codes written in."""
        if isinstance(said, Several):
            parts = tuple((title, self._filled(part)) for title, part in said.parts)
            return said.model_copy(update={"parts": parts})
        return self._filled(said)

    def at(self, label: str) -> str:
        """Our address with this after the +."""
        name, _, host = self.address.partition("@")
        return f"{name}+{label}@{host}".lower()

    def _filled(self, said: Part) -> Part:
        if not (isinstance(said, Plain) and said.code):
            return said
        text = said.text.replace(CODE_HERE, self.codes.code(said.code))
        return said.model_copy(update={"text": text})


def make_seal(address: str, keys: Keys) -> Seal:
    """That of a server with this address and these keys."""
    return Seal(address, Codes(keys), Tokens(keys))
