"""Parse addresses of mail servers: SCHEME://USER@HOST:PORT/PATH.

Returns a `ServerAddress`. Raises ValueError with a message that never quotes a password.
"""

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import SplitResult, unquote, urlsplit

from pbm.wording import listing


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """The address of a mail server, with the user for the login."""

    scheme: str
    host: str
    port: int
    user: str = ""
    """The user name for the login, often an email address. Empty if no login is needed."""
    path: str = ""
    """The path after the host without the first slash. For IMAP it is the name of the folder."""

    @property
    def is_loopback(self) -> bool:
        """Whether the server runs on this machine. Nobody else can read such a connection."""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host.rstrip(".").lower() == "localhost"

    @property
    def mailbox_name(self) -> str:
        """The identity of a mailbox: user, host and folder.

        Port and TLS aren't part of it, because they may change.
        """
        return f"{self.user}@{self.host.lower()}/{self.path or 'INBOX'}"

    def __str__(self) -> str:
        return f"{self.host} (port {self.port})"


def read_server_address(text: str, ports: Mapping[str, int]) -> ServerAddress:
    """Returns the address in a URL. Raises ValueError with a message that never quotes a password.

    `ports`: the default port of each allowed scheme.
    """
    schemes = listing([f"{scheme}://" for scheme in ports], "or")
    parts = urlsplit(text)
    if parts.scheme not in ports:
        raise ValueError(
            f'"{_without_user(text)}" isn\'t a server address: begin the address with {schemes}'
        )
    if parts.password is not None:
        raise ValueError(
            f"don't put a password in {parts.scheme}://{parts.hostname}, where others can read it. "
            "Put the password in a file, and give the path of that file instead"
        )
    if not parts.hostname or parts.query or parts.fragment:
        raise ValueError(
            f'the server is missing from "{_without_user(text)}": use {schemes}USER@HOST:PORT'
        )
    port = _port(parts, ports[parts.scheme])
    if not port:
        raise ValueError(f"the port in {parts.scheme}://... isn't a number from 1 to 65535")
    user, path = unquote(parts.username or ""), unquote(parts.path.strip("/"))
    return ServerAddress(parts.scheme, parts.hostname, port, user, path)


def _port(parts: SplitResult, usual: int) -> int:
    """Returns the port, or 0 if the text isn't a port.

    The error of Python's library would quote that text. It may be a password that contains a slash.
    """
    try:
        return usual if parts.port is None else parts.port
    except ValueError:
        return 0


def _without_user(text: str) -> str:
    """Returns the text without the parts before the last @ and after a ?. They may be secret."""
    return text.rpartition("@")[2].partition("?")[0]
