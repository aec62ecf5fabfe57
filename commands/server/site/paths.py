"""The paths of the site's files, relative to its folder."""

from collections.abc import Sequence
from urllib.parse import quote

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


def game(game: str) -> str:
    """Returns the path of a game's page."""
    return f"{game}/index.html"


def part(game: str, part: str) -> str:
    """Returns the path of a further page of a game, such as `standings` or `openings`."""
    return f"{game}/{part}.html"


def archive(game: str, number: int) -> str:
    """Returns the path of the page that lists the boards with numbers near this one."""
    return f"{game}/boards-{number // PER_ARCHIVE * PER_ARCHIVE}.html"


def board(game: str, number: int, part: int = 0) -> str:
    """Returns the path of a board's page; `part`: counted from 1, one of a long game's earlier."""
    return f"{game}/{number}{f'-{part}' if part else ''}.html"


def board_url(site: str, game: str, number: int) -> str:
    """Returns the web address of a board's page; empty if the site's address isn't known."""
    return f"{site}/{board(game, number)}" if site else ""


def picture(game: str, number: int, ply: int) -> str:
    """Returns the path of the picture of a board after a number of moves: a new one for each."""
    return f"{game}/{number}-{ply}.png"


def game_picture(game: str) -> str:
    """Returns the path of the picture of a game."""
    return f"static/{game}.png"


def record(game: str, number: int) -> str:
    """Returns the path of a board's signed record."""
    return f"{game}/{number}.json"


def export(game: str, number: int) -> str:
    """Returns the path of the file that has this board's record among many."""
    return f"{game}/records-{number // PER_EXPORT * PER_EXPORT}.jsonl"


def explore(game: str, position: str = "") -> str:
    """Returns the path of the page about a position, given by its key, or about all starts."""
    return f"{game}/explore/{position or 'index'}.html"


def player(userid: str) -> str:
    """Returns the path of a player's page; further pages have a sign that userids don't have."""
    return f"players/{userid.lower()}.html"


def players(part: int) -> str:
    """Returns the path of the index of players; `part`: counted from 1."""
    return PLAYERS if part == 1 else f"players/~{part}.html"


def opponents(userid: str, part: int) -> str:
    """Returns the path of the list of a player's opponents; `part`: counted from 1."""
    return f"players/{userid.lower()}~opponents{f'-{part}' if part > 1 else ''}.html"


def games(userid: str, game: str, part: int = 1) -> str:
    """Returns the path of the list of a player's games at a game; `part`: counted from 1."""
    return f"players/{userid.lower()}~{game}{f'-{part}' if part > 1 else ''}.html"


def tournament(name: str) -> str:
    """Returns the path of a tournament's page."""
    return f"tournaments/{name.lower()}.html"


def tournament_url(site: str, name: str) -> str:
    """Returns the web address of a tournament's page."""
    return f"{site}/{tournament(name)}"


def rows(page: str) -> str:
    """Returns the path of the file with the rows of a page's list, which are searched."""
    return f"{page.removesuffix('.html')}.js"


def feed(page: str) -> str:
    """Returns the path of the Atom feed that belongs to a page."""
    return f"{page.removesuffix('.html')}.xml"


def link(path: str, page: str, fragment: str = "") -> str:
    """Returns the relative URL of a file, as it stands on a page of the site."""
    up: Sequence[str] = [".."] * page.count("/")
    return quote("/".join([*up, path])) + (f"#{fragment}" if fragment else "")
