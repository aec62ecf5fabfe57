"""Describes one board in a list: its players and its state, as text or as JSON."""

from datetime import UTC
from typing import Any

from commands.views.json.data import entry_data
from pbm.board.board import BoardLine
from pbm.wording import counted, listing, local_time, won_or_drawn


def names(line: BoardLine) -> str:
    """Returns the players' userids, with robots marked."""
    players = (f"{name} (robot)" if name in line.robots else name for name in line.players)
    return " - ".join(players)


def status(line: BoardLine, zone: str = "UTC") -> str:
    """Returns the player to move with the deadline in this time zone, or the result."""
    if line.to_move is not None:
        unreachable = f"; emails to {listing(line.unreachable)} bounce" if line.unreachable else ""
        by = f" by {local_time(line.deadline, zone)}" if line.deadline else ""
        return f"{line.players[line.to_move]} to play move {line.ply + 1}{by}{unreachable}"
    result = won_or_drawn([line.players[seat] for seat in line.winners or ()])
    return f"{result} after {counted(line.ply, 'move')}"


def line_data(line: BoardLine) -> dict[str, Any]:
    deadline = line.deadline.astimezone(UTC).isoformat() if line.deadline else None
    return entry_data(line, line.winners) | {"robots": list(line.robots), "deadline": deadline}
