"""Errors about deputies, with their texts."""

from datetime import date

from pbm.board.board import Board
from pbm.board.deputies import MAX_DAYS
from pbm.board.players import Player
from pbm.errors import IllegalError, NotAllowedError, NotFoundError
from pbm.wording import counted


def unknown_deputy() -> NotFoundError:
    """Doesn't quote the word, because it may be a misplaced password."""
    return NotFoundError("The word in the place of WHO isn't the userid of a player.")


def own_deputy() -> NotAllowedError:
    return NotAllowedError("You move for yourself already.")


def robot_deputy(robot: Player) -> NotAllowedError:
    return NotAllowedError(f"{robot.userid} is a program: only a person moves for you.")


def day_over(day: date) -> IllegalError:
    return IllegalError(f"That day is over: {day}.")


def too_long() -> IllegalError:
    return IllegalError(f"Somebody moves for you for at most {counted(MAX_DAYS, 'day')}.")


def has_deputy(player: Player, sentence: str) -> NotAllowedError:
    """`sentence`: who moves for the player, and until when."""
    return NotAllowedError(f"{sentence} End it first: deputy {player.userid} - off")


def asked_already(deputy: Player) -> NotAllowedError:
    return NotAllowedError(f"{deputy.userid} has been asked already, and hasn't agreed yet.")


def blocked_deputy(deputy: Player, player: Player) -> NotAllowedError:
    return NotAllowedError(f"{deputy.userid} and {player.userid} don't play for one another.")


def busy_deputy(deputy: Player, players: int) -> NotAllowedError:
    return NotAllowedError(
        f"{deputy.userid} moves for {counted(players, 'player')} already, and for no more."
    )


def unknown_player() -> NotAllowedError:
    return NotAllowedError("Nobody with that userid has asked you to move.")


def not_asked(player: Player, day: date) -> NotAllowedError:
    return NotAllowedError(
        f"{player.userid} doesn't ask you to move until {day}, or no longer does."
    )


def no_deputy() -> NotFoundError:
    return NotFoundError("Nobody moves for you, or is asked to.")


def no_such_deputyship() -> NotFoundError:
    return NotFoundError("You don't move for anybody with that userid.")


def only_moves(board: Board, seat: int) -> NotAllowedError:
    """Returns the error for a deputy who tries anything other than a move.

    `seat`: the seat of the player for whom the deputy moves.
    """
    whose = board.players[seat].userid
    return NotAllowedError(f"You only move for {whose} on this board; all else is left to {whose}.")
