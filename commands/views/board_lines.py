"""A board as a line of a list."""

from datetime import UTC
from typing import Any

from commands.views.data import entry_data
from pbm.board.board import BoardLine
from pbm.wording import counted, listing, local_time


def names(line: BoardLine) -> str:
    """Returns the players, with robots marked."""
    shown = (f"{name} (robot)" if name in line.robots else name for name in line.players)
    return " - ".join(shown)


def status(line: BoardLine) -> str:
    """Returns the player to move, or the result."""
    if line.to_move is not None:
        unreachable = (
            f"; mail to {listing(line.unreachable)} comes back" if line.unreachable else ""
        )
        by = f" by {local_time(line.deadline)}" if line.deadline else ""
        return f"{line.players[line.to_move]} to make move #{line.ply + 1}{by}{unreachable}"
    if not line.winners:
        return f"drawn after {counted(line.ply, 'move')}"
    winners = " and ".join(line.players[seat] for seat in line.winners)
    return f"won by {winners} after {counted(line.ply, 'move')}"


def line_data(line: BoardLine) -> dict[str, Any]:
    """Returns the line as JSON for programs."""
    deadline = line.deadline.astimezone(UTC).isoformat() if line.deadline else None
    return entry_data(line, line.winners) | {"robots": list(line.robots), "deadline": deadline}
