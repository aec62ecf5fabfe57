"""How boards, players and mails stand, in words and as data for programs."""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from commands.cli.terminal import format_day, format_minute
from commands.messages.snapshot import UNREACHABLE_PERIOD
from pbm import games
from pbm.errors import UserError
from pbm.game import Outcome
from pbm.options import write_options
from pbm.wording import counted, listing
from storage.admin.audit_log import AuditEntry
from storage.admin.overview import BoardSummary, MailSummary, PlayerSummary
from storage.mail.outbox_admin import OutboxEntry


class State(StrEnum):
    """Which boards are listed."""

    ACTIVE = "active"
    OVERDUE = "overdue"
    FINISHED = "finished"
    UNREACHABLE = "unreachable"


def overdue(board: BoardSummary, now: datetime) -> timedelta | None:
    """By how much the player to move has had the turn for longer than the nag time, or None.

    Nobody is overdue whose clock stands because mail comes back.
    """
    if board.mover in board.lost:
        return None
    late = now - board.turn - timedelta(days=board.terms.nagtime)
    return late if board.active and late > timedelta() else None


def is_in(board: BoardSummary, state: State | None, now: datetime) -> bool:
    """Whether a board is in this state; without one, all are, removed ones too."""
    if state is State.ACTIVE:
        return board.active
    if state is State.OVERDUE:
        return overdue(board, now) is not None
    if state is State.UNREACHABLE:
        return board.active and bool(board.lost)
    return state is None or bool(board.places is not None and not board.removed)


def board_status(board: BoardSummary, now: datetime) -> str:
    """`bob to move #3, 2 days overdue`, `won by alice at ply 5`, or the like."""
    if board.removed:
        return f"removed: {board.removed}"
    if board.places is not None:
        return _result(board)
    late = overdue(board, now)
    how_late = f", {counted(late.days, 'day')} overdue" if late and late.days else ", overdue"
    lost = "".join(_unreachable_note(userid, since, now) for userid, since in board.lost.items())
    turn = f"{board.mover or 'nobody'} to move #{board.ply + 1}"
    return f"{turn}{how_late if late else ''}{lost}"


def title(board: BoardSummary) -> str:
    """`Knight Panic board 101`."""
    try:
        name = games.find(board.game).title
    except UserError:  # its file was taken away
        name = board.game
    return f"{name} board {board.number}"


def terms(board: BoardSummary) -> str:
    """All the terms, the usual ones too."""
    return " ".join(write_options(board.terms))


def mail_status(mail: MailSummary | OutboxEntry) -> str:
    """`waiting, tried 2 times, next 2026-03-01 12:15: 450 later`, or the like."""
    tried = f", tried {counted(mail.tries, 'time')}" if mail.tries else ""
    again = f", next {format_minute(mail.due)}" if mail.tries and mail.state == "waiting" else ""
    problem = f": {mail.error}" if mail.error else ""
    return f"{mail.state}{tried}{again}{problem}"


def board_data(board: BoardSummary, now: datetime) -> dict[str, Any]:
    """A board for programs; `winners` as in the answers of the command language."""
    return {
        "game": board.game,
        "board": board.number,
        "players": list(board.players),
        "ply": board.ply,
        "to_move": board.to_move,
        "winners": None if board.places is None else list(_winners(board)),
        "overdue": overdue(board, now) is not None,
        "removed": board.removed,
        "unreachable": list(board.lost),
        "begun": board.begun,
        "changed": board.changed,
    }


def player_data(facts: PlayerSummary) -> dict[str, Any]:
    """A player for programs."""
    return {
        "userid": facts.player.userid,
        "addresses": list(facts.player.addresses),
        "joined": facts.joined,
        "active": facts.active,
        "finished": facts.finished,
        "banned": facts.player.banned,
        "unreachable": facts.player.unreachable,
    }


def entry_row(entry: AuditEntry) -> tuple[str, str, str, str]:
    """When, which admin, what was done, and why."""
    done = f"{entry.act} {entry.subject}: {entry.detail}"
    return format_minute(entry.at), entry.admin, done, entry.reason


def _unreachable_note(userid: str, since: datetime, now: datetime) -> str:
    """That a player can't be reached, and whether it is up to the admin by now."""
    waits = (
        "waits for the admin"
        if now >= since + UNREACHABLE_PERIOD
        else f"stands until {format_day(since + UNREACHABLE_PERIOD)}"
    )
    return f", {userid} unreachable since {format_day(since)}: {waits}"


def _winners(board: BoardSummary) -> tuple[int, ...]:
    return Outcome(board.places or (), "").winners


def _result(board: BoardSummary) -> str:
    names = [board.players[seat] for seat in _winners(board)]
    result = f"won by {listing(names)}" if names else "drawn"
    return f"{result} at ply {board.ply}"
