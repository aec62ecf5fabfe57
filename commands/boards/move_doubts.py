"""Reasons why a move in a reply needs a confirmation, with advice to the player."""

from collections.abc import Callable
from typing import NamedTuple


class MoveDoubt(NamedTuple):
    """The reason why a move in a reply needs a confirmation, and a better way to send the move."""

    reason: str
    advice: str = ""
    has_own_text: Callable[[str], bool] = bool
    """Returns whether a comment says more than that its writer makes the move."""


def for_other_board(other: str, number: int) -> MoveDoubt:
    """Returns the reason if a reply names another board, such as "board 241", next to a move."""
    reason = f"Your reply mentions {other} next to {{move}}, but this is board {number}"
    return MoveDoubt(reason, f"To move on {other}, reply to an email about it instead.")


BELOW = MoveDoubt(
    "Your reply has other lines above {move}", "We haven't sent these lines to anyone."
)
AMONG = MoveDoubt("The other text in your reply makes it unclear whether you mean {move}")
BESIDE = MoveDoubt(
    "Your reply has other moves next to {move}",
    "To make a different move, reply with only that move.",
)
ACCEPTING = MoveDoubt(
    "Your reply has the move {move}, and also seems to accept the offer",
    'To accept the offer instead, reply with only the word "accept".',
)
UNSURE = MoveDoubt(
    "We aren't sure that your reply means {move}",
    "To make a different move, reply with only that move.",
)
