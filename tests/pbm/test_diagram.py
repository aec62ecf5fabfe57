"""Diagrams: turning them, and checking those that other packages make."""

from dataclasses import replace

import pytest

from pbm.diagram import Cell, Diagram, Hand, Layer
from pbm.look import Style
from pbm.packages.result_checks import CHECKS

ROWS = ((Cell("a2", "x"), None), (Cell("a1", "."), Cell("b1", "o")))
LAYER = Layer(("a", "b"), ("2", "1"), ROWS, sides=("red", "blue", "green", "black"))


def test_a_turned_diagram_is_seen_from_the_other_side():
    turned = Diagram((LAYER,)).turn().layers[0]
    assert turned.columns == ("b", "a")
    assert turned.rows == ("1", "2")
    assert [[cell and cell.square for cell in row] for row in turned.cells] == [
        ["b1", "a1"],
        [None, "a2"],
    ]
    assert turned.sides == ("green", "black", "red", "blue")
    assert turned.turn() == LAYER


def test_styles_shapes_and_hands_of_other_packages_are_checked():
    cell = Cell("a1", "x", shape="round")  # type: ignore[arg-type]
    wrong = (
        Diagram((replace(LAYER, style="stripes"),)),  # type: ignore[arg-type]
        Diagram((replace(LAYER, sides=("red",)),)),
        Diagram((replace(LAYER, cells=((cell, None), ROWS[1])),)),
        Diagram((LAYER,), hands=(Hand("x", ((cell, 1),)),)),
        Diagram((LAYER,), hands=(Hand("x", ((ROWS[0][0], "1"),)),)),  # type: ignore[arg-type]
        Diagram((LAYER,), text_notes=("x" * 1001,)),
    )
    for diagram in wrong:
        with pytest.raises(TypeError):
            CHECKS["diagram"](None, diagram)
    right = Diagram((replace(LAYER, style=Style.GREEN),), hands=(Hand("x", ((ROWS[0][0], 2),)),))
    assert CHECKS["diagram"](None, right) == right
