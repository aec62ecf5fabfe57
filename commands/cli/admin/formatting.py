"""Formats boards, players and emails for admins, as text and as JSON data."""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from commands.cli.terminal import format_day, format_minute
from commands.views.json.data import entry_data
from pbm import games
from pbm.board.time_control.periods import Period
from pbm.errors import UserError
from pbm.game import winners_of
from pbm.options import write_options
from pbm.wording import counted, local_time, won_or_drawn
from storage.admin.audit_log import AuditEntry
from storage.admin.overview import BoardSummary, MailSummary, PlayerSummary
from storage.mail.outbox_admin import OutboxEntry


class State(StrEnum):
    """States by which lists of boards can be filtered."""

    ACTIVE = "active"
    OVERDUE = "overdue"
    FINISHED = "finished"
    UNREACHABLE = "unreachable"


def overdue(board: BoardSummary, now: datetime) -> timedelta | None:
    """Returns how much longer than the nag time the turn has lasted, or None if it hasn't.

    An unreachable player isn't overdue while their clock is stopped.
    """
    if board.mover in board.lost and now < board.lost[board.mover].until:
        return None
    late = now - board.turn - timedelta(days=board.terms.nagtime)
    return late if board.active and late > timedelta() else None


def is_in(board: BoardSummary, state: State | None, now: datetime) -> bool:
    """Whether a board is in this state. Every board, even a removed one, matches None."""
    if state is State.ACTIVE:
        return board.active
    if state is State.OVERDUE:
        return overdue(board, now) is not None
    if state is State.UNREACHABLE:
        return board.active and bool(board.lost)
    return state is None or bool(board.places is not None and not board.removed)


def board_status(board: BoardSummary, now: datetime) -> str:
    """Returns a board's state, such as `bob to play move 3, 2 days overdue`."""
    if board.removed:
        return f"removed: {board.removed}"
    if board.places is not None:
        return _result(board)
    late = overdue(board, now)
    days_late = f", {counted(late.days, 'day')} overdue" if late and late.days else ", overdue"
    notes = "".join(_unreachable_note(userid, stop, now) for userid, stop in board.lost.items())
    turn = f"{board.mover or 'nobody'} to play move {board.ply + 1}"
    return f"{turn}{days_late if late else ''}{notes}"


def title(board: BoardSummary) -> str:
    """Returns the name of a board, such as `Knight Panic board 101`."""
    try:
        name = games.stored(board.game).title
    except UserError:  # The game is no longer installed.
        name = board.game
    return f"{name} board {board.number}"


def terms(board: BoardSummary) -> str:
    """Returns all the terms, including those with default values."""
    return " ".join(write_options(board.terms))


def mail_status(mail: MailSummary | OutboxEntry) -> str:
    """Returns an email's state, such as `waiting, tried 2 times, next 2026-03-01 12:15`."""
    tries = f", tried {counted(mail.tries, 'time')}" if mail.tries else ""
    due = (
        (f", next attempt {format_minute(mail.due)}")
        if mail.tries and mail.state == "waiting"
        else ""
    )
    problem = f": {mail.error}" if mail.error else ""
    return f"{mail.state}{tries}{due}{problem}"


def board_data(board: BoardSummary, now: datetime) -> dict[str, Any]:
    """Returns a board as JSON data.

    Its `winners` are as in the responses of the command language.
    """
    winners = None if board.places is None else winners_of(board.places)
    return entry_data(board, winners) | {
        "overdue": overdue(board, now) is not None,
        "removed": board.removed,
        "unreachable": list(board.lost),
        "begun": board.begun,
        "changed": board.changed,
    }


def player_data(summary: PlayerSummary) -> dict[str, Any]:
    return {
        "userid": summary.player.userid,
        "addresses": list(summary.player.addresses),
        "joined": summary.joined,
        "active": summary.active,
        "finished": summary.finished,
        "banned": summary.player.banned,
        "unreachable": summary.player.unreachable,
    }


def entry_row(entry: AuditEntry) -> tuple[str, str, str, str]:
    """Returns the table row of an audit log entry: time, admin, action and reason."""
    act = f"{entry.act} {entry.subject}: {entry.detail}"
    return format_minute(entry.at), entry.admin, act, " ".join(entry.reason.split())


def _unreachable_note(userid: str, stop: Period, now: datetime) -> str:
    """Returns a note on an unreachable player.

    It includes whether the player's clock is running at `now`.
    """
    paused = "" if now >= stop.until else f" (clock paused until {local_time(stop.until)})"
    return f", {userid} unreachable since {format_day(stop.since)}{paused}"


def _result(board: BoardSummary) -> str:
    result = won_or_drawn([board.players[seat] for seat in winners_of(board.places or ())])
    return f"{result} at move {board.ply}"
