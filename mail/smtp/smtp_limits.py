"""The limits of SMTP clients."""

from dataclasses import dataclass

from mail import MAX_MAIL_BYTES

MAX_LINE_LENGTH = 64 * 1024
"""The largest piece of a line that is read at once; longer lines are accepted too."""
MAX_COMMAND_LENGTH = 2048
"""The longest command; RFC 5321 asks for 512 bytes, and RFC 3461 for 600 more."""


@dataclass(frozen=True)
class SmtpLimits:
    """The limits of a server, an address, a connection and a mail."""

    connections: int = 100
    connections_per_address: int = 20
    connection_seconds: float = 120
    """The time after which a connection ends, after the mail that is being received."""
    mails: int = 100
    """The most mails on one connection."""
    commands: int = 1000
    """The most commands on one connection; counted by replies, so that invalid ones count too."""
    recipients: int = 50
    size: int = MAX_MAIL_BYTES
    """The largest mail in bytes."""
    idle_seconds: float = 60
    """The timeout without a command, or without a byte of a mail."""
    mail_seconds: float = 300
    """The timeout from DATA to the end of the mail, and again from there to our reply."""
    proxy_seconds: float = 5
    """The timeout of the PROXY header."""
    drain_seconds: float = 10
    """The time for unfinished mails when the server stops."""
