"""The place of an email in a mailbox at a provider."""

from dataclasses import dataclass
from typing import Literal

MailTarget = Literal["done", "failed", ""]
"""The folder for a mail that was dealt with; empty if it is left where it is."""


@dataclass(frozen=True, slots=True)
class MailOrigin:
    """The place from which a mail was read."""

    mailbox: str
    """The user, the host and the folder."""
    uidvalidity: int
    uid: int
