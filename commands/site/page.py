"""A file of the site, and the facts that all of them share."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Page:
    """A file of the site."""

    path: str
    """Relative to the site's folder, with `/` between folders: `knightpanic/101.html`."""
    content: bytes


@dataclass(frozen=True, slots=True)
class Site:
    """The facts about the server that its pages tell."""

    address: str
    """The server's mail address, to which commands are sent."""
    url: str = ""
    """The web address of the site's folder, without a slash at its end; empty if unknown."""
    public_key: str = ""
    """The key with which records can be verified: Ed25519, base64."""

    @property
    def name(self) -> str:
        """The name of the site: the host of its mail address."""
        return self.address.rpartition("@")[2]
