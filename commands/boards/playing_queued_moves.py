"""Queue moves and play them when they are due.

Plans are checked when they are queued, and again when they are played.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice

from commands.content.messages import TextMessage
from commands.content.response import Notification
from commands.context.context import Context
from commands.context.work_allowance import MAIL_POSITIONS
from commands.views.analysis.proofs import value_words
from pbm.board.board import Board
from pbm.board.draws_and_undos import lapsed
from pbm.board.players import Player
from pbm.errors import ParseError, UnreadableMoveError, UserError
from pbm.match.match import Match
from pbm.match.queued_moves import Plan
from pbm.search.budget import SearchBudget
from pbm.wording import counted, listing

MAX_REACHED = 20
"""Maximum number of positions reached by a queued plan that are searched."""
MAX_LOST_SHOWN = 3
"""Maximum number of lost positions that are named."""


@dataclass(frozen=True, slots=True)
class PlanResult:
    """The board after its plans were played, with sentences on the moves."""

    board: Board
    news: tuple[str, ...] = ()
    notifications: tuple[Notification, ...] = ()
    """Notifications to owners of plans. Other players don't get them, because plans are secret."""


def validate_plan(match: Match, seat: int, plan: Plan) -> Plan:
    """Returns the plan in canonical notation.

    Raises UserError if the plan is already known to be impossible.
    """
    if plan.move:
        _check_readable(match, plan.move)
        return plan
    if not _replies_next(match, seat):
        for word in (word for pair in plan.pairs for word in pair):
            _check_readable(match, word)
        return plan
    return Plan(pairs=tuple(found[-1][0] for found in _pairs_reached(match, plan)))


