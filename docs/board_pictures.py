"""Makes pictures to be looked at: drawings of boards, and pages beside mails.

    python -m docs.board_pictures [FOLDER]

Without a folder, it draws the boards in the README. With one, it draws typical and extreme
positions of all games, has Chromium show them on wide screens and on phones, light and dark, and
shows the same boards as the site and as mails show them.
"""  # noqa: INP001 - a script beside the pages that use it

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from playwright.sync_api import Browser, sync_playwright

from commands.views.board_view import highlights_of, targets_of
from commands.views.svg.drawing import Drawing
from commands.views.svg.stylesheet import stylesheet
from commands.views.text.spoken import spoken_lines
from docs.mail_pictures import BROWSERS, HERE, mail_of, mail_page
from pbm.diagram import Diagram
from pbm.games import find
from pbm.match.match import Match

VIEWS: Sequence[tuple[int, Literal["light", "dark"]]] = ((1200, "light"), (360, "dark"))
"""Widths and colour schemes in which all boards are shown."""
PLAYERS = ("alice", "bob", "carol")
PAIRED = ("knightpanic-3d", "madknights", "trailblazer")
"""The mails whose boards are shown beside the site's pages."""
PAIR_WIDTH, PAIR_HEIGHT = 640, 880
JPEG_QUALITY = 70
PANIC_END = "a1-e3 g7-c5 g1-e5 e7-a5 c1-g3 a7-c3 e5-g1 a5-c1 e1-a3 c1-e5"
DUEL_END = "(3,2) (2,3) (1,3) (3,1) (2,1) (4,3) (3,3) (2,2) (1,2) (3,4) (2,4) (4,2)"
TRAIL_END = "(0,1) (2,3) (1,1) (2,2) (2,1) (1,2) (3,1) (0,2) (3,2) (0,3) (3,3)"
GAMES = HERE / "games"
THUMBNAILS = {
    "knightpanic": ("", "a1-c5 e7-c3 c1-g3 g7-e3"),
    "knightsdance": ("", "e3 c3"),
    "knightsduel": ("", "(2,3) (7,6) (3,5) (8,4) (1,6) (7,2) (2,4)"),
    "madknights": ("-seed=5", "b3 e5 b1 c1 g4"),
    "trailblazer": ("", "(0,1) (6,5) (1,1) (5,5) (1,2) (5,4) (2,2) (4,4)"),
}
"""The boards in the README's table of games, each with its options and moves."""
BOARDS: Sequence[tuple[str, str, str | int]] = (
    ("knightpanic", "", 0),
    ("knightpanic", "", PANIC_END),
    ("knightpanic", "-size=8", 20),
    ("knightpanic", "-size=13", 9),
    ("knightpanic", "-3d", "c1-g3 a7-e5 e1-g5 c7-f6 g3-c1 f6-a7 g1-f6 a7-c3 f6-c7 c3-f6"),
    ("knightpanic", "-3d -extra=1", 14),
    ("knightpanic", "-3d -size=6", 60),
    ("knightpanic", "-3d -size=8 -extra=3", 150),
    ("knightpanic", "-3d -size=13 -extra=5", 200),
    ("knightsdance", "", 0),
    ("knightsdance", "", "e3 c3"),
    ("knightsdance", "", "e3 c3 c4 b5 d2 d4 b1"),
    ("knightsdance", "-jumpblock -rows=8 -cols=8", 6),
    ("knightsdance", "-rows=3 -cols=40", 4),
    ("knightsdance", "-rows=40 -cols=4", 3),
    ("knightsdance", "-rows=100 -cols=100", 0),
    ("knightsdance", "-rows=100 -cols=100", 41),
    ("knightsduel", "-size=4", DUEL_END),
    ("knightsduel", "", "(2,3) (7,6) (3,5) (8,4) (1,6) (7,2) (2,4)"),
    ("knightsduel", "-rows=4 -cols=26", 30),
    ("knightsduel", "-size=26", 300),
    ("madknights", "-seed=5", "b3 e5 b1 c1 g4"),
    ("madknights", "-seed=5", 60),
    ("madknights", "-size=26", 200),
    ("trailblazer", "", "(0,1) (6,5) (1,1) (5,5) (1,2) (5,4) (2,2) (4,4)"),
    ("trailblazer", "-size=4", TRAIL_END),
    ("trailblazer", "-size=26", 120),
)
"""Games with their options, and moves or a number of random ones."""
GALLERY = """\
<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Boards</title>
<style>
{style}
body {{ margin: 0; padding: 16px; font: 14px/1.4 sans-serif; color: #202124; background: #fff }}
@media (prefers-color-scheme: dark) {{ body {{ color: #e8eaed; background: #121212 }} }}
main {{ display: flex; flex-wrap: wrap; gap: 24px; align-items: flex-start }}
section {{ width: 100% }}
@media (min-width: 700px) {{
  section {{ width: 272px }}
  section:has(svg + svg) {{ width: 372px }}
}}
h1 {{ width: 100%; margin: 0; font-size: 20px }}
h2 {{ margin: 0 0 8px; font-size: 15px }}
</style>
{definitions}
<main>
<h1>Boards</h1>
{pictures}
</main>
</html>
"""
PAIRS = """\
<!DOCTYPE html>
<meta charset="utf-8">
<style>
body {{ margin: 0; padding: 16px; background: #e8eaed; font: 18px sans-serif }}
div {{ display: flex; gap: 16px; margin: 0 0 16px }}
img {{ width: {width}px }}
</style>
{rows}
"""


