"""Errors about entries to tournaments, for players and admins, with their texts."""

from pbm.board.players import Player
from pbm.errors import IllegalError, NotAllowedError, NotFoundError
from pbm.tournaments.tournament import StoredTournament
from pbm.wording import shown

CLOSED = {"running": "has started", "ended": "is over", "cancelled": "was canceled"}
"""Reasons why nobody can join a tournament, by its status."""


def unknown_tournament(name: str, guess: str) -> NotFoundError:
    """`guess`: a suggestion that begins with a space, or an empty string."""
    return NotFoundError(
        f'There is no tournament called "{shown(name)}".{guess}\n'
        "To see all tournaments, send: tournaments"
    )


def check_can_join(player: Player, stored: StoredTournament) -> None:
    """Raises IllegalError unless the player can join the tournament."""
    if player.id in stored.tournament.withdrawn:
        raise has_left(player, stored)
    if player.id in stored.tournament.players:
        raise has_joined(player, stored)
    if stored.tournament.status != "open":
        raise entries_closed(stored)


def check_can_leave(player: Player, stored: StoredTournament) -> None:
    """Raises IllegalError unless the player can leave the tournament."""
    if player.id not in stored.tournament.active:
        raise not_in(player, stored)
    if stored.tournament.status not in ("open", "running"):
        raise is_over(stored)


def has_left(player: Player, stored: StoredTournament) -> IllegalError:
    return IllegalError(
        f"{player.userid} left the {stored.name} tournament and can't join it again."
    )


def has_joined(player: Player, stored: StoredTournament) -> IllegalError:
    return IllegalError(f"{player.userid} has already joined the {stored.name} tournament.")


def entries_closed(stored: StoredTournament) -> IllegalError:
    return IllegalError(
        f"The {stored.name} tournament {CLOSED[stored.tournament.status]}, so you can't join it.\n"
        "To see all tournaments, send: tournaments"
    )


def not_in(player: Player, stored: StoredTournament) -> IllegalError:
    return IllegalError(f"{player.userid} isn't in the {stored.name} tournament.")


def is_over(stored: StoredTournament) -> IllegalError:
    return IllegalError(f"The {stored.name} tournament is over.")


def must_be_sure(question: str, line: str) -> NotAllowedError:
    """`line`: the command that leaves without a question."""
    return NotAllowedError(f"{question}\nTo leave anyway, send: {line}")


def begins_in_past() -> IllegalError:
    return IllegalError("For --from, give a date in the future.")


def name_taken(name: str) -> NotAllowedError:
    return NotAllowedError(f'There is already a tournament called "{name}". Choose another name.')


def not_begun(stored: StoredTournament) -> IllegalError:
    return IllegalError(
        f"The {stored.name} tournament hasn't started yet. To remove a player, run: "
        "pbm admin tournament withdraw"
    )
