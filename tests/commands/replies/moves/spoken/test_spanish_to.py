"""The Spanish and Italian "a" between two squares means "to", and not the column a."""

import pytest

from commands.replies.moves.courteous_moves import courteous_move
from tests.support.site import words_of

HELD = {
    "c1-e5": (
        "Muevo la de c1 a e5.",
        "Muevo c1 a e5",
        "Muevo el caballo de c1 a e5",
        "la de c1 va a e5, gracias",
        "Sposto quello da c1 a e5",
        "Muevo la de c1 a e5.\n\nMañana te mando la receta de las croquetas",
    ),
    "c1-a5": ("see one a five", "c1 to a 5", "c one to a five"),
}


@pytest.mark.parametrize(("move", "texts"), HELD.items())
def test_the_move_to_the_written_square_is_played_or_held(move, texts, started_game):
    """It is played if the text has only courtesies besides."""
    site, at_alice, _ = started_game
    with site.database.work() as work:
        match = work.boards.find("knightpanic", 101).match
    for text in texts:
        if played := courteous_move(match, text.split("\n")[0]).move:
            assert played == move, text
            continue
        (answer,) = site.reply(at_alice, text)
        assert f"Not played yet: {move}." in words_of(answer), text
        site.clock.forward(hours=2)
