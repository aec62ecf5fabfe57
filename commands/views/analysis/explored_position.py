"""The finished games that came to a position, as text and as data."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from commands.views.analysis.explored import (
    ENDED,
    games_table,
    games_words,
    move_value_words,
    moves_table,
    player_words,
    result_words,
    results_data,
)
from commands.views.analysis.proofs import value_sentence
from commands.views.board_parts import verdict
from commands.views.json.data import value_data
from commands.views.text.tables import table
from pbm.games import AnyGame
from pbm.match.match import Match
from pbm.proofs.value import Value
from pbm.stored import ExploredGame, ExploredMove, Results
from pbm.wording import counted

MAX_MOVES = 200
"""The most moves listed."""
NO_VALUE: dict[str, Any] = {"value": None, "plies": None}


@dataclass(frozen=True, slots=True)
class ValuedMove:
    """A move that was made in a position, and its value where it is proved."""

    explored: ExploredMove
    value: Value | None
    """For the player who makes it."""


@dataclass(frozen=True, slots=True)
class ExploredPosition:
    """A position with the finished games that came to it."""

    match: Match
    """The match in this position, in which it may still go on."""
    value: Value | None
    """The proved value of the position, for the player to move."""
    results: Results
    moves: Sequence[ValuedMove]
    """The most played first."""
    ended: Results | None
    """The results of the games that ended in it; None if none did."""
    latest: Sequence[ExploredGame]
    """The games that began last, the latest first."""


def state_text(match: Match) -> str:
    """Returns the result of a finished game, or who is to move."""
    seats = match.game.seats
    if match.outcome:
        return "\n".join(verdict(match.outcome, [seat.name for seat in seats]))
    assert match.to_move is not None  # noqa: S101 - a match is over or somebody's turn
    return f"{seats[match.to_move].name} to make move #{match.ply + 1}."


def explored_text(found: ExploredPosition) -> Iterator[str]:
    """Yields the paragraphs about a position: its value, its results, its moves and its games."""
    seats = found.match.game.seats
    if found.value and found.match.to_move is not None:
        yield f"{value_sentence(found.match, found.value)} This is proved."
    if not found.results.games:
        yield "No finished game on this server that everybody may see came to this position."
        return
    came = f"{games_words(found.results)} came to this position"
    yield f"{came}: {result_words(found.results, seats)}."
    yield _moves_text(found)
    yield f"{_latest_title(found)}:\n{games_table(found.latest, seats)}"


def _moves_text(found: ExploredPosition) -> str:
    """Returns the table of moves; empty if all games ended here."""
    rows = [_row(each, found.match.ply) for each in found.moves[:MAX_MOVES]]
    if not rows:
        return ""
    if found.ended:
        rows.append((ENDED, found.ended, "", ""))
    listed = moves_table(rows, found.match.game.seats)
    more = len(found.moves) - MAX_MOVES
    return f"{listed}\n{counted(more, 'more move')} not shown." if more > 0 else listed


def _row(move: ValuedMove, played: int) -> tuple[str, Any, str, str]:
    explored = move.explored
    return (
        explored.move,
        explored.results,
        move_value_words(move.value, played),
        player_words(explored.players),
    )


def _latest_title(found: ExploredPosition) -> str:
    return "The latest of them" if found.results.games > len(found.latest) else "The games"


def starts_text(game: AnyGame, starts: Sequence[tuple[tuple[str, ...], int]]) -> str:
    """Returns a table of other starts, by their options and numbers of games."""
    if not starts:
        return ""
    rows = [
        (counted(games, "game"), " ".join((game.name, "explore", *options)))
        for options, games in starts
    ]
    return f"Other starts that were played:\n{table(('', ''), rows, right=())}"


def explored_data(found: ExploredPosition) -> dict[str, Any]:
    """Returns a position for programs."""
    return {
        **(value_data(found.value) if found.value else NO_VALUE),
        "results": results_data(found.results),
        "moves": [_move_data(each) for each in found.moves],
        "boards": [game.number for game in found.latest],
    }


def _move_data(move: ValuedMove) -> dict[str, Any]:
    explored = move.explored
    return {
        "move": explored.move,
        **results_data(explored.results),
        "players": [{"userid": userid, "games": games} for userid, games in explored.players],
        **(value_data(move.value) if move.value else NO_VALUE),
    }
