"""The subjects of pages: what some of the site's files are about."""

from dataclasses import dataclass, field
from enum import Enum
from urllib.parse import quote

from commands.security.record_signing import Signer
from commands.site import paths
from commands.solver.fair_prover import FairProver
from commands.solver.prover import Prover
from pbm.clock import Clock, SystemClock
from storage.unit_of_work import UnitOfWork

# The source from which pages are made, and the files of the site.


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

    @property
    def fair_prover(self) -> FairProver:
        """The prover of values that everybody may be told.

        Pages show positions by their usual moves, so others that lead to them aren't looked for.
        """
        return FairProver(self.prover, self.work.contest_positions, origins=0)


# The subjects of pages: what some of the site's files are about.


class Kind(Enum):
    """The kinds of subjects, in the order in which their pages are made."""

    STATIC = "static"
    """Whatever is the same on each site of this version: the style sheet, the script."""
    BOARD = "board"
    """A board, by game and number: changed by each move on it."""
    EXPORT = "export"
    """The records of 1000 numbers of boards: changed when one of these boards has ended."""
    PLAYER = "player"
    """A player, by id: changed when one of the player's boards has begun or ended."""
    GAMES = "games"
    """A player's games at a game, by game and the player's id: changed with PLAYER."""
    ARCHIVE = "archive"
    """The list of 100 numbers of boards: changed when one of them has begun or ended."""
    RESULTS = "results"
    """All that is known of the results of a game: changed when a board has begun or ended."""
    PLAYERS = "players"
    """All players: changed when any board has begun or ended."""
    TOURNAMENT = "tournament"
    """A tournament, by id: changed by its events, and when one of its boards has begun."""
    TOURNAMENTS = "tournaments"
    """All tournaments: changed when any has changed."""
    EXPLORE = "explore"
    """The positions that were reached at a game: changed by each move at it."""
    GAME = "game"
    """A game: changed by each move at it."""
    FRONT = "front"
    """All games: changed by each move."""


ORDER = {kind: number for number, kind in enumerate(Kind)}


@dataclass(frozen=True, slots=True)
class Subject:
    """A subject of pages.

    A change of a player's name or visibility, too, begins or ends boards, or seems to.
    """

    kind: Kind
    game: str = ""
    number: int = 0
    """The number of a board, the first of several, or the id of a player or a tournament."""

    def __str__(self) -> str:
        return f"{self.kind.value} {self.game or '-'} {self.number}"


def archive_of(game: str, number: int) -> Subject:
    """Returns the subject of the list that has this board."""
    return Subject(Kind.ARCHIVE, game, number // paths.PER_ARCHIVE * paths.PER_ARCHIVE)


def export_of(game: str, number: int) -> Subject:
    """Returns the subject of the records of which this board's may be one."""
    return Subject(Kind.EXPORT, game, number // paths.PER_EXPORT * paths.PER_EXPORT)
