"""Lines of moves tried on the pages of running boards, in Chromium."""

import random
import re
from urllib.parse import parse_qs, urlparse

import pytest

from commands.server.site import paths
from commands.views.board_view import highlights_of
from commands.views.svg.drawing import Drawing
from tests.support.browser import PHONE, window
from tests.support.sample_site import open_at_random
from tests.support.site import ADDRESS, NOON, PLAYERS, Site
from tests.support.site_pages import SitePages

pytestmark = pytest.mark.slow

BOARDS = [
    ("knightpanic", "-size=5", 1),
    ("knightpanic", "-3d", 6),
    ("knightpanic", "-3d -size=6", 6),
    ("knightsdance", "", 4),
    ("knightsdance", "-rows=4 -cols=5 -jumpblock", 2),
    ("knightsdance", "-rows=100 -cols=100", 2),
    ("knightsduel", "-size=5", 14),
    ("knightsduel", "-rows=4 -cols=7", 10),
    ("madknights", "-size=5 -seed=1", 8),
    ("trailblazer", "-size=4", 4),
]
"""Games, options, and the moves that have been made."""
PLIES = 16
"""The most moves of a line: most come to the end of the game."""
OPEN = "Try a move"


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The pages of a server on which these games run."""
    site = Site()
    site.sign_up(*PLAYERS)
    made = SitePages(site, tmp_path_factory.mktemp("site"))
    made.boards = [open_at_random(site, *each) for each in BOARDS]
    assert all(board.mover for board in made.boards)
    made.make()
    assert not made.errors()
    yield made
    site.close()


@pytest.fixture
def view(browser, pages):
    """A window on a phone."""
    with window(browser, f"{pages.path.as_uri()}/", width=PHONE) as opened:
        opened.page.set_default_timeout(15_000)
        yield opened


def test_lines_are_those_of_the_rules(pages, view):
    """At each move of a line, what can be chosen is what is legal; it ends where the game does."""
    chance = random.Random(7)
    for board in pages.boards:
        begin(view, board)
        match = board.match
        for _ in range(PLIES):
            assert told(view).endswith(state(match, board)), (board.game.name, match.moves)
            if match.to_move is None:
                break
            move = chance.choice(match.legal)
            choose(view, match, move)
            match = match.play(move, NOON, "somebody")
        assert not [*view.messages, *view.outside]
    assert not view.problems()


def state(match, board):
    """What is told of a position."""
    if match.to_move is None:
        return "This ends the game."
    return f"{board.players[match.to_move].userid} to move."


def choose(view, match, move):
    """Chooses a move; compares the choices before that with the legal moves."""
    for piece, moves in match.legal_by_piece.items():
        if move in moves:
            if piece:
                assert set(choices(view, "The piece on ")) == {*match.legal_by_piece}
                press(view, f"The piece on {piece}")
            assert sorted(choices(view, "To " if piece else "")) == sorted(
                each.removeprefix(f"{piece}-") for each in moves
            )
            target = move.removeprefix(f"{piece}-")
            press(view, f"To {target}" if piece else target)


def choices(view, begin):
    """The squares that can be chosen, from the buttons whose names begin with this."""
    buttons = view.page.locator(".choices button")
    names = buttons.evaluate_all("all => all.map(each => each.ariaLabel ?? each.textContent)")
    return [name.removeprefix(begin).split(" ")[0] for name in names if name.startswith(begin)]


def test_the_position_after_a_move_is_drawn(pages, view):
    """Each piece stands where the server's own picture of that position has it."""
    for board in pages.boards[3:5] + pages.boards[6:]:
        begin(view, board)
        move = board.match.legal[0]
        choose(view, board.match, move)
        match = board.match.play(move, NOON, "somebody")
        diagram = match.game.diagram(match.state.position)
        picture = Drawing.picture(diagram, highlights_of(match), key="k", title="", description="")
        drawn = view.page.locator(".tried use:not(.cross)").evaluate_all(
            "all => all.map(each => [each.getAttribute('href'), each.getAttribute('transform')])"
        )
        assert sorted(map(placed, drawn)) == sorted(pieces_in(picture)), board.game.name


