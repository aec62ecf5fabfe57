"""Positions in words, complete enough to set them up."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from commands.views.text.spoken import spoken_text
from tests.support.snapshots import matches
from tests.support.strategies import ALL, NAMES

HEAD = re.compile(r"(.*) has \d+ columns?, .* from the left, and \d+ rows?, .* from the top\.")
SQUARES = re.compile(r"([A-Z].*?)(?: \(([^:]*)\))?: (.*)\.")
OTHERS = re.compile(r"All other squares: (\w+)(?: \((.*)\))?\.")
MARKS = {"closed", "removed", "trail", "pinned", "unsupported", "left"}


def unwrapped(text):
    """Joins the lines of each sentence: they end in full stops."""
    return [line.replace("\n", " ") for line in re.split(r"(?<=\.)\n", text)]


def heard(text):
    """Returns the cells that the sentences name: layer, square, words and marks."""
    found, layer = set(), -1
    for line in unwrapped(text):
        if HEAD.fullmatch(line):
            layer += 1
        elif (told := SQUARES.fullmatch(line)) and not OTHERS.fullmatch(line):
            words = "" if told[1] == "Empty" else told[1].lower()
            marks = {*(told[2] or "").split(", "), *re.findall(r"\w+", words)} & MARKS
            squares = re.split(r", (?!\d+\))| and ", told[3])
            found |= {(layer, square, words, frozenset(marks)) for square in squares}
    return found


@pytest.mark.parametrize("game", ALL, ids=NAMES)
@settings(max_examples=30)
@given(data=st.data())
def test_the_position_can_be_set_up_again(game, data):
    """Every occupied square is named with its words, marks and layer, and no other square is."""
    match = data.draw(matches(game))
    diagram = game.diagram(match.state.position)
    cells = {
        (number, cell.square, cell.words, cell.marks)
        for number, layer in enumerate(diagram.layers)
        for row in layer.cells
        for cell in row
        if cell
    }
    told = heard(spoken_text(match, [seat.name for seat in game.seats]))
    assert {cell for cell in told if cell[2]} == {cell for cell in cells if cell[2]}
    assert told <= cells
    assert len({cell[3] for cell in cells - told}) <= len(diagram.layers)


def test_a_board_is_described(site):
    """Anybody can ask for the description, now or after a ply."""
    site.sign_up("alice", "bob")
    site.begin("knightpanic challenge alice bob")
    site.play("knightpanic", 101, "a1-c5")
    answer = site.say("knightpanic describe 101")
    assert answer.content.text.splitlines() == [
        "Knight Panic Board 101",
        "",
        "The board has 4 columns, a, c, e and g from the left, and 4 rows, 7, 5, 3",
        "and 1 from the top.",
        "Black knight: a7, c7, e7 and g7.",
        "White knight: c5, c1, e1 and g1.",
        "Empty: a5, e5, g5, a3, c3, e3, g3 and a1.",
        "The last move was alice's a1-c5, move 1.",
        "It is bob's turn. There are 9 legal moves.",
    ]
    assert answer.content.board == "knightpanic 101"
    before = site.say("knightpanic describe 101#0").content.text
    assert "No move has been made.\nIt is alice's turn" in before


def test_the_end_is_told(site):
    """The description names winner and reason."""
    site.sign_up("alice", "bob")
    site.begin("trailblazer challenge -size=3 alice bob")
    site.play("trailblazer", 101, "right", "left", "right", "left")
    site.play("trailblazer", 101, "down", "up", "down")
    text = site.say("trailblazer describe 101").content.text
    assert "It was won by alice, because Player 1 reached Player 2's start." in text.replace(
        "\n", " "
    )
