"""Files that are the same on every site: style sheet, scripts, icon and pictures of games."""

from collections.abc import Iterator
from pathlib import Path

from commands.server.site import paths
from commands.server.site.lists.game_examples import example_match
from commands.server.site.page_data import Page, Source
from commands.server.site.page_subjects import Kind, Subject
from commands.views.board_view import highlights_of
from commands.views.html.colours import BY_WORD, SQUARES
from commands.views.json.schemas import record_schema
from commands.views.svg.piece_signs import SIGNS
from commands.views.svg.pieces import DISC
from commands.views.svg.png import png
from commands.views.svg.stylesheet import stylesheet
from pbm import games

SCRIPTS = (
    paths.SCRIPT,
    paths.SEARCH_SCRIPT,
    paths.TRIAL_SCRIPT,
    paths.LINES_SCRIPT,
    paths.MOVES_SCRIPT,
)
STATIC = Path(__file__).parents[1] / "static"


def _files(source: Source, _subject: Subject) -> Iterator[Page]:
    """Yields the static files. The style sheet begins with the styles of boards.

    The pictures of games are for previews of links. Previews need absolute URLs, so there are no
    pictures if the site's address isn't configured.
    """
    yield Page(paths.STYLE, f"{stylesheet()}\n{_read('site.css')}".encode())
    for path in SCRIPTS:
        yield Page(path, _read(Path(path).name).encode())
    yield Page(paths.ICON, _icon().encode())
    yield Page(paths.RECORD_SCHEMA, record_schema().encode())
    if source.site.url:
        for game in games.games().values():
            match = example_match(game)
            diagram = match.diagram
            yield Page(paths.game_picture(game.name), png(diagram, highlights_of(match)))


def _read(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")


def _icon() -> str:
    """Returns a black knight on a dark square as an SVG file that needs no style sheet."""
    black = BY_WORD["black"]
    rules = (
        f".board-disc {{ fill: {black.disc} }} "
        f".board-sign {{ fill: {black.sign}; stroke: {black.disc}; stroke-width: .3 }} "
        f".board-line {{ fill: none; stroke: {black.disc}; stroke-width: .3 }} "
        f".board-eye {{ fill: {black.disc} }}"
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'
        f'<style>{rules}</style><rect width="10" height="10" rx="2" fill="{SQUARES[1]}"/>'
        f"{DISC}{SIGNS['knight']}</svg>\n"
    )


MAKERS = {Kind.STATIC: _files}
