"""Moves tried on the pages of running boards of classic games: their data, and in Chromium."""

import json
import random
import re

import pytest

from commands.server.site import paths
from commands.server.site.boards.trial_moves import tried_moves
from commands.views.svg.drawing import Drawing
from commands.views.svg.pieces import classes_of, shape_of
from pbm import games
from tests.support.browser import PHONE, window
from tests.support.classic_games import CLASSICS, start
from tests.support.sample_site import open_at_random
from tests.support.site import NOON, PLAYERS, Site
from tests.support.site_pages import SitePages

NAMES = ("alice", "bob")
CASTLING = "e4 e5 Nf3 Nc6 Bc4 Bc5"
CAPTURED = "e4 d5 exd5 Qxd5"
LARGEST = 45_000
"""Maximum size in bytes of the data of a position with 2,176 moves."""
BOARDS = [
    ("chess", "", 9),
    ("go", "", 12),
    ("hex", "", 1),
    ("amazons", "", 0),
    ("othello", "", 11),
    ("checkers", "", 14),
    ("shogi", "", 61),
    ("crazyhouse", "", 41),
    ("xiangqi", "", 10),
]
OPEN = "Try a move"


@pytest.fixture(autouse=True, scope="module")
def _served():
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PBM_GAMES", ",".join(CLASSICS))
        games.forget()
        yield
    games.forget()


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The pages of a server on which these games run."""
    site = Site()
    site.sign_up(*PLAYERS)
    made = SitePages(site, tmp_path_factory.mktemp("site"))
    made.boards = [open_at_random(site, *each) for each in BOARDS]
    made.make()
    assert not made.errors()
    yield made
    site.close()


def test_the_effects_are_those_of_the_rules():
    """Each legal move is there once, and leads to what the rules say."""
    for name in CLASSICS:
        match = start(name, *games.find(name).example[0].split())
        moves = games.find(name).example[1]
        match = match.continued([f"move {move}" for move in moves[: len(moves) * 2 // 3]])
        table = tried_moves(match, NAMES).table
        found = dict(read(table))
        assert len(found) == len(match.legal)
        for move in match.legal[::15]:
            after = match.continued((f"move {move}",)).diagram
            assert found[move] == [look(cell) for cell in after.cells()], (name, move)


def read(table):
    """Yields the notation of each move, and the pieces on all squares after it."""
    for form in table["forms"]:
        for squares, changes in effects(form):
            words = (
                table["squares"][squares[part]] if isinstance(part, int) else part
                for part in form["text"]
            )
            looks = {**dict(enumerate(table["now"])), **changes}
            yield "".join(words), [piece(table["looks"][at]) for at in looks.values()]


def effects(form):
    """Yields the squares among the steps of each move, and its changes."""
    for row in form["moves"]:
        squares, others = row[: len(form["looks"])], row[len(form["looks"]) :]
        pairs = zip(others[::2], others[1::2], strict=True)
        yield squares, {**dict(zip(squares, form["looks"], strict=True)), **dict(pairs)}


def piece(look):
    """The classes and the shape of a piece, or None for a square without one."""
    return look if len(look) == 2 else None


def look(cell):
    """The classes and the shape of the piece on a square, or None."""
    return (classes_of(cell), shape_of(cell)) if cell.piece else None


def steps(tried):
    """The steps of each move, by its notation."""
    table = tried.table
    return {
        notation: [*filter(None, [form["words"]]), *(table["squares"][at] for at in squares)]
        for form in table["forms"]
        for squares, notation in zip(
            (squares for squares, _ in effects(form)),
            (notation for notation, _ in read({**table, "forms": [form]})),
            strict=True,
        )
    }


def test_moves_are_chosen_by_their_squares():
    """First the piece, if there is one, then its targets; words that aren't squares by a button."""
    chess = steps(tried_moves(at("chess", CASTLING), NAMES))
    assert chess["O-O"] == ["e1", "g1"]
    assert chess["Bxf7"] == ["c4", "f7"]
    crazyhouse = steps(tried_moves(at("crazyhouse", f"{CAPTURED} Nc3"), NAMES))
    assert crazyhouse["P@e4"] == ["P@", "e4"]
    assert steps(tried_moves(at("hex", "c2", "-size=3"), NAMES))["swap"] == ["swap"]
    assert steps(tried_moves(at("go", "d4", "-size=5"), NAMES))["pass"] == ["pass"]


def at(name, moves, *options):
    """Returns the match after these moves."""
    match = start(name, *options)
    for move in moves.split():
        match = match.play(move, NOON, "alice")
    return match


def test_hands_and_the_end_are_told():
    """A piece that is taken appears in the hand; a move that ends the game says why."""
    tried = tried_moves(at("crazyhouse", "e4 d5"), NAMES)
    [variants] = tried.hands
    assert [str(hand).count("white pawn") for hand in variants] == [0, 1]
    assert {tuple(form["hands"]) for form in tried.table["forms"]} == {(0,), (1,)}
    mate = tried_moves(at("chess", "f3 e5 g4"), NAMES)
    assert "This ends the game: White is checkmated." in mate.table["told"]


def test_new_pieces_are_defined():
    """A page can draw a piece that isn't on the board yet."""
    tried = tried_moves(at("shogi", "7g7f 3c3d"), NAMES)
    assert "-+B" in Drawing(tuple(tried.examples)).definitions()


def test_a_page_of_many_moves_is_small():
    """Its data has each notation and each look only once; three steps lead to a move of Amazons."""
    tried = tried_moves(at("amazons", ""), NAMES)
    assert steps(tried)["d1-d7/g7"] == ["d1", "d7", "g7"]
    assert len(json.dumps(tried.table)) < LARGEST


@pytest.mark.slow
def test_moves_are_played_on_the_page(browser, pages):
    """By clicks alone, each board shows the position after a legal move as the server draws it."""
    chance = random.Random(7)
    with window(browser, f"{pages.path.as_uri()}/", width=PHONE) as view:
        for board in pages.boards:
            match = board.match
            move = chance.choice(match.legal)
            view.open(paths.board(board.game.name, board.number))
            view.page.get_by_role("button", name=OPEN).click()
            for step in steps(tried_moves(match, NAMES))[move]:
                choose(view, step)
            finish(view, move)
            assert view.page.locator(".told").text_content().startswith(f"{mover(board)}: {move}.")
            after = match.play(move, NOON, "somebody").diagram
            assert drawn_on(view) == sorted(shape_of(cell) for cell in after.pieces())
            assert not view.problems()


def mover(board):
    """The userid of the player to move."""
    return board.mover.userid


def choose(view, step):
    """Chooses a square or words, by a button or in the list."""
    if view.page.locator(".long-list:visible").count():
        view.page.locator(".long-list select").select_option(step)
        view.page.locator(".long-list button").click()
    elif view.page.locator(".choices button").count():
        name = re.compile(rf"^(The piece on |To )?{re.escape(step)}\u2026?$")
        view.page.get_by_role("button", name=name).click()


def finish(view, move):
    """Chooses among moves with the same squares, such as promotions."""
    if view.page.locator(".choices button").count():
        view.page.get_by_role("button", name=move, exact=True).click()


def drawn_on(view):
    """The shapes of the pieces that the script has drawn."""
    pieces = view.page.locator(".tried use")
    return sorted(
        shape.removeprefix("#")
        for shape in pieces.evaluate_all("all => all.map(each => each.getAttribute('href'))")
    )