def main() -> None:
    """Writes the pictures into the folder that is named, or those of the README."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    folder.mkdir(parents=True, exist_ok=True)
    if folder == GAMES:
        _draw_thumbnails()
        return
    with chromium() as browser, TemporaryDirectory() as scratch:
        page = Path(scratch) / "boards.html"
        page.write_text(gallery([match_of(*board) for board in BOARDS]), encoding="utf-8")
        for width, scheme in VIEWS:
            _shoot(browser, page, folder / f"boards-{width}-{scheme}.jpg", width, scheme)
        pairs = Path(scratch) / "pairs.html"
        rows = "\n".join(_pair(browser, name, Path(scratch)) for name in PAIRED)
        pairs.write_text(PAIRS.format(rows=rows, width=PAIR_WIDTH), encoding="utf-8")
        _shoot(browser, pairs, folder / "page-and-mail.png", 2 * PAIR_WIDTH + 48)


def _draw_thumbnails() -> None:
    with chromium() as browser, TemporaryDirectory() as scratch:
        for name, (options, moves) in THUMBNAILS.items():
            page = Path(scratch) / "board.html"
            page.write_text(gallery([match_of(name, options, moves)]), encoding="utf-8")
            view = browser.new_page(viewport={"width": 900, "height": 600})
            view.goto(page.as_uri())
            view.locator(".board").screenshot(path=GAMES / f"{name}.png")


@contextmanager
def chromium() -> Iterator[Browser]:
    """Yields a browser without a window."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        sys.exit(f"One of these browsers is needed: {', '.join(BROWSERS)}.")
    root = ["--no-sandbox"] if os.geteuid() == 0 else []  # its sandbox refuses to run as root
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=found, args=root)


def match_of(name: str, options: str, moves: str | int) -> Match:
    """Returns a match after these moves, or after so many random ones."""
    game = find(name)
    chosen: Any = game.resolve(game.read_options(options.split()), 7)
    match = Match.begin(game, chosen)
    return _play(match, moves.split() if isinstance(moves, str) else _random_moves(match, moves))


def gallery(matches: Sequence[Match]) -> str:
    """Returns a page with a picture of each match."""
    diagrams = [match.game.diagram(match.state.position) for match in matches]
    drawing = Drawing(tuple(diagrams))
    pictures = (
        _section(drawing, f"board-picture-{index}", match, diagram)
        for index, (match, diagram) in enumerate(zip(matches, diagrams, strict=True))
    )
    return GALLERY.format(
        style=stylesheet(), definitions=drawing.definitions(), pictures="\n".join(pictures)
    )


