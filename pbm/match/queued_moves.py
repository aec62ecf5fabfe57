"""Queued moves: one to be played next, or answers to possible replies.

A plan is written `MOVE[#PLY]`, or `if REPLY MOVE if REPLY MOVE ...`. A reply triggers the first
pair that contains it. The following pairs remain, so consecutive pairs can be alternatives or a
line of play.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from pbm.errors import IllegalError, ParseError

MAX_PAIRS = 10


@dataclass(frozen=True, slots=True)
class Plan:
    """The queued moves of a seat."""

    move: str = ""
    """The move to play on the next turn, whatever happens. Empty for a conditional plan."""
    pairs: tuple[tuple[str, str], ...] = ()
    """Pairs of a reply and the answer to it."""

    @classmethod
    def read(cls, text: str) -> Self:
        """Returns the plan in a text. `write` is the inverse."""
        words = text.split()
        if words[:1] != ["if"]:
            return cls(move=text)
        return cls(pairs=_pairs(words))

    def write(self) -> str:
        """Returns the plan as players type it."""
        return self.move or " ".join(f"if {reply} {move}" for reply, move in self.pairs)

    def answer(self, reply: str) -> tuple[str, "Plan"] | None:
        """Returns the answer to this reply and the rest of the plan. None if there is no answer."""
        for number, (expected, move) in enumerate(self.pairs):
            if expected == reply:
                return move, Plan(pairs=self.pairs[number + 1 :])
        return None

    def __bool__(self) -> bool:
        return bool(self.move or self.pairs)


def _pairs(words: Sequence[str]) -> tuple[tuple[str, str], ...]:
    groups = [words[start : start + 3] for start in range(0, len(words), 3)]
    if any(len(group) != 3 or group[0] != "if" for group in groups):
        raise ParseError(
            "Write each conditional move without spaces, after the reply that it answers:\n"
            "  if REPLY MOVE if REPLY MOVE"
        )
    if len(groups) > MAX_PAIRS:
        raise IllegalError(f"You can queue at most {MAX_PAIRS} conditional moves.")
    return tuple((reply, move) for _, reply, move in groups)
