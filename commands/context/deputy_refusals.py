"""Errors about deputies, with their texts."""

from datetime import date

from pbm.board.board import Board
from pbm.board.deputies import MAX_DAYS
from pbm.board.players import Player
from pbm.errors import IllegalError, NotAllowedError, NotFoundError
from pbm.wording import counted, long_date


def unknown_deputy() -> NotFoundError:
    """Doesn't quote the word, because it may be a misplaced password."""
    return NotFoundError("Replace WHO with the userid of a registered player.")


def own_deputy() -> NotAllowedError:
    return NotAllowedError("You can't be your own deputy.")


def robot_deputy(robot: Player) -> NotAllowedError:
    return NotAllowedError(f"{robot.userid} is a robot. Only people can be deputies.")


def day_over(day: date) -> IllegalError:
    return IllegalError(f"{long_date(day)} is already over.")


def too_long() -> IllegalError:
    return IllegalError(f"A deputy can move for you for at most {counted(MAX_DAYS, 'day')}.")


def has_deputy(player: Player, sentence: str) -> NotAllowedError:
    """`sentence`: who moves for the player, and until when."""
    return NotAllowedError(f"{sentence} To end this first, send: deputy {player.userid} - off")


def asked_already(deputy: Player) -> NotAllowedError:
    return NotAllowedError(f"You've already asked {deputy.userid}. Wait for their answer.")


def blocked_deputy(deputy: Player, player: Player) -> NotAllowedError:
    return NotAllowedError(
        f"{deputy.userid} and {player.userid} can't move for each other. Ask another player."
    )


def busy_deputy(deputy: Player, players: int) -> NotAllowedError:
    return NotAllowedError(
        f"{deputy.userid} already moves for {counted(players, 'player')}, which is the maximum. "
        "Ask another player."
    )


def unknown_player() -> NotAllowedError:
    return NotAllowedError("No player with that userid has asked you to be their deputy.")


def not_asked(player: Player, day: date) -> NotAllowedError:
    return NotAllowedError(
        f"{player.userid} hasn't asked you to move for them through {long_date(day)}."
    )


def no_deputy() -> NotFoundError:
    return NotFoundError("You have no deputy, and you haven't asked anyone.")


def no_such_deputyship() -> NotFoundError:
    return NotFoundError("You aren't the deputy of a player with that userid.")


def only_moves(board: Board, seat: int) -> NotAllowedError:
    """Returns the error for a deputy who tries anything other than a move.

    `seat`: the seat of the player for whom the deputy moves.
    """
    whose = board.players[seat].userid
    return NotAllowedError(
        f"In this game, you can only make moves for {whose}. Only {whose} can do anything else."
    )
