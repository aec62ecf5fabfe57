"""How much clients may ask for."""

from dataclasses import dataclass

from mail.reading.letter import LARGEST_MAIL

MAX_LINE_LENGTH = 64 * 1024
"""Longer ones are taken, too, in pieces of this size."""
MAX_COMMAND_LENGTH = 2048
"""RFC 5321 asks for 512 bytes, and RFC 3461 for 600 more."""


@dataclass(frozen=True)
class SmtpLimits:
    """What is the most that one server, one address, one connection or one mail may be."""

    connections: int = 100
    connections_per_address: int = 20
    mails: int = 100
    """On one connection."""
    commands: int = 1000
    """On one connection; counted by their answers, so that what is no command counts as well."""
    recipients: int = 50
    size: int = LARGEST_MAIL
    """Of one mail, in bytes."""
    idle_seconds: float = 60
    """Without a command, or without a byte of a mail."""
    mail_seconds: float = 300
    """From DATA to the end of the mail, and again from there to our answer."""
    proxy_seconds: float = 5
    """Until the PROXY header has come."""
    drain_seconds: float = 10
    """For mails in flight when the server stops."""
