"""Limits for SMTP clients."""

from dataclasses import dataclass

from mail import MAX_MAIL_BYTES

MAX_LINE_LENGTH = 64 * 1024
"""Maximum bytes of a line that are read in one step. Longer lines are accepted too."""
MAX_COMMAND_LENGTH = 2048
"""Maximum length of a command in bytes. RFC 5321 requires 512, and RFC 3461 another 600."""


@dataclass(frozen=True)
class SmtpLimits:
    """Limits for a server, an address, a connection and an email."""

    connections: int = 100
    connections_per_address: int = 20
    connection_seconds: float = 120
    """Seconds after which a connection ends. An email that is being received is finished first."""
    mails: int = 100
    """Maximum number of emails on one connection."""
    commands: int = 1000
    """Maximum number of commands on one connection. pbm counts the replies, so this includes
    invalid commands.
    """
    recipients: int = 50
    size: int = MAX_MAIL_BYTES
    """Maximum size of an email in bytes."""
    idle_seconds: float = 60
    """Seconds without a command, or without a byte of an email, after which a connection ends."""
    mail_seconds: float = 300
    """Maximum seconds from DATA to the end of the email, and again from there to our reply."""
    proxy_seconds: float = 5
    """Maximum seconds until the PROXY header."""
    drain_seconds: float = 10
    """Maximum seconds that the server waits for unfinished emails when it stops."""
