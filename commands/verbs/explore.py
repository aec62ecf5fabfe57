"""The command `explore`, which lists the moves played from a position."""

from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from typing import Annotated, ClassVar

from commands.boards.analysis.exploring import explore
from commands.boards.analysis.search_queue import enqueue_position
from commands.boards.analysis.solve_answers import WITHHELD_MOVES
from commands.boards.positions_after_moves import play_on, position_at
from commands.content.response import Arrival, Response, text_response
from commands.context.context import Context
from commands.language.command import GameCommand
from commands.language.fields import PositionReference, referred_position
from commands.language.slots import Many, Options
from commands.views.analysis.explored_position import (
    explored_data,
    explored_text,
    starts_text,
    state_text,
)
from commands.views.analysis.explored_results import option_words
from commands.views.json.data import match_data
from pbm.errors import NotAllowedError, UserError
from pbm.match.match import Match
from pbm.search.budget import SearchBudget
from pbm.wording import filled

POSITIONS = 5_000
"""Maximum number of positions to search for values when no other request waits, about 200 ms."""
MAX_STARTS = 10
"""Maximum number of other starting positions listed."""


class Explore(GameCommand):
    """Shows which moves were played from a position in public games here, and how the games ended.

    Give a board number, or moves from the start. Write each move without spaces. The list covers
    all finished public games with the same options that reached this position, no matter how. For
    each move, you see who won, and any proven result. We don't show results that could help
    somebody in a rated game that is still in progress.
    """

    example: ClassVar = "{game} explore {move}"

    reference: PositionReference
    options: Annotated[tuple[str, ...], Options("[-OPTION...]")]
    moves: Annotated[tuple[str, ...], Many("[MOVE+]")]

    def run(self, context: Context) -> Response:
        """Returns the moves with their results. Needs no password and changes nothing."""
        begun = position_at(context, self.game, referred_position(self.reference), self.options)
        match, others_wait = play_on(context, begun, self.moves), bool(context.caller.address)
        patient = nullcontext(SearchBudget(positions=POSITIONS))
        with context.search() if others_wait else patient as budget:
            values = partial(context.prover.values, budget=budget)
            explored = explore(context.work.explored, match, values)
        starts = [] if match.ply else _other_starts(context, match)
        parts = [state_text(match), *explored_text(explored), starts_text(self.game, starts)]
        if withheld := context.prover.withholds(match):
            parts.append(filled(WITHHELD_MOVES))
        if queued := others_wait and bool(budget.ended_by) and not withheld:
            parts.append(_later(context, match))
        text = "\n\n".join(filter(None, parts))
        data = match_data(match) | explored_data(explored)
        arrival = Arrival.QUEUED if queued else Arrival.NOW
        return replace(text_response(f"{self.game.title}: explore", text, data), arrival=arrival)


def _later(context: Context, match: Match) -> str:
    """Queues a longer search whose result is emailed later.

    Returns a sentence that announces the email, or that says why there is none.
    """
    try:
        with context.work.savepoint():
            what = "A more complete answer"
            return enqueue_position(context, match, "explore", what)
    except NotAllowedError as error:
        return f"We can't look for more proven results now. {error.text}"


def _other_starts(context: Context, match: Match) -> list[tuple[tuple[str, ...], int]]:
    """Returns the options of the most played other starting positions.

    Each comes with its number of games.
    """
    game, own_options = match.game, match.game.without_seed(match.options)
    starts = []
    for start in context.work.explored.starts(game.name, MAX_STARTS + 1):
        try:
            options = context.board(game, start.board).match.options
        except UserError:
            continue
        if game.without_seed(options) != own_options:
            starts.append((option_words(game, options), start.games))
    return starts[:MAX_STARTS]
