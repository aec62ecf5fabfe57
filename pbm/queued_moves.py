"""Moves queued ahead: one to be played next, or answers to the replies that may come.

A plan is written `MOVE[#PLY]`, or `if REPLY MOVE if REPLY MOVE ...`. When a reply comes, the first
pair that names it fires; the pairs after it remain, so that pairs in a row serve both as
alternatives and as a line of play.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from pbm.errors import IllegalError, ParseError

MOST_PAIRS = 10


@dataclass(frozen=True, slots=True)
class Plan:
    """What a seat will play."""

    move: str = ""
    """To be played on the next turn whatever happens; empty for a conditional plan."""
    pairs: tuple[tuple[str, str], ...] = ()
    """Replies and the answers to them."""

    @classmethod
    def read(cls, text: str) -> Self:
        """A plan as typed; the inverse of `write`."""
        words = text.split()
        if words[:1] != ["if"]:
            return cls(move=text)
        return cls(pairs=_pairs(words))

    def write(self) -> str:
        """The plan as typed."""
        return self.move or " ".join(f"if {reply} {move}" for reply, move in self.pairs)

    def answer(self, reply: str) -> tuple[str, "Plan"] | None:
        """The move that answers this reply, and what is left of the plan; None without one."""
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
            "Conditional moves are written without spaces in them, each after its reply:\n"
            "  if REPLY MOVE if REPLY MOVE"
        )
    if len(groups) > MOST_PAIRS:
        raise IllegalError(f"At most {MOST_PAIRS} conditional moves are kept.")
    return tuple((reply, move) for _, reply, move in groups)
