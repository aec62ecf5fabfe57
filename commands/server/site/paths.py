"""The paths of the site's files, relative to its folder."""

from collections.abc import Sequence
from urllib.parse import quote

PER_ARCHIVE = 100
"""Number of board numbers that a page of an archive covers."""
PICTURED = 500
"""Number of a game's newest boards that have preview pictures of their own."""
PER_GAMES_PAGE = 200
"""Maximum number of boards on a page of a player's list.

The list is ordered by board number, so that full pages never change.
"""
PER_EXPORT = 1000
"""Number of board numbers that one file of records covers."""

FRONT = "index.html"
JOIN = "#join"
"""The section of the front page that explains how to join."""
FRONT_FEED = "feed.xml"
PLAYERS = "players.html"
"""It isn't in the folder of the players' pages, because a player may be called `index`."""
TOURNAMENTS = "tournaments.html"
STYLE, SCRIPT, ICON = "static/site.css", "static/site.js", "static/icon.svg"
SEARCH_SCRIPT = "static/search.js"
TRIAL_SCRIPT = "static/trial.js"
LINES_SCRIPT, MOVES_SCRIPT = "static/tried_lines.js", "static/tried_moves.js"
SEARCH = "search.html"
ALL_RECORDS, RECORD_SCHEMA = "static/records.jsonl.gz", "static/record.schema.json"
"""The records of all games, written each night, and the JSON schema of one line."""


def game(game: str) -> str:
    """Returns the path of a game's main page."""
    return f"{game}/index.html"


def part(game: str, part: str) -> str:
    """Returns the path of another page of a game, such as `standings` or `openings`."""
    return f"{game}/{part}.html"


def archive(game: str, number: int) -> str:
    """Returns the path of the list that includes the board with this number."""
    return f"{game}/boards-{number // PER_ARCHIVE * PER_ARCHIVE}.html"


def board(game: str, number: int, part: int = 0) -> str:
    """Returns the path of a board's page. `part`: from 1, an earlier part of a long game."""
    return f"{game}/{number}{f'-{part}' if part else ''}.html"


def board_url(site: str, game: str, number: int) -> str:
    """Returns the URL of a board's page, or an empty string if the site's address is unknown."""
    return f"{site}/{board(game, number)}" if site else ""


def picture(game: str, number: int, ply: int) -> str:
    """Returns the path of a board's picture.

    It contains the ply, so that no program shows an outdated picture from its cache.
    """
    return f"{game}/{number}-{ply}.png"


def game_picture(game: str) -> str:
    return f"static/{game}.png"


def record(game: str, number: int) -> str:
    """Returns the path of a board's signed record."""
    return f"{game}/{number}.json"


def export(game: str, number: int) -> str:
    """Returns the path of the file of records that includes this board's."""
    return f"{game}/records-{number // PER_EXPORT * PER_EXPORT}.jsonl"


def explore(game: str, position: str = "") -> str:
    """Returns the path of the page about a position, given its key, or about all starts."""
    return f"{game}/explore/{position or 'index'}.html"


def player(userid: str) -> str:
    """Returns the path of a player's page."""
    return f"players/{userid.lower()}.html"


def players(part: int) -> str:
    """Returns the path of a page of the index of players. `part`: from 1."""
    return PLAYERS if part == 1 else f"players/~{part}.html"


def opponents(userid: str, part: int) -> str:
    """Returns the path of a page of a player's opponents. `part`: from 1."""
    return f"players/{userid.lower()}~opponents{f'-{part}' if part > 1 else ''}.html"


def games(userid: str, game: str, part: int = 1) -> str:
    """Returns the path of a page of a player's boards at a game. `part`: from 1."""
    return f"players/{userid.lower()}~{game}{f'-{part}' if part > 1 else ''}.html"


def tournament(name: str) -> str:
    return f"tournaments/{name.lower()}.html"


def tournament_url(site: str, name: str) -> str:
    """Returns the URL of a tournament's page."""
    return f"{site}/{tournament(name)}"


def rows(page: str) -> str:
    """Returns the path of the data file for a list, which the search page reads."""
    return f"{page.removesuffix('.html')}.js"


def feed(page: str) -> str:
    """Returns the path of the Atom feed for a page."""
    return f"{page.removesuffix('.html')}.xml"


def link(path: str, page: str, fragment: str = "") -> str:
    """Returns the relative URL of the file `path` on the page with the path `page`."""
    up: Sequence[str] = [".."] * page.count("/")
    return quote("/".join([*up, path])) + (f"#{fragment}" if fragment else "")
