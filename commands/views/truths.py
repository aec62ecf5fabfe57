"""What is proved of a game that is over, position by position."""

from commands.messages.content import BoardSaid
from commands.views.tables import table
from pbm.match import Match


def truths(said: BoardSaid, match: Match) -> list[str]:
    """Each move with the value of the position in which it was made, and the decisive mistake."""
    if not any(said.truths):
        return []
    moves = list(enumerate(zip(match.state.movers, match.moves, said.truths, strict=True)))
    rows = [
        (f"#{number + 1}", said.players[seat], move, value, "??" if number == said.mistake else "")
        for number, (seat, move, value) in moves
        if value
    ]
    parts = [f"What is proved, before each move:\n{table(('',) * 5, rows, right=(0,))}"]
    if said.mistake is not None:
        seat, move, _ = moves[said.mistake][1]
        named = f"{said.players[seat]}'s {move}, #{said.mistake + 1}"
        parts.append(f"The decisive mistake was {named}.")
    return parts
