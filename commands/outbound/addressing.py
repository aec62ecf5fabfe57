"""Signed addresses of outgoing mails: reply tokens, one-time codes, bounce addresses.

They are made when a mail is rendered, and not stored.
"""

from dataclasses import dataclass

from commands.messages.content import (
    CODE_PLACEHOLDER,
    ChatMessage,
    Content,
    FileMessage,
    Part,
    TextMessage,
    map_parts,
    reply_claims_of,
)
from commands.security.one_time_codes import OneTimeCodes, code_subaddress
from commands.security.tokens import TokenSigner
from pbm.ports import OutboxMail


@dataclass(frozen=True)
class AddressSigner:
    """Makes the server's addresses for a mail that is being rendered."""

    address: str
    """The server's address."""
    codes: OneTimeCodes
    tokens: TokenSigner

    def reply_to(self, content: Content) -> str:
        """Returns the reply address with a code or token; empty if the plain address will do.

        That of a forwarded mail is its author's.
        """
        if isinstance(content, FileMessage) and content.reply_to:
            return content.reply_to
        if content.confirm:
            return self.with_subaddress(code_subaddress(self.codes.code(content.confirm)))
        if isinstance(content, TextMessage) and content.answer:
            return self.with_subaddress(self.tokens.message(content.answer))
        claims = reply_claims_of(content)
        if claims is None:
            return ""
        is_chat = isinstance(content, ChatMessage)
        return self.with_subaddress(self.tokens.reply(claims, chat=is_chat))

    def unsubscribe(self, content: Content) -> str:
        """Returns a mailto: URI that unsubscribes the reader; empty if there is no subscription."""
        if content.unsubscribe is None:
            return ""
        address = self.with_subaddress(self.tokens.unsubscribe(*content.unsubscribe))
        return f"mailto:{address}?subject=unsubscribe"

    def bounce_address(self, mail: int) -> str:
        """Returns the envelope sender (VERP) of the mail with this id in the outbox."""
        return self.with_subaddress(self.tokens.bounce(mail))

    def envelope_sender(self, id: int, mail: OutboxMail) -> str:
        """Returns the address to which the mail bounces, which tells its id; empty for a reply."""
        return "" if mail.automatic == "auto-replied" else self.bounce_address(id)

    def with_codes(self, content: Content) -> Content:
        """Returns the content with its one-time codes filled in."""
        return map_parts(content, self._part_with_codes)

    def with_subaddress(self, subaddress: str) -> str:
        """Returns the server's address with this after the + [RFC 5233]."""
        name, _, host = self.address.partition("@")
        return f"{name}+{subaddress}@{host}".lower()

    def _part_with_codes(self, content: Part) -> Part:
        if not (isinstance(content, TextMessage) and content.code):
            return content
        text = content.text.replace(CODE_PLACEHOLDER, self.codes.code(content.code))
        return content.model_copy(update={"text": text})


def make_address_signer(address: str, tokens: TokenSigner) -> AddressSigner:
    """Returns the signer of a server with this address and these tokens."""
    return AddressSigner(address, OneTimeCodes(tokens.keys), tokens)