def losing_note(context: Context, board: Board, seat: int, plan: Plan) -> str:
    """Returns a sentence, after a space, if the plan is proved to lose.

    Otherwise, returns an empty string.

    The positions that one email may search are divided equally among the positions that the plan
    reaches. Rated and tournament games get no note, because it would help the player.
    """
    if board.is_contest:
        return ""
    reached = list(islice(_reached(board.match, seat, plan), MAX_REACHED))
    lost = []
    with context.caller.allowance.search(MAIL_POSITIONS) as budget:
        for remaining, ((reply, move), after) in zip(
            range(len(reached), 0, -1), reached, strict=True
        ):
            part = SearchBudget(positions=max(0, budget.positions - budget.used) // remaining)
            proof = context.prover.prove_quickly(after, part)
            budget.used += min(part.used, part.positions)
            if proof and after.to_move != seat and proof.value.result.value == "won":
                when = value_words(proof.value, after.ply).removeprefix("wins")
                lost.append(f"{when} after {reply} {move}".strip())
    if not lost:
        return ""
    winner, more = board.players[1 - seat].userid, len(lost) - MAX_LOST_SHOWN
    more_replies = [f"after {counted(more, 'more reply', 'more replies')}"] if more > 0 else []
    return f" We've proved that {winner} wins {listing([*lost[:MAX_LOST_SHOWN], *more_replies])}."


def _reached(match: Match, seat: int, plan: Plan) -> Iterator[tuple[tuple[str, str], Match]]:
    """Yields the pairs of reply and move that are possible now, each with the match after them."""
    if len(match.game.seats) != 2 or not _replies_next(match, seat):
        return
    if not plan.move:
        yield from (each for found in _pairs_reached(match, plan) for each in found)
    for reply in match.legal if plan.move else ():
        with suppress(UserError):
            yield _pair(match, reply, match.split(plan.move)[0])


def play_queued(board: Board, now: datetime) -> PlanResult:
    """Plays queued moves until the player to move has none."""
    result = PlanResult(board)
    while (seat := result.board.match.to_move) is not None and _may_play(result.board, seat):
        result = _play_one(result, seat, now)
    return result


def _may_play(board: Board, seat: int) -> bool:
    """Whether this seat has a plan to play. Plans of banned or resigning players aren't played."""
    waits = board.players[seat].banned or seat in board.resigning
    return bool(board.plans.get(seat)) and not waits


def without_plan(board: Board, seat: int) -> Board:
    return with_plan(board, seat, Plan())


def with_plan(board: Board, seat: int, plan: Plan) -> Board:
    """Returns the board with this plan for the seat. An empty plan removes the seat's plan."""
    other_plans = {other: theirs for other, theirs in board.plans.items() if other != seat}
    return replace(board, plans=other_plans | ({seat: plan} if plan else {}))


def _play_one(result: PlanResult, seat: int, now: datetime) -> PlanResult:
    board, player = result.board, result.board.players[seat]
    plan = board.plans[seat]
    answer = (plan.move, Plan()) if plan.move else plan.answer(board.match.last_move)
    if answer is None:
        return _drop_plan(result, seat, f"none of them is an answer to {board.match.last_move}.")
    move, rest = answer
    try:
        match = _play(board.match, move, player, now)
    except UserError as error:
        return _drop_plan(result, seat, f"we couldn't play {move}. {error.text}")
    news = f"{player.userid}'s queued move was played: {player.userid} "
    news += f"{board.match.describe_move(match.last_move)}{lapsed(board)}"
    after = with_plan(replace(board, match=match, offer=None), seat, rest)
    return PlanResult(after, (*result.news, news), result.notifications)


def _play(match: Match, move: str, player: Player, now: datetime) -> Match:
    text, ply, _ = match.split(move)
    if ply is not None and ply != match.ply + 1:
        raise ParseError(f"You queued it as move {ply}, but move {match.ply + 1} is next.")
    return match.play(text, now, player.userid)


def _drop_plan(result: PlanResult, seat: int, reason: str) -> PlanResult:
    board, player = result.board, result.board.players[seat]
    where = f"{board.game.title} Board {board.number}"
    text = (
        f"We deleted your queued moves on {where}, because {reason}\n"
        "\n"
        f"Your queued moves were: {board.plans[seat].write()}"
    )
    content = TextMessage(
        subject=f"{where}: {' - '.join(other.userid for other in board.players)}",
        text=text,
        board=f"{board.game.name} {board.number}",
    )
    notification = Notification(player.addresses, content)
    return PlanResult(without_plan(board, seat), result.news, (*result.notifications, notification))


def _replies_next(match: Match, seat: int) -> bool:
    """Whether the move that is due may be the last one before this seat's turn."""
    if match.to_move is None or match.to_move == seat:
        return False
    return any(_after(match, reply).to_move == seat for reply in match.legal)


def _pairs_reached(match: Match, plan: Plan) -> Iterator[Sequence[tuple[tuple[str, str], Match]]]:
    """Yields, for each pair of the plan, the canonical pair with the matches that it can lead to.

    Raises ParseError for a pair that is possible neither now nor after an earlier pair.
    """
    reached = [match]
    for number, (reply, move) in enumerate(plan.pairs, 1):
        pairs, problem = [], ""
        for before in reached:
            try:
                pairs.append(_pair(before, reply, move))
            except UserError as error:
                problem = problem or error.text
        if not pairs:
            raise ParseError(f'Conditional move {number}, "if {reply} {move}": {problem}')
        reached += [after for _, after in pairs]
        yield pairs


def _pair(match: Match, reply: str, move: str) -> tuple[tuple[str, str], Match]:
    expected = match.canonical(reply)
    replied = _after(match, expected)
    answer = replied.canonical(move)
    return (expected, answer), _after(replied, answer)


def _after(match: Match, move: str) -> Match:
    return match.continued([f"move {move}"])


def _check_readable(match: Match, move: str) -> None:
    text, _, comment = match.split(move)
    if comment or not match.reads(text):
        problem = match.game.unreadable(move, "").problem
        raise UnreadableMoveError(problem, match.legal_list())
