"""Diagrams as text."""

from commands.views.text.ascii_diagram import MAX_HEIGHT, MAX_WIDTH, render_ascii
from commands.views.text.spoken import spoken_diagram
from pbm.games import find
from pbm.look import Style
from tests.support.cases import cases
from tests.support.styled_diagrams import STYLED, styled


def drawn(name, *options):
    game = find(name)
    chosen = game.resolve(game.read_options(options), 7)
    return render_ascii(game.diagram(game.start(chosen)))


def test_knight_panic_is_drawn_as_its_source_does():
    """The diagram has odd labels on all sides."""
    assert drawn("knightpanic") == (
        "     a c e g\n\n"
        "  7  x x x x  7\n  5  . . . .  5\n  3  . . . .  3\n  1  o o o o  1\n\n"
        "     a c e g"
    )


def test_knights_duel_has_row_8_on_top():
    """Columns are equally wide, with numbers on the edges."""
    lines = drawn("knightsduel").splitlines()
    assert lines[0] == "     1  2  3  4  5  6  7  8"
    assert lines[2] == "  8  .  .  .  .  .  .  .  N2  8"
    assert lines[9] == "  1  N1 .  .  .  .  .  .  .   1"


def test_trailblazer_counts_from_the_top_left():
    """Rows and columns are numbered from 0, and the note says which comes first."""
    lines = drawn("trailblazer", "-size=3").splitlines()
    assert lines[8:] == [
        "Cells are written as (row,column). On the board, 1 and 2 mark the trails:",
        "the cells that a player has already visited. You can't enter a trail, except",
        "to win by reaching your opponent's starting cell.",
    ]
    assert lines[:7] == [
        "     0  1  2",
        "",
        "  0  P1 .  .   0",
        "  1  .  .  .   1",
        "  2  .  .  P2  2",
        "",
        "     0  1  2",
    ]


def test_knights_dance_prints_its_position():
    """The notation stands under the diagram."""
    text = drawn("knightsdance")
    assert "  5  .  BN .  .  .  WN  5" in text
    assert text.endswith("\n\nTo start from this position: -position=(w 5 6 a1 b1 f5 b5)")


@cases(
    ("name", "options"),
    [
        ("knightsdance", ("-rows=100", "-cols=100")),
        ("knightsdance", ("-rows=100", "-cols=5")),
        ("knightsduel", ("-size=26",)),
        ("trailblazer", ("-size=26",)),
        ("madknights", ("-size=26",)),
        ("knightpanic", ("-size=13", "-3d")),
    ],
)
def test_large_boards_fit_a_mail(name, options):
    """A cropped board shows all pieces with their own labels."""
    game = find(name)
    chosen = game.resolve(game.read_options(options), 7)
    diagram = game.diagram(game.start(chosen))
    lines = render_ascii(diagram).splitlines()
    assert max(map(len, lines)) <= MAX_WIDTH
    assert len(lines) <= MAX_HEIGHT + 8
    text = " ".join(lines)
    for piece in diagram.pieces():
        assert piece.text in text


def test_cropping_is_marked():
    """A colon stands for rows and columns far from all pieces."""
    text = drawn("knightsdance", "-rows=100", "-cols=100")
    lines = text.splitlines()
    assert lines[0].split()[:2] == ["a", "b"]
    assert ":" in lines[0].split()
    assert "The record has all the moves" in lines[-1]
    assert "left out" not in drawn("knightsdance")


def test_cropping_at_an_edge_is_marked_too():
    lines = drawn("knightsdance", "-position=(w 60 60 z30 m30 m32 t27)").splitlines()
    columns = lines[0].split()
    assert (columns[0], columns[-1]) == (":", ":")
    assert [lines[2].split()[0], lines[-5].split()[0]] == [":", ":"]


def test_hexagons_are_shifted_by_half_a_cell():
    """Columns have their labels where they end at the first or last row."""
    assert render_ascii(STYLED["havannah"]).splitlines() == [
        "      c d e",
        "    5  X . .  5",
        "   4  . x . .  4",
        "  3  . . . . X  3",
        "   2  x . . .  2",
        "    1  . X .  1",
        "        a b c",
    ]


def test_the_largest_board_of_hexagons_is_no_wider_than_an_email():
    wide = styled(Style.HEXAGONS, ["." * 40] * 40)
    assert max(map(len, render_ascii(wide).splitlines())) <= MAX_WIDTH


def test_pieces_in_hand_are_below_the_board():
    assert render_ascii(STYLED["shogi"]).splitlines()[-1] == "Black's hand: 2 P"
    assert [*spoken_diagram(STYLED["shogi"])][-1] == "Black's hand: black pawn (2)."
