"""The moves of a game in rounds. Each move links to the position after it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from commands.server.site.boards.board_facts import BoardFacts
from commands.server.site.boards.long_games import Division
from pbm.match.match_state import State


@dataclass(frozen=True, slots=True)
class MoveLink:
    """A move with a link to the position after it."""

    ply: int
    move: str
    href: str
    mistake: bool
    """Whether the move decided the game."""
    commented: bool
    """Whether anybody has commented on it."""


@dataclass(frozen=True, slots=True)
class Round:
    """The moves of a round, by seat. None for a seat that didn't move in it."""

    number: int
    moves: Sequence[MoveLink | None]


def rounds(facts: BoardFacts, division: Division, part: int) -> list[Round]:
    """Returns the rounds to list on the page of a part.

    The last page lists all rounds of the game. Each earlier page lists only the moves that it
    shows.
    """
    current = division.parts[part - 1]
    is_whole = part == len(division.parts)
    commented = facts.comments_by_ply()
    rows: dict[int, list[MoveLink | None]] = {}
    for state in facts.board.match.state.played:
        if state.mover is not None and (is_whole or current.first <= state.ply <= current.last):
            row = rows.setdefault(state.round, [None] * len(facts.names))
            row[state.mover] = _link(facts, division.href(state.ply, part), state, commented)
    return [Round(number, moves) for number, moves in rows.items()]


def _link(facts: BoardFacts, href: str, state: State, commented: Collection[int]) -> MoveLink:
    return MoveLink(
        ply=state.ply,
        move=state.move,
        href=href,
        mistake=facts.review.mistake == state.ply - 1,
        commented=state.ply in commented,
    )
