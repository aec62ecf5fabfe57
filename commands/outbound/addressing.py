"""What a mail carries that stands nowhere else: reply tokens, codes, bounce addresses."""

from dataclasses import dataclass

from commands.messages.content import (
    CODE_PLACEHOLDER,
    Content,
    Part,
    TextMessage,
    map_parts,
    reply_claims_of,
)
from commands.security.keys import KeyRing
from commands.security.one_time_codes import OneTimeCodes, code_subaddress
from commands.security.tokens import TokenSigner
from pbm.ports import OutboxMail


@dataclass(frozen=True)
class AddressSigner:
    """Makes our own addresses for a mail that is being written."""

    address: str
    """Our own."""
    codes: OneTimeCodes
    tokens: TokenSigner

    def reply_to(self, content: Content) -> str:
        """Where a reply to this goes; empty where nothing but our address is known."""
        if content.confirm:
            return self.at(code_subaddress(self.codes.code(content.confirm)))
        claims = reply_claims_of(content)
        return self.at(self.tokens.reply(claims)) if claims else ""

    def unsubscribe(self, content: Content) -> str:
        """A mailto: URI by which its reader gets no more of these; empty where there is none."""
        if content.unsubscribe is None:
            return ""
        return (
            f"mailto:{self.at(self.tokens.unsubscribe(*content.unsubscribe))}?subject=unsubscribe"
        )

    def bounces_to(self, mail: int) -> str:
        """The envelope sender of the mail of this number in the outbox."""
        return self.at(self.tokens.bounce(mail))

    def envelope_sender(self, id: int, mail: OutboxMail) -> str:
        """Nobody for an answer; else an address by which a bounce names its mail."""
        return "" if mail.automatic == "auto-replied" else self.bounces_to(id)

    def with_codes(self, content: Content) -> Content:
        """Returns the content with its codes written in."""
        return map_parts(content, self._part_with_codes)

    def at(self, label: str) -> str:
        """Our address with this after the +."""
        name, _, host = self.address.partition("@")
        return f"{name}+{label}@{host}".lower()

    def _part_with_codes(self, content: Part) -> Part:
        if not (isinstance(content, TextMessage) and content.code):
            return content
        text = content.text.replace(CODE_PLACEHOLDER, self.codes.code(content.code))
        return content.model_copy(update={"text": text})


def make_address_signer(address: str, keys: KeyRing) -> AddressSigner:
    """That of a server with this address and these keys."""
    return AddressSigner(address, OneTimeCodes(keys), TokenSigner(keys))
