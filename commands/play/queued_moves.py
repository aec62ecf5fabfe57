"""Queued moves: checked when they are queued, and again when they fire."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from commands.messages.content import TextMessage
from commands.messages.response import Notification
from pbm.board import Board, Player
from pbm.errors import ParseError, UserError
from pbm.match import Match
from pbm.queued_moves import Plan


@dataclass(frozen=True, slots=True)
class PlanResult:
    """What came of the plans on a board."""

    board: Board
    news: tuple[str, ...] = ()
    notifications: tuple[Notification, ...] = ()
    """What only the owners of plans are told: the others mustn't learn of them."""


def validate_plan(match: Match, seat: int, plan: Plan) -> Plan:
    """The plan in canonical notation; refuses what can be seen to be impossible already."""
    if plan.move:
        _check_readable(match, plan.move)
        return plan
    if not _replies_next(match, seat):
        for word in (word for pair in plan.pairs for word in pair):
            _check_readable(match, word)
        return plan
    return Plan(pairs=tuple(_canonical_pairs(match, plan)))


def play_queued(board: Board, now: datetime) -> PlanResult:
    """Plays what seats have queued, as long as it is somebody's turn who has."""
    fired = PlanResult(board)
    while (seat := fired.board.match.to_move) is not None and _may_play(fired.board, seat):
        fired = _play_one(fired, seat, now)
    return fired


def _may_play(board: Board, seat: int) -> bool:
    """Whether this seat has a plan, and not resigned; those of banned players wait."""
    waits = board.players[seat].banned or seat in board.resigning
    return bool(board.plans.get(seat)) and not waits


def without_plan(board: Board, seat: int) -> Board:
    """The board with this seat's plan forgotten."""
    return with_plan(board, seat, Plan())


def with_plan(board: Board, seat: int, plan: Plan) -> Board:
    """The board with this seat's plan; an empty one is none."""
    others = {other: kept for other, kept in board.plans.items() if other != seat}
    return replace(board, plans=others | ({seat: plan} if plan else {}))


def _play_one(fired: PlanResult, seat: int, now: datetime) -> PlanResult:
    board, player = fired.board, fired.board.players[seat]
    plan = board.plans[seat]
    answer = (plan.move, Plan()) if plan.move else plan.answer(board.match.moves[-1])
    if answer is None:
        return _drop_plan(fired, seat, f"nothing in them answers {board.match.moves[-1]}")
    move, rest = answer
    try:
        match = _play(board.match, move, player, now)
    except UserError as error:
        return _drop_plan(fired, seat, f"{move} can't be played: {error.text}")
    news = f"{player.userid}'s queued move is played: {player.userid} "
    news += board.match.told(match.moves[-1])
    after = with_plan(replace(board, match=match, offer=None), seat, rest)
    return PlanResult(after, (*fired.news, news), fired.notifications)


def _play(match: Match, move: str, player: Player, now: datetime) -> Match:
    text, ply, _ = match.split(move)
    if ply is not None and ply != match.ply + 1:
        raise ParseError(f"it was meant as move #{ply}, and #{match.ply + 1} is due.")
    return match.play(text, now, player.userid)


def _drop_plan(fired: PlanResult, seat: int, why: str) -> PlanResult:
    board, player = fired.board, fired.board.players[seat]
    where = f"{board.game.title} Board {board.number}"
    text = (
        f"Your queued moves on {where} were dropped: {why}\n\n"
        f"They were: {board.plans[seat].write()}"
    )
    content = TextMessage(
        subject=f"{where}: {' - '.join(other.userid for other in board.players)}",
        text=text,
        board=f"{board.game.name} {board.number}",
    )
    notification = Notification(player.addresses, content)
    return PlanResult(without_plan(board, seat), fired.news, (*fired.notifications, notification))


def _replies_next(match: Match, seat: int) -> bool:
    """Whether the move that is due is the last one before this seat's turn."""
    if match.to_move is None or match.to_move == seat:
        return False
    return any(_after(match, reply).to_move == seat for reply in match.legal)


def _canonical_pairs(match: Match, plan: Plan) -> Iterator[tuple[str, str]]:
    """Each pair, possible after some of those before it."""
    reached = [match]
    for number, (reply, move) in enumerate(plan.pairs, 1):
        found, problem = [], ""
        for before in reached:
            try:
                found.append(_pair(before, reply, move))
            except UserError as error:
                problem = problem or error.text
        if not found:
            raise ParseError(f"Conditional move {number}, if {reply} {move}: {problem}")
        reached += [after for _, after in found]
        yield found[-1][0]


def _pair(match: Match, reply: str, move: str) -> tuple[tuple[str, str], Match]:
    expected = match.canonical(reply)
    replied = _after(match, expected)
    answer = replied.canonical(move)
    return (expected, answer), _after(replied, answer)


def _after(match: Match, move: str) -> Match:
    return Match.retell(match.game, match.options, [*match.state.standing, f"move {move}"])


def _check_readable(match: Match, move: str) -> None:
    text, _, comment = match.split(move)
    if comment or not match.reads(text):
        raise match.game.unreadable(move, match.legal[0] if match.legal else "")
