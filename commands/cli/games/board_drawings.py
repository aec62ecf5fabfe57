"""Writes an HTML page with drawings of a game's boards."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape

from commands.views.board_view import highlights_of
from commands.views.svg.drawing import Drawing
from commands.views.svg.stylesheet import stylesheet
from commands.views.text.ascii_diagram import render_ascii
from pbm.games import AnyGame
from pbm.laws.game_laws import allowed_options, random_game
from pbm.match.match import Match
from pbm.options import Number, kinds, write_options
from pbm.wording import counted

PLIES = 6
"""Number of moves played on each board, if a game has boards of several sizes."""
WIDTH = 80
"""Maximum number of characters in a line of a text drawing."""

PAGE = """\
<!DOCTYPE html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{style} body {{ max-width: 40em; margin: auto; padding: 1em; font: 1em sans-serif }}</style>
{definitions}
<h1>{title}</h1>
{boards}
"""


def drawings(game: AnyGame, folder: Path) -> Iterator[tuple[str, str]]:
    """Writes a page with drawings of several boards. Yields the title and the width of each."""
    boards, diagrams = list[str](), []
    for match in _matches(game):
        diagram, title = match.diagram, _title(match)
        text = render_ascii(diagram)
        picture = Drawing.picture(
            diagram,
            highlights_of(match),
            key=f"b{len(boards)}",
            title=game.title,
            description=title,
        )
        boards.append(f"<h2>{escape(title)}</h2>{picture}<pre>{escape(text)}</pre>")
        diagrams.append(diagram)
        width = max(map(len, text.splitlines()))
        wide = "broken: " if width > WIDTH else ""
        yield f"board {title}", f"{wide}{counted(width, 'character')} wide"
    page = PAGE.format(
        title=escape(game.title),
        style=stylesheet(),
        definitions=Drawing(tuple(diagrams)).definitions(),
        boards=Markup("").join(map(Markup, boards)),
    )
    (folder / "boards.html").write_text(page, encoding="utf-8")


def _matches(game: AnyGame) -> Iterator[Match]:
    """Yields games to draw: one for each size of the board.

    If there is only one size, yields the start, the middle and the end of a game.
    """
    sizes = dict.fromkeys(sized_options(game, size) for size in ("low", "", "high"))
    for options in sizes:
        moves = random_game(game, options, 1, *([PLIES] if len(sizes) > 1 else []))
        plies = [len(moves)] if len(sizes) > 1 else sorted({0, len(moves) // 2, len(moves)})
        for ply in plies:
            yield Match.replay_texts(game, options, [f"move {move}" for move in moves[:ply]])


def _title(match: Match) -> str:
    words = " ".join(write_options(match.options))
    when = f"after {counted(match.ply, 'move')}" if match.ply else "at the start"
    return f"{words}, {when}" if words else when


def sized_options(game: AnyGame, size: str) -> Any:
    """Returns complete options.

    `size`: `low` or `high` for all numbers at their minimum or maximum. Empty for the defaults.
    """
    words = [
        f"-{name}={kind.low if size == 'low' else kind.high or game.largest}"
        for name, kind in kinds(game.options).items()
        if isinstance(kind, Number) and size
    ]
    return allowed_options(game, words)
