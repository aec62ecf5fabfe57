"""Logins at mail servers, and the sources of their secrets."""

from dataclasses import dataclass
from typing import Literal, Protocol


class SecretError(Exception):
    """Raised when a password or token can't be had; the message says why, and never quotes it."""


class Secret(Protocol):
    """The source of a password or an access token."""

    def read(self) -> str:
        """Returns it; raises SecretError."""
        ...

    def accepted(self) -> None:
        """Records that the server took it."""
        ...

    def refused(self) -> bool:
        """Records that the server refused it; returns True if another may be read now."""
        ...


@dataclass(frozen=True, slots=True)
class Login:
    """A user's name at a server, and the source of the secret that proves it."""

    user: str
    secret: Secret
    kind: Literal["password", "token"]
    """`token`: an access token of OAuth, sent by XOAUTH2."""
