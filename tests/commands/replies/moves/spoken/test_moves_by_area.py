"""Moves that are described by areas of the board."""

from commands.replies.moves.spoken.moves_by_area import tells_area

TOLD = (
    "The knight in the middle goes to the top right corner, please. Can't remember how.",
    "Der Springer zieht in die Ecke",
    "Le cavalier va dans le coin",
    "El caballo va a la esquina",
    "Het paard gaat naar de hoek",
)
NOT_TOLD = (
    "Your knight goes to the corner, nice",
    "If the knight goes to the corner, I win",
    "Does the knight go to the corner?",
    "We moved to a house at the edge of town",
)


def test_moves_by_area_are_recognized(started_game):
    with started_game[0].database.work() as work:
        match = work.boards.find("knightpanic", 101).match
    assert [text for text in TOLD if not tells_area(match, text)] == []
    assert [text for text in NOT_TOLD if tells_area(match, text)] == []
