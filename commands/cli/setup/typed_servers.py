"""Parses the names of servers as people type them: a host, a host and a port, or a URL."""

from collections.abc import Mapping
from urllib.parse import quote, unquote, urlsplit

from pbm.wording import listing


def server_url(text: str, usual_ports: Mapping[str, int], user: str = "") -> str:
    """Returns the URL of a server, including the user if given.

    If no scheme was typed, the port determines it. If the port isn't a usual one, the first scheme
    is used. With a login, smtp:// becomes submission://.

    Raises ValueError for an unusable text.
    """
    if "://" in text:
        parts = urlsplit(text)
        scheme, place, path = parts.scheme, parts.netloc.rpartition("@")[2], parts.path.rstrip("/")
        if scheme == "smtp" and scheme not in usual_ports and "submission" in usual_ports:
            scheme = "submissions" if place.endswith(":465") else "submission"
        if scheme not in usual_ports or not parts.hostname:
            schemes = listing([f"{each}://HOST" for each in usual_ports], "or")
            raise ValueError(f"use {schemes}")
    else:
        place, slash, rest = text.rpartition("@")[2].partition("/")
        if not place or " " in place:
            raise ValueError("give the name of a server, such as mail.example.org")
        _, _, port = place.partition(":")
        by_port = (each for each, usual in usual_ports.items() if port == str(usual))
        scheme, path = next(by_port, next(iter(usual_ports))), f"{slash}{rest}"
    name = f"{quote(user, safe='')}@" if user else ""
    return f"{scheme}://{name}{place}{path}"


def user_of(url: str) -> str:
    """Returns the user in a URL or before a host. Empty if there is none."""
    return unquote(urlsplit(url if "://" in url else f"//{url}").username or "")


def without_user(url: str) -> str:
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}" if rest else ""
