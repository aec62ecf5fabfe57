"""Makes and sends the test emails."""

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from commands.inbound.service.probe_mail import RANDOM_BITS, probe_number
from commands.outbound.relay_settings import relay_of
from commands.security.tokens import TokenSigner
from commands.settings import Settings
from mail.composing.mime_message import Draft, compose
from mail.delivery.relay import DeliveryError
from pbm.clock import SystemClock

TEXT = """\
pbm doctor sent this email to check that emails reach this server.
You don't have to do anything, and can delete this email.
"""


def envelope_sender(settings: Settings, tokens: TokenSigner) -> str:
    """Returns an envelope sender of the kind that our emails have.

    Its bounces belong to no stored email.
    """
    if settings.envelope_sender == "null":
        return ""
    if settings.envelope_sender == "address" or settings.replies == "reference":
        return settings.address
    name, _, host = settings.address.partition("@")
    return f"{name}+{tokens.bounce(0)}@{host}"


@dataclass(frozen=True, slots=True)
class ProbeEmail:
    """A test email to the server itself."""

    label: str
    """The token that identifies it on arrival."""
    recipient: str
    content: bytes


def probe_email(settings: Settings, tokens: TokenSigner, *, plus: bool) -> ProbeEmail:
    """Returns a test email.

    `plus`: whether its plus address identifies it. Otherwise, its Message-ID does.
    """
    now = SystemClock().now()
    label = tokens.probe(probe_number(now, secrets.randbits(RANDOM_BITS)))
    name, _, host = settings.address.partition("@")
    recipient = f"{name}+{label}@{host}" if plus else settings.address
    draft = Draft(
        author=settings.address,
        recipient=recipient,
        subject="pbm doctor: test email",
        text=TEXT,
        message_id=f"<{secrets.token_hex(10) if plus else label}@{settings.host}>",
        date=now.replace(microsecond=0),
        automatic="auto-generated",
    )
    return ProbeEmail(label, recipient, compose(draft))


def send(settings: Settings, sender: str, mails: Sequence[ProbeEmail]) -> list[str]:
    """Sends test emails to the relay and returns the labels of the accepted emails.

    The relay may refuse recipients other than the first. Raises DeliveryError for any other
    failure.
    """
    return asyncio.run(_send_all(settings, sender, mails))


async def _send_all(settings: Settings, sender: str, mails: Sequence[ProbeEmail]) -> list[str]:
    connection = relay_of(settings).connections[0]
    taken: list[str] = []
    try:
        for mail in mails:
            try:
                await connection.send(sender, mail.recipient, mail.content)
            except DeliveryError as error:
                # A relay that refuses only the plus address is a finding, not a failure of the
                # check.
                if not taken or error.fault != "recipient":
                    raise
            else:
                taken.append(mail.label)
        return taken
    finally:
        await connection.close()
