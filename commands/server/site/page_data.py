"""The data from which pages are made, and the resulting files."""

from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import quote

from commands.security.record_signing import Signer
from pbm.clock import Clock, SystemClock
from pbm.solver.prover import Prover
from pbm.solver.withholding_prover import WithholdingProver
from storage.unit_of_work import UnitOfWork


@dataclass(frozen=True, slots=True)
class Page:
    """A file of the site, such as an HTML page, a feed or a picture."""

    path: str
    """Path relative to the site's folder, with `/` between folders: `knightpanic/101.html`."""
    content: bytes


@dataclass(frozen=True, slots=True)
class Site:
    """Facts about the server that all pages share."""

    address: str
    """The server's email address, to which commands are sent."""
    url: str = ""
    """URL of the site's folder, without a slash at its end. Empty if unknown."""
    public_key: str = ""
    """The key with which records can be verified: Ed25519, in base64."""

    @property
    def name(self) -> str:
        """The name of the site: the host of its email address."""
        return self.address.rpartition("@")[2]

    def absolute(self, path: str) -> str:
        """Returns the URL of a file, or an empty string if the site's address is unknown."""
        return f"{self.url}/{quote(path)}" if self.url else ""


@dataclass(frozen=True)
class Source:
    """A snapshot of the database, and the facts that all pages share.

    Pages must read only public data from `work`, for example from its repositories named
    `public_…`.
    """

    site: Site
    work: UnitOfWork
    signer: Signer = field(repr=False)
    prover: Prover = field(default_factory=Prover, repr=False)
    """Proves the values of finished games. Only `withholding_prover` uses it."""
    clock: Clock = field(default_factory=SystemClock, repr=False)
    read: Callable[[str], bytes | None] = field(default=lambda _path: None, repr=False)
    """Returns the content of a file that was made before, or None if there is none."""

    @property
    def withholding_prover(self) -> WithholdingProver:
        """The prover of values that everybody may know.

        It doesn't search for other move orders, because pages show positions by their usual moves.
        """
        return WithholdingProver(self.prover, self.work.contest_positions, origins=0)
