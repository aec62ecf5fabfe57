"""Renders the results of finished games that reached a position, as text and JSON data."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from commands.views.analysis.explored_results import (
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
from commands.views.board_paragraphs import verdict
from commands.views.json.data import value_data
from commands.views.text.tables import table
from pbm.games import AnyGame
from pbm.match.match import Match
from pbm.proofs.value import Value
from pbm.stored_values import ExploredGame, ExploredMove, Results
from pbm.wording import counted

MAX_MOVES = 200
"""Maximum number of moves in the table."""
NO_VALUE: dict[str, Any] = {"value": None, "plies": None}


@dataclass(frozen=True, slots=True)
class ValuedMove:
    """A move that was played in the position, with its value if one is proven."""

    explored: ExploredMove
    value: Value | None
    """From the view of the player who makes the move."""


@dataclass(frozen=True, slots=True)
class ExploredPosition:
    """A position and the finished games that reached it."""

    match: Match
    """The match in this position. It may still be running."""
    value: Value | None
    """The proven value of the position for the player to move."""
    results: Results
    moves: Sequence[ValuedMove]
    """Sorted by number of games, highest first."""
    ended: Results | None
    """Results of the games that ended in this position. None if there are no such games."""
    latest: Sequence[ExploredGame]
    """Sorted by their beginning, newest first."""


def state_text(match: Match) -> str:
    """Returns the result of a finished game, or the player to move."""
    seats = match.game.seats
    if match.outcome:
        return "\n".join(verdict(match.outcome, [seat.name for seat in seats]))
    assert match.to_move is not None  # noqa: S101 - a match is over or somebody's turn
    return f"{seats[match.to_move].name} to play move {match.ply + 1}."


def explored_text(position: ExploredPosition) -> Iterator[str]:
    """Yields paragraphs with the position's value, results, moves and latest games."""
    seats = position.match.game.seats
    if position.value and position.match.to_move is not None:
        yield f"{value_sentence(position.match, position.value)} This is proved."
    if not position.results.games:
        yield "No finished public game on this server has reached this position."
        return
    came = f"{games_words(position.results)} reached this position"
    yield f"{came}: {result_words(position.results, seats)}."
    yield _moves_text(position)
    yield f"{_latest_title(position)}:\n{games_table(position.latest, seats)}"


def _moves_text(position: ExploredPosition) -> str:
    """Returns the table of moves. Empty if no game continued from this position."""
    rows = [_row(each, position.match.ply) for each in position.moves[:MAX_MOVES]]
    if not rows:
        return ""
    if position.ended:
        rows.append((ENDED, position.ended, "", ""))
    listed = moves_table(rows, position.match.game.seats)
    more = len(position.moves) - MAX_MOVES
    return f"{listed}\n{counted(more, 'more move')} not shown." if more > 0 else listed


def _row(move: ValuedMove, played: int) -> tuple[str, Any, str, str]:
    explored = move.explored
    return (
        explored.move,
        explored.results,
        move_value_words(move.value, played),
        player_words(explored.players),
    )


def _latest_title(position: ExploredPosition) -> str:
    return "The latest games" if position.results.games > len(position.latest) else "The games"


def starts_text(game: AnyGame, starts: Sequence[tuple[tuple[str, ...], int]]) -> str:
    """Returns a table of other starts: the number of games and the command to explore each."""
    if not starts:
        return ""
    rows = [
        (counted(games, "game"), " ".join((game.name, "explore", *options)))
        for options, games in starts
    ]
    return f"Other starting positions played on this server:\n{table(('', ''), rows, right=())}"


def explored_data(position: ExploredPosition) -> dict[str, Any]:
    return {
        **(value_data(position.value) if position.value else NO_VALUE),
        "results": results_data(position.results),
        "moves": [_move_data(each) for each in position.moves],
        "boards": [game.number for game in position.latest],
    }


def _move_data(move: ValuedMove) -> dict[str, Any]:
    explored = move.explored
    return {
        "move": explored.move,
        **results_data(explored.results),
        "players": [{"userid": userid, "games": games} for userid, games in explored.players],
        **(value_data(move.value) if move.value else NO_VALUE),
    }
