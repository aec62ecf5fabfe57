"""Read the address of a relay, such as submission://USER@HOST, and choose its TLS.

Raises ValueError for an invalid address. The message never quotes a password.
"""

from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from mail.server_address import ServerAddress, read_server_address

RELAY_PORTS = {"smtp": 25, "submissions": 465, "submission": 587}
"""The default port of each scheme."""
FORMS = "maildir:, smtp://HOST:PORT, submissions://USER@HOST or submission://USER@HOST"
TlsPolicy = Literal["verify", "opportunistic", "off"]
"""TLS of a connection that begins without it.

`verify`: STARTTLS with a valid certificate.
`opportunistic`: STARTTLS with any certificate, if the relay offers it.
`off`: none.
"""
TlsMode = Literal["implicit"] | TlsPolicy
"""TLS of any connection. `implicit`: TLS from the beginning, with a valid certificate."""


def read_relay_address(where: str) -> ServerAddress | Path | None:
    """Returns the server, or the folder of a Maildir. Returns None for the default folder.

    Raises ValueError. The message never quotes a password.
    """
    scheme, _, rest = where.partition(":")
    if scheme == "maildir" and not rest.startswith("//"):
        return Path(urlsplit(where).path) if rest else None
    if scheme not in RELAY_PORTS:
        raise ValueError(f'"{where.rpartition("@")[2]}" isn\'t a relay: use {FORMS}')
    address = read_server_address(where, RELAY_PORTS)
    if address.path:
        raise ValueError(f"remove the path /{address.path} from the relay's address: use {FORMS}")
    if scheme != "smtp" and not address.user:
        raise ValueError(
            f"{scheme}:// needs a user name: {scheme}://USER@{address.host}. For a relay "
            f"without a login, use smtp://{address.host}:{address.port}"
        )
    return address


def check_relay(where: str, policy: TlsPolicy = "verify") -> None:
    """Raises ValueError if the text isn't a relay, or would send a login unencrypted."""
    address = read_relay_address(where)
    if not isinstance(address, ServerAddress) or not address.user:
        return
    if not (address.is_loopback or has_verified_tls(tls_mode(address, policy))):
        raise ValueError(
            f"pbm sends the password for {address.host} only over verified TLS: use submissions:// "
            "or submission://, or unset PBM_RELAY_TLS"
        )


def tls_mode(address: ServerAddress, policy: TlsPolicy) -> TlsMode:
    """Returns the TLS that a relay requires.

    `policy`: the TLS for smtp:// to other machines. On this machine nobody can read the connection,
    and certificates are often issued for another name.
    """
    if address.scheme == "submissions":
        return "implicit"
    if address.scheme == "submission":
        return "verify"
    return "opportunistic" if address.is_loopback and policy == "verify" else policy


def has_verified_tls(mode: TlsMode) -> bool:
    """Whether TLS is verified, so that only the server can read what pbm sends."""
    return mode in ("implicit", "verify")
