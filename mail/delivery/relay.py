"""Relays: their interface, errors, addresses, and the TLS that each demands."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, Protocol
from urllib.parse import urlsplit

from mail.servers.address import ServerAddress, read_server_address

Fault = Literal["relay", "tls", "login", "rate", "sender", "connection", "mail", "recipient"]
"""The reason of an error. `relay`: it can't be used at all. `tls`: its TLS can't be trusted.
`login`: it refuses the login, or wants one. `rate`: it takes no more for now. `sender`: it doesn't
send for us, or not under this address. `connection`: it broke during a mail. `mail`: this mail was
refused. `recipient`: the recipient was, and other mails would be refused, too.
"""


class DeliveryError(Exception):
    """A mail wasn't accepted.

    `permanent`: trying again would be useless. `in_mail`: it was said in reply to a mail, so that
    another one may fare better.
    """

    def __init__(
        self, error: str, fault: Fault = "mail", *, permanent: bool = False, in_mail: bool = False
    ) -> None:
        super().__init__(error)
        self.fault = fault
        self.permanent = permanent
        self.in_mail = in_mail


class Connection(Protocol):
    """A connection that sends one mail after the other."""

    async def open(self) -> None:
        """Connects, unless it is connected. Raises DeliveryError."""
        ...

    async def send(self, sender: str, recipient: str, message: bytes) -> None:
        """Sends a mail; the relay is responsible for it afterwards. Raises DeliveryError."""
        ...

    async def close(self) -> None:
        """Closes the connection; the next mail opens it again."""
        ...


class Relay(Protocol):
    """A relay, which accepts mails for delivery."""

    @property
    def connections(self) -> Sequence[Connection]:
        """The connections, which may be used at the same time."""
        ...

    def has_new_secret(self) -> bool:
        """Returns True if the secret of a refused login has changed since."""
        ...


# Addresses of relays, and the TLS that each demands.

RELAY_PORTS = {"smtp": 25, "submissions": 465, "submission": 587}
"""The usual port of each scheme."""
FORMS = "maildir:, smtp://HOST:PORT, submissions://USER@HOST or submission://USER@HOST"

TlsPolicy = Literal["verify", "opportunistic", "off"]
"""The TLS of a connection without TLS from its beginning: STARTTLS with a valid certificate;
STARTTLS if it is offered, with any certificate; none.
"""
TlsMode = Literal["implicit"] | TlsPolicy
"""`implicit`: TLS from the beginning, with a valid certificate."""


def read_relay_address(where: str) -> ServerAddress | Path | None:
    """Returns a relay's server, or the folder of a Maildir; None for the default folder.

    Raises ValueError, which never quotes a password.
    """
    scheme, _, rest = where.partition(":")
    if scheme == "maildir" and not rest.startswith("//"):
        return Path(urlsplit(where).path) if rest else None
    if scheme not in RELAY_PORTS:
        raise ValueError(f'"{where.rpartition("@")[2]}" isn\'t a relay: use {FORMS}')
    address = read_server_address(where, RELAY_PORTS)
    if address.path:
        raise ValueError(f"a relay has no path, such as /{address.path}: use {FORMS}")
    if scheme != "smtp" and not address.user:
        raise ValueError(
            f"{scheme}:// needs the name of its user: {scheme}://USER@{address.host}. For a relay "
            f"without a login, use smtp://{address.host}:{address.port}"
        )
    return address


def check_relay(where: str, policy: TlsPolicy = "verify") -> None:
    """Raises ValueError for text that isn't a relay, or a login that others could listen to."""
    address = read_relay_address(where)
    if not isinstance(address, ServerAddress) or not address.user:
        return
    if not (address.is_loopback or has_verified_tls(tls_mode(address, policy))):
        raise ValueError(
            f'a password for {address.host} is sent with "verify" only: use submissions:// or '
            "submission://, or leave PBM_RELAY_TLS out"
        )


def tls_mode(address: ServerAddress, policy: TlsPolicy) -> TlsMode:
    """Returns the TLS that a relay demands; `policy`: for smtp:// beyond this machine.

    On this machine nobody can listen, and certificates are often for another name.
    """
    if address.scheme == "submissions":
        return "implicit"
    if address.scheme == "submission":
        return "verify"
    return "opportunistic" if address.is_loopback and policy == "verify" else policy


def has_verified_tls(mode: TlsMode) -> bool:
    """Returns True if nobody but the server can read what is sent to it."""
    return mode in ("implicit", "verify")
