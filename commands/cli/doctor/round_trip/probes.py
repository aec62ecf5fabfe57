"""The mails that the server sends to itself: one to its plain address, one to a plus address."""

import secrets
from dataclasses import dataclass

from commands.inbound.probe_mail import RANDOM_BITS, probe_number
from commands.security.keys import KeyRing, StoredKey
from commands.security.tokens import TokenSigner
from commands.settings import Settings
from mail.composing.mime_message import Draft, compose
from pbm.clock import SystemClock

TEXT = """\
pbm doctor has sent this mail to see that mail to this server comes back.
Nothing needs to be done; it may be deleted.
"""


@dataclass(frozen=True, slots=True)
class Probe:
    """A mail to ourselves."""

    label: str
    """The token by which it is known when it comes back."""
    recipient: str
    content: bytes


def make_tokens() -> TokenSigner:
    """Returns a signer with a key of its own, for a server that has none yet."""
    keys = (StoredKey(secrets.token_bytes(32)),)
    return TokenSigner(KeyRing(lambda: keys, SystemClock()))


def plain_probe(settings: Settings, tokens: TokenSigner) -> Probe:
    """Returns a mail to the plain address, which is known by its Message-ID."""
    label = _label(tokens)
    return _mail(settings, label, settings.address, label)


def plus_probe(settings: Settings, tokens: TokenSigner) -> Probe:
    """Returns a mail that is known by the plus address to which it goes."""
    label = _label(tokens)
    name, _, host = settings.address.partition("@")
    return _mail(settings, label, f"{name}+{label}@{host}", secrets.token_hex(10))


def _label(tokens: TokenSigner) -> str:
    return tokens.probe(probe_number(SystemClock().now(), secrets.randbits(RANDOM_BITS)))


def _mail(settings: Settings, label: str, recipient: str, id: str) -> Probe:
    draft = Draft(
        author=settings.address,
        recipient=recipient,
        subject="pbm doctor: a mail to ourselves",
        text=TEXT,
        message_id=f"<{id}@{settings.host}>",
        date=SystemClock().now().replace(microsecond=0),
        automatic="auto-generated",
    )
    return Probe(label, recipient, compose(draft))
