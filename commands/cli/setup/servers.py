"""Servers as they are typed: a host, a host and a port, or a URL."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote, unquote, urlsplit

from pbm.wording import listing


@dataclass(frozen=True, slots=True)
class TypedServer:
    """A server that was typed."""

    scheme: str
    place: str
    """HOST or HOST:PORT."""
    path: str
    """The text after the place, with its slash; such as an IMAP folder."""

    def url(self, user: str = "") -> str:
        """Returns the URL with the name of a user."""
        name = f"{quote(user, safe='')}@" if user else ""
        return f"{self.scheme}://{name}{self.place}{self.path}"

    def __str__(self) -> str:
        return self.url()


def read_typed_server(text: str, usual_ports: Mapping[str, int]) -> TypedServer:
    """Returns a server; its scheme is the first, or that of its port. Raises ValueError."""
    if "://" in text:
        parts = urlsplit(text)
        place = parts.netloc.rpartition("@")[2]
        if parts.scheme not in usual_ports or not parts.hostname:
            schemes = listing([f"{each}://HOST" for each in usual_ports], "or")
            raise ValueError(f"{schemes} is needed")
        return TypedServer(parts.scheme, place, parts.path.rstrip("/"))
    place, slash, path = text.partition("/")
    if not place or " " in place:
        raise ValueError("the name of a server is needed, such as mail.example.org")
    _, _, port = place.partition(":")
    scheme = next((each for each, usual in usual_ports.items() if port == str(usual)), "")
    return TypedServer(scheme or next(iter(usual_ports)), place, f"{slash}{path}")


def user_of(url: str) -> str:
    """Returns the user in a URL; empty if there is none."""
    return unquote(urlsplit(url).username or "")


def without_user(url: str) -> str:
    """Returns a URL without its user."""
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}" if rest else ""