def placed(piece):
    """The shape, column and row of a piece that the script has drawn."""
    shape, transform = piece
    x, y = re.match(r"translate\((\S+) (\S+)\) scale\(1\)", transform).groups()
    return shape, int(x), int(y)


def pieces_in(picture):
    """The shapes, columns and rows of the pieces in one of the server's pictures."""
    for shape, x, y in re.findall(
        r'<use href="(#(?!board)\w+)"(?: x="(\d+)")?(?: y="(\d+)")?/>', picture
    ):
        yield shape, int(x or 0), int(y or 0)


def test_a_line_is_played_by_keys_alone(pages, view):
    """Enter opens it and chooses; arrows go back and forth; Escape leads back to the game."""
    board, keys = pages.boards[4], view.page.keyboard
    view.open(paths.board(board.game.name, board.number))
    view.page.get_by_role("button", name=OPEN).focus()
    keys.press("Enter")
    first = focused(view)
    assert first in board.match.legal
    keys.press("Enter")
    assert told(view).startswith(f"{board.mover.userid}: {first}.")
    assert focused(view) in board.match.play(first, NOON, "somebody").legal
    keys.press("ArrowLeft")
    assert told(view) == state(board.match, board)
    keys.press("ArrowRight")
    assert told(view).startswith(f"{board.mover.userid}: {first}.")
    keys.press("Home")
    assert told(view) == state(board.match, board)
    keys.press("Escape")
    assert focused(view) == OPEN
    assert view.page.locator(".position:visible").count() == 1


def test_a_line_is_played_on_the_board(pages, view):
    """A click on a piece, then on a square, makes the move."""
    board = pages.boards[0]
    begin(view, board)
    move = board.match.legal[0]
    for square in move.split("-"):
        [place] = [
            (row, column)
            for (row, column), cell in board.game.diagram(board.match.state.position)
            .layers[0]
            .squares()
            if cell.square == square
        ]
        view.page.locator(".trial svg").evaluate(CLICK, [10 * place[1] + 5, 10 * place[0] + 5])
    assert told(view).startswith(f"{board.mover.userid}: {move}.")


CLICK = """(svg, [x, y]) => {
  const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
  svg.dispatchEvent(new MouseEvent("click", { clientX: at.x, clientY: at.y, bubbles: true }));
}"""


def test_the_mail_makes_the_move(pages, view):
    """The mail of the link, from the player's address and confirmed by a yes, plays the move."""
    site = pages.site
    for board in pages.boards:
        begin(view, board)
        move = board.match.legal[-1]
        choose(view, board.match, move)
        link = urlparse(view.page.locator(".trial .mail a").get_attribute("href"))
        [subject] = parse_qs(link.query)["subject"]
        assert link.path == ADDRESS
        assert view.page.locator(".trial .subject").text_content() == subject
        userid = board.mover.userid
        mails = site.mail(PLAYERS[userid][1], subject)
        if not is_played(site, board, move):
            site.reply(mails[0], "yes")
        assert is_played(site, board, move), subject
        refused = site.mail(PLAYERS[userid][1], subject)
        assert refused
        assert site.say(f"{board.game.name} show {board.number}").data["ply"] == board.match.ply + 1


def is_played(site, board, move):
    """True if the move is the board's last."""
    with site.database.work() as work:
        return work.boards.find(board.game.name, board.number).match.moves[board.match.ply :] == (
            move,
        )


def begin(view, board):
    """Opens the page of a board, and what plays lines on it."""
    view.open(paths.board(board.game.name, board.number))
    view.page.get_by_role("button", name=OPEN).click()


def told(view):
    """What is told of the position."""
    return view.page.locator(".trial .told").text_content()


def press(view, name):
    """Presses the button of a piece or a square, also on a level that isn't the lowest."""
    view.page.get_by_role("button", name=re.compile(rf"^{re.escape(name)}( |$)")).click()


def focused(view):
    """The words of the button that has the focus."""
    return view.page.evaluate("document.activeElement.textContent")
