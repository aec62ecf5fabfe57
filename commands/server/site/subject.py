"""The subjects of pages: what each of the site's files is about."""

from dataclasses import dataclass
from enum import Enum

from commands.server.site import paths


class Kind(Enum):
    """The kinds of subjects, in the order in which their pages are made."""

    STATIC = "static"
    """Whatever is the same on each site of this version: the style sheet, the script."""
    BOARD = "board"
    """A board, by game and number: changed by each move on it."""
    EXPORT = "export"
    """The records of 1000 numbers of boards: changed when one of these boards has ended."""
    RECORDS = "records"
    """The file of all records, put together from EXPORT: changed each day, and to hide one."""
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
    GAME = "game"
    """A game: changed by each move at it."""
    FRONT = "front"
    """All games: changed by each move."""
    EXPLORE = "explore"
    """The positions that were reached at a game: changed by each move at it.

    The last pages, because making them takes longest.
    """
    UNKNOWN = "unknown"
    """The files in our folders that no other subject has; it has no pages, so they are removed."""


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
