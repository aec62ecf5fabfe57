"""Read the address of a relay, and choose the TLS that each relay needs.

Takes an address such as submission://USER@HOST. Raises ValueError, which never quotes a password.
"""

from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from mail.server_address import ServerAddress, read_server_address

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
