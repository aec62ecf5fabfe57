"""The subjects of pages: what some of the site's files are about."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from urllib.parse import quote

from commands.security.record_signing import Signer
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
    """Proves the values of finished games."""
    clock: Clock = field(default_factory=SystemClock, repr=False)


# The paths of the site's files, relative to its folder.

PER_ARCHIVE = 100
"""The number of boards, by their numbers, that a page of an archive lists."""
PICTURED = 500
"""The number of boards of a game, the newest, that have pictures of their own for previews."""
PER_GAMES_PAGE = 200
"""The boards of a page of a player's list, in order of their numbers, so that full pages stay."""
PER_EXPORT = 1000
"""The number of boards, by their numbers, whose records are in one file."""

FRONT = "index.html"
JOIN = "#join"
"""The part of the front page that says how to join."""
FRONT_FEED = "feed.xml"
PLAYERS = "players.html"
"""Not in the folder of the players' pages: a player may be called `index`."""
TOURNAMENTS = "tournaments.html"
STYLE, SCRIPT, ICON = "static/site.css", "static/site.js", "static/icon.svg"
TRIAL_SCRIPT, SEARCH_SCRIPT = "static/trial.js", "static/search.js"
SEARCH = "search.html"
ALL_RECORDS, RECORD_SCHEMA = "static/records.jsonl.gz", "static/record.schema.json"
"""The records of all games, made each night, and the schema of a line."""


def game_path(game: str) -> str:
    """Returns the path of a game's page."""
    return f"{game}/index.html"


def part_path(game: str, part: str) -> str:
    """Returns the path of a further page of a game, such as `standings` or `openings`."""
    return f"{game}/{part}.html"


def archive_path(game: str, number: int) -> str:
    """Returns the path of the page that lists the boards with numbers near this one."""
    return f"{game}/boards-{number // PER_ARCHIVE * PER_ARCHIVE}.html"


def board_path(game: str, number: int, part: int = 0) -> str:
    """Returns the path of a board's page; `part`: counted from 1, one of a long game's earlier."""
    return f"{game}/{number}{f'-{part}' if part else ''}.html"


def board_url(site: str, game: str, number: int) -> str:
    """Returns the web address of a board's page; empty if the site's address isn't known."""
    return f"{site}/{board_path(game, number)}" if site else ""


def picture_path(game: str, number: int, ply: int) -> str:
    """Returns the path of the picture of a board after so many moves: a new one for each move."""
    return f"{game}/{number}-{ply}.png"


def game_picture_path(game: str) -> str:
    """Returns the path of the picture of a game."""
    return f"static/{game}.png"


def record_path(game: str, number: int) -> str:
    """Returns the path of a board's signed record."""
    return f"{game}/{number}.json"


def export_path(game: str, number: int) -> str:
    """Returns the path of the file that has this board's record among many."""
    return f"{game}/records-{number // PER_EXPORT * PER_EXPORT}.jsonl"


def explore_path(game: str, position: str = "") -> str:
    """Returns the path of the page about a position, given by its key, or about all starts."""
    return f"{game}/explore/{position or 'index'}.html"


def player_path(userid: str) -> str:
    """Returns the path of a player's page; further pages have a sign that userids don't have."""
    return f"players/{userid.lower()}.html"


def players_path(part: int) -> str:
    """Returns the path of the index of players; `part`: counted from 1."""
    return PLAYERS if part == 1 else f"players/~{part}.html"


def opponents_path(userid: str, part: int) -> str:
    """Returns the path of the list of a player's opponents; `part`: counted from 1."""
    return f"players/{userid.lower()}~opponents{f'-{part}' if part > 1 else ''}.html"


def games_path(userid: str, game: str, part: int = 1) -> str:
    """Returns the path of the list of a player's games at a game; `part`: counted from 1."""
    return f"players/{userid.lower()}~{game}{f'-{part}' if part > 1 else ''}.html"


def tournament_path(name: str) -> str:
    """Returns the path of a tournament's page."""
    return f"tournaments/{name.lower()}.html"


def tournament_url(site: str, name: str) -> str:
    """Returns the web address of a tournament's page."""
    return f"{site}/{tournament_path(name)}"


def rows_path(page: str) -> str:
    """Returns the path of the file with the rows of a page's list, which are searched."""
    return f"{page.removesuffix('.html')}.js"


def feed_path(page: str) -> str:
    """Returns the path of the Atom feed that belongs to a page."""
    return f"{page.removesuffix('.html')}.xml"


def link(path: str, page: str, fragment: str = "") -> str:
    """Returns the relative URL of a file, as it stands on a page of the site."""
    up: Sequence[str] = [".."] * page.count("/")
    return quote("/".join([*up, path])) + (f"#{fragment}" if fragment else "")


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
    """The positions that were reached at a game: changed when a board has ended."""
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
    return Subject(Kind.ARCHIVE, game, number // PER_ARCHIVE * PER_ARCHIVE)


def export_of(game: str, number: int) -> Subject:
    """Returns the subject of the records of which this board's may be one."""
    return Subject(Kind.EXPORT, game, number // PER_EXPORT * PER_EXPORT)
