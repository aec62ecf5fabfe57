"""The status at the top of a board's page."""

from collections.abc import Sequence
from dataclasses import dataclass

from commands.server.site.boards.board_facts import BoardFacts
from commands.views.analysis.proofs import start_text
from commands.views.board_paragraphs import reason
from pbm.game import Outcome
from pbm.match.match import Match
from pbm.proofs.starts.proved_starts import proved_start
from pbm.wording import listing


@dataclass(frozen=True, slots=True)
class Status:
    """The first lines of a board's page."""

    summary: str
    """A short sentence: the player to move, or the result."""
    lines: Sequence[str]
    mistake: str = ""
    """A sentence about the decisive mistake, or an empty string."""
    mistake_ply: int = 0


def status(facts: BoardFacts) -> Status:
    """Returns the player to move or the result, with the last move and other facts."""
    match = facts.board.match
    if match.outcome:
        return Status(
            _result(facts, match.outcome),
            [
                *_last_move(facts),
                reason(match.outcome),
                *_places(facts, match.outcome),
                *_start(match),
            ],
            *_mistake(facts),
        )
    if match.to_move is None:
        return Status("Nobody can move.", [])
    lines = [*_last_move(facts), *_start(match)]
    return Status(f"{facts.names[match.to_move]} to move.", lines)


def _result(facts: BoardFacts, outcome: Outcome) -> str:
    winners = [facts.names[seat] for seat in outcome.winners]
    return f"{listing(winners)} won." if winners else "The game is a draw."


def _places(facts: BoardFacts, outcome: Outcome) -> list[str]:
    """Returns the places in a game of three or more players, or an empty list."""
    if len(facts.names) == 2 or not outcome.winners:
        return []
    ranked = sorted(zip(outcome.places, facts.names, strict=True))
    return [", ".join(f"{place}. {name}" for place, name in ranked)]


def _mistake(facts: BoardFacts) -> tuple[str, int]:
    index = facts.review.mistake
    if index is None:
        return "", 0
    state = facts.board.match.state.played[index]
    player = facts.names[state.mover or 0]
    return f"The decisive mistake was {player}'s {state.move}, move {state.ply}.", state.ply


def _last_move(facts: BoardFacts) -> list[str]:
    match = facts.board.match
    if match.state.mover is None:
        return []
    mover = facts.mover_words(match.ply, match.state.mover)
    return [f"{mover} played {match.last_move}, move {match.ply}."]


def _start(match: Match) -> list[str]:
    """Returns a sentence about the value of the start if pbm has a proof of it."""
    start = proved_start(match.game, match.options)
    return [start_text(Match.begin(match.game, match.options), start.proof)] if start else []
