"""Logins at mail servers, and the sources of their passwords and tokens."""

from dataclasses import dataclass
from typing import Literal, Protocol


class SecretError(Exception):
    """Raised when a password or token is unavailable.

    The message gives the reason and no secret.
    """


class Secret(Protocol):
    """The source of a password or an access token."""

    def read(self) -> str:
        """Returns the password or token. Raises SecretError."""
        ...

    def accepted(self) -> None:
        """Records that the server accepted the secret."""
        ...

    def refused(self) -> bool:
        """Records that the server refused the secret.

        Returns whether a different one may be available now.
        """
        ...


@dataclass(frozen=True, slots=True)
class Login:
    """A user's name at a server, and the source of the secret for it."""

    user: str
    secret: Secret
    kind: Literal["password", "token"]
    """`token`: an OAuth access token, sent by XOAUTH2."""
