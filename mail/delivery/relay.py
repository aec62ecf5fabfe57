"""Where outgoing mail goes: what a relay is, and what can go wrong with it."""

import re
from collections.abc import Sequence
from typing import Literal, Protocol
from urllib.parse import urlsplit

Fault = Literal["relay", "line", "mail", "recipient"]
"""Whose trouble it is: the relay can't be used at all; the line broke in a mail's dialogue; the
mail, or its sender, was refused; the recipient was, and other mails there would fare no better."""
MAX_ERROR_LENGTH = 500
UNPRINTABLE = re.compile(r"[^\x20-\x7e\xa1-\ud7ff\ue000-\uffff]+")


class DeliveryError(Exception):
    """A mail wasn't taken; `permanent` when trying again would be useless."""

    def __init__(self, error: str, whose: Fault = "mail", *, permanent: bool = False) -> None:
        super().__init__(UNPRINTABLE.sub(" ", error).strip()[:MAX_ERROR_LENGTH])
        self.whose = whose
        self.permanent = permanent


class Connection(Protocol):
    """Takes one mail after the other."""

    async def open(self) -> None:
        """Makes the connection that mails go over, if there is none. Raises DeliveryError."""
        ...

    async def send(self, sender: str, recipient: str, message: bytes) -> None:
        """Hands over a mail; once this returns it is the relay's. Raises DeliveryError."""
        ...

    async def close(self) -> None:
        """Ends any connection; the next mail makes another."""
        ...


class Relay(Protocol):
    """Takes mails for delivery."""

    @property
    def lines(self) -> Sequence[Connection]:
        """Over which mails may go at the same time."""
        ...


def check_relay(where: str) -> None:
    """Raises ValueError for what is no relay."""
    parts = urlsplit(where)
    maildir = parts.scheme == "maildir" and not parts.netloc
    smtp = parts.scheme == "smtp" and parts.hostname and not parts.path.strip("/")
    if parts.username is not None:
        raise ValueError("a relay that asks for a name and password isn't supported")
    if not (maildir or smtp) or parts.port == 0:  # asking for a port raises if it is no number
        raise ValueError(f'"{where}" is no relay: use maildir: or smtp://HOST:PORT')
