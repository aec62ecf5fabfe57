"""The subjects of pages. Every file of the site is about one subject."""

from dataclasses import dataclass
from enum import Enum

from commands.server.site import paths


class Kind(Enum):
    """The kinds of subjects, in the order in which their pages are made."""

    STATIC = "static"
    """Files that are the same on each site of this version, such as style sheet and scripts."""
    BOARD = "board"
    """A board, by game and number. Each move on it changes its pages."""
    EXPORT = "export"
    """The records of boards with 1000 successive numbers.

    When one of these boards ends, the file changes.
    """
    RECORDS = "records"
    """The file of all records, made from EXPORT files once a day, or immediately to hide a record.
    """
    PLAYER = "player"
    """A player, by id. The start or end of one of the player's boards changes the pages."""
    GAMES = "games"
    """A player's boards at a game, by game and the player's id. It changes together with PLAYER."""
    ARCHIVE = "archive"
    """A list of boards with 100 successive numbers. When a board starts or ends, its list changes.
    """
    RESULTS = "results"
    """Pages about a game's results. The start or end of any of its boards changes them."""
    PLAYERS = "players"
    """All players. The start or end of any board changes the pages."""
    TOURNAMENT = "tournament"
    """A tournament, by id. Its events and the start of its boards change the page."""
    TOURNAMENTS = "tournaments"
    """All tournaments. Any change of a tournament changes the list."""
    GAME = "game"
    """A game. Each move at it changes the page."""
    FRONT = "front"
    """The front page. Each move at any game changes it."""
    EXPLORE = "explore"
    """The positions that were reached in a game. Each move in the game changes the pages.

    They are made after all other pages, because they take the most time.
    """
    UNKNOWN = "unknown"
    """Files in the site's folder that belong to no other subject.

    It has no pages, so they are removed.
    """


ORDER = {kind: number for number, kind in enumerate(Kind)}


@dataclass(frozen=True, slots=True)
class Subject:
    """A subject of pages.

    A change of a player's name or visibility is handled as the start or end of the player's boards.
    """

    kind: Kind
    game: str = ""
    number: int = 0
    """The number of a board, the first of several numbers, or the id of a player or tournament."""

    def __str__(self) -> str:
        return f"{self.kind.value} {self.game or '-'} {self.number}"


def archive_of(game: str, number: int) -> Subject:
    """Returns the subject of the list that includes this board."""
    return Subject(Kind.ARCHIVE, game, number // paths.PER_ARCHIVE * paths.PER_ARCHIVE)


def export_of(game: str, number: int) -> Subject:
    """Returns the subject of the file of records that includes this board if it has ended."""
    return Subject(Kind.EXPORT, game, number // paths.PER_EXPORT * paths.PER_EXPORT)