def _play(match: Match, moves: Sequence[str]) -> Match:
    return Match.replay_texts(match.game, match.options, [f"move {move}" for move in moves])


def _random_moves(match: Match, plies: int) -> list[str]:
    """Returns moves that don't end the game, each of a few the one that stacks most pieces."""
    chance, game = random.Random(match.game.name), match.game  # noqa: S311 - nothing secret
    position, moves = match.state.position, list[str]()
    for _ in range(plies):
        after = {move: game.play(position, move) for move in game.moves(position)}
        going_on = [move for move in after if not game.outcome(after[move])]
        if not going_on:
            break
        some = chance.sample(going_on, min(4, len(going_on)))
        heights = {move: _height(game.diagram(after[move])) for move in some}
        move = max(some, key=heights.__getitem__)
        moves.append(game.write(position, move))
        position = after[move]
    return moves


def _height(diagram: Diagram) -> int:
    """Returns the sum of the levels of all pieces."""
    return sum(
        level * sum(bool(cell and cell.piece) for row in layer.cells for cell in row)
        for level, layer in enumerate(diagram.layers)
    )


def _section(drawing: Drawing, key: str, match: Match, diagram: Diagram) -> str:
    has_one_piece = [*match.legal_by_piece] == [""]
    title = f"{match.game.title}, {', '.join(match.game.describe_options(match.options))}"
    picture = drawing.picture(
        diagram,
        highlights_of(match, targets=targets_of(match) if has_one_piece else frozenset()),
        key=key,
        title=title,
        description=" ".join(spoken_lines(match, PLAYERS)),
    )
    return f"<section><h2>{title}, move {match.ply}</h2>{picture}</section>"


def _pair(browser: Browser, name: str, scratch: Path) -> str:
    """Returns two pictures of a board: as the site shows it, and as the mail to a player does."""
    folder = scratch / name
    folder.mkdir()
    mail = folder / "mail.html"
    mail.write_text(mail_page(mail_of(name, folder), PAIR_WIDTH), encoding="utf-8")
    page = _site(folder) / name.partition("-")[0] / "101.html"
    for shown in (page, mail):
        picture = folder / f"{shown.stem}.png"
        _shoot(browser, shown, picture, PAIR_WIDTH, height=PAIR_HEIGHT)
    images = (f'<img src="{name}/{shown.stem}.png" alt="">' for shown in (page, mail))
    return f"<div>{''.join(images)}</div>"


def _site(folder: Path) -> Path:
    """Makes the site of the database in a folder, and returns the site's folder."""
    site = folder / "site"
    settings: Mapping[str, str] = {
        "PBM_DATABASE": f"sqlite:///{folder / 'pbm.db'}",
        "PBM_DATA": str(folder / "data"),
        "PBM_ADDRESS": "pbm@games.example.org",
    }
    subprocess.run(  # noqa: S603 - the words are our own
        [sys.executable, "-m", "commands", "site", str(site)],
        env={**os.environ, **settings},
        check=True,
    )
    return site


def _shoot(
    browser: Browser,
    page: Path,
    picture: Path,
    width: int,
    scheme: Literal["light", "dark"] = "light",
    *,
    height: int = 0,
) -> None:
    """Writes a picture of a page: of its upper part, or of the whole if no height is given."""
    view = browser.new_page(viewport={"width": width, "height": height or 800}, color_scheme=scheme)
    view.goto(page.as_uri())
    quality = JPEG_QUALITY if picture.suffix == ".jpg" else None
    view.screenshot(path=picture, full_page=not height, quality=quality)
    view.close()
    print(f"{picture.name}: {picture.stat().st_size} bytes")  # noqa: T201 - for whoever runs it


if __name__ == "__main__":
    main()
