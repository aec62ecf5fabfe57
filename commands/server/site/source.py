"""The source from which pages are made, and the files of the site."""

from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import quote

from commands.security.record_signing import Signer
from pbm.clock import Clock, SystemClock
from pbm.solver.fair_prover import FairProver
from pbm.solver.prover import Prover
from storage.unit_of_work import UnitOfWork


@dataclass(frozen=True, slots=True)
class Page:
    """A file of the site."""

    path: str
    """Relative to the site's folder, with `/` between folders: `knightpanic/101.html`."""
    content: bytes


@dataclass(frozen=True, slots=True)
class Site:
    """The facts about the server that all pages share."""

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

    def absolute(self, path: str) -> str:
        """Returns the web address of a file; empty if the site's isn't known."""
        return f"{self.url}/{quote(path)}" if self.url else ""


@dataclass(frozen=True)
class Source:
    """One state of the database, and the facts that all pages share.

    Pages read nothing but what is public from `work`: its repositories whose names begin so.
    """

    site: Site
    work: UnitOfWork
    signer: Signer = field(repr=False)
    """Signs records."""
    prover: Prover = field(default_factory=Prover, repr=False)
    """Proves the values of finished games; for `fair_prover` only."""
    clock: Clock = field(default_factory=SystemClock, repr=False)
    read: Callable[[str], bytes | None] = field(default=lambda _path: None, repr=False)
    """Returns the content of a file that was made before; None if there is none."""

    @property
    def fair_prover(self) -> FairProver:
        """The prover of values that everybody may be told.

        Pages show positions by their usual moves, so others that lead to them aren't looked for.
        """
        return FairProver(self.prover, self.work.contest_positions, origins=0)
