"""The command to see the moves that were played from a position."""

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, ClassVar

from commands.boards.analysis.explored_positions import ExploredPosition, ValuedMove, explore
from commands.boards.analysis.search_queue import enqueue_position
from commands.boards.analysis.solve_answers import WITHHELD
from commands.boards.positions import play_on, position_at
from commands.content.response import Arrival, Response, text_response
from commands.context.context import Context
from commands.language.command import GameCommand
from commands.language.fields import PositionReference, referred_position
from commands.language.slots import Many, Options
from commands.views.analysis.explored import (
    ENDED,
    games_table,
    games_words,
    move_value_words,
    moves_table,
    option_words,
    player_words,
    result_words,
    results_data,
)
from commands.views.analysis.proofs import value_sentence
from commands.views.board_parts import verdict
from commands.views.json.data import match_data, value_data
from commands.views.text.tables import table
from pbm.errors import NotAllowedError, UserError
from pbm.games import AnyGame
from pbm.match.match import Match
from pbm.search_budget import SearchBudget
from pbm.wording import counted, filled

POSITIONS = 5_000
"""Searched for the values of the moves where nobody else waits, within some 200 ms."""
MAX_MOVES = 200
"""The most moves listed."""
MAX_STARTS = 10
"""The most other starts listed."""
NO_VALUE: dict[str, Any] = {"value": None, "plies": None}


class Explore(GameCommand):
    """The moves played from a position on this server, by whom, and how those games ended.

    The position is a board's, or a new board's after these moves, which are written without
    spaces. All finished games count that everybody may see and that came to this position, by
    whatever moves, with the same options; private games don't. For each move it is told who won
    the games, and what is proved about it, unless that would help in a running rated game.
    """

    example: ClassVar = "{game} explore {move}"

    reference: PositionReference
    options: Annotated[tuple[str, ...], Options("[-OPTION...]")]
    moves: Annotated[tuple[str, ...], Many("[MOVE+]")]

    def run(self, context: Context) -> Response:
        """Returns the moves with their results; needs no password and changes nothing."""
        begun = position_at(context, self.game, referred_position(self.reference), self.options)
        match, others_wait = play_on(context, begun, self.moves), bool(context.caller.address)
        patient = nullcontext(SearchBudget(positions=POSITIONS))
        with context.search() if others_wait else patient as budget:
            values = partial(context.prover.values, budget=budget)
            found = explore(context.work.explored, match, values)
        starts = [] if match.ply else _other_starts(context, match)
        parts = [_state_text(match), *_text(found), _starts_text(self.game, starts)]
        if withheld := context.prover.withholds(match):
            parts.append(filled(WITHHELD))
        if queued := others_wait and bool(budget.ended_by) and not withheld:
            parts.append(_later(context, match))
        text = "\n\n".join(filter(None, parts))
        data = match_data(match) | _data(found)
        arrival = Arrival.QUEUED if queued else Arrival.NOW
        return replace(text_response(f"{self.game.title}: explore", text, data), arrival=arrival)


def _later(context: Context, match: Match) -> str:
    """Has the same told again after a longer search; returns when it comes, or why it doesn't."""
    try:
        with context.work.savepoint():
            what = "The same, with all values that are found,"
            return enqueue_position(context, match, "explore", what)
    except NotAllowedError as error:
        return f"More values would take a search. {error.text}"


def _other_starts(context: Context, match: Match) -> list[tuple[tuple[str, ...], int]]:
    """Returns the options of other starts that were played most, with the numbers of games."""
    game, own = match.game, match.game.without_seed(match.options)
    found = []
    for start in context.work.explored.starts(game.name, MAX_STARTS + 1):
        try:
            options = context.board(game, start.board).match.options
        except UserError:
            continue
        if game.without_seed(options) != own:
            found.append((option_words(game, options), start.games))
    return found[:MAX_STARTS]


def _state_text(match: Match) -> str:
    """Returns the result of a finished game, or who is to move."""
    seats = match.game.seats
    if match.outcome:
        return "\n".join(verdict(match.outcome, [seat.name for seat in seats]))
    assert match.to_move is not None  # noqa: S101 - a match is over or somebody's turn
    return f"{seats[match.to_move].name} to make move #{match.ply + 1}."


def _text(found: ExploredPosition) -> Iterator[str]:
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


def _starts_text(game: AnyGame, starts: Sequence[tuple[tuple[str, ...], int]]) -> str:
    if not starts:
        return ""
    rows = [
        (counted(games, "game"), " ".join((game.name, "explore", *options)))
        for options, games in starts
    ]
    return f"Other starts that were played:\n{table(('', ''), rows, right=())}"


def _data(found: ExploredPosition) -> dict[str, Any]:
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
