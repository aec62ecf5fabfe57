"""Errors about ladders, with their texts."""

from collections.abc import Sequence

from pbm.board.ladder import BETWEEN, MAX_GAMES, OCCUPIED_FOR, REACH
from pbm.board.players import Player
from pbm.errors import IllegalError, NotAllowedError
from pbm.games import AnyGame
from pbm.wording import counted, listing


def no_ladder(game: AnyGame) -> IllegalError:
    return IllegalError(f"{game.title} has no ladder, as it isn't played by two.")


def options_chosen() -> IllegalError:
    return IllegalError(
        "Games for the ladder all have the same start and times: leave out the options."
    )


def out_of_reach(other: Player, game: AnyGame) -> NotAllowedError:
    return NotAllowedError(
        f"On the ladder you challenge players up to {REACH} places above your own, and "
        f"{other.userid} isn't one of them.\nThe ladder: {game.name} ladder"
    )


def played_lately(other: Player, board: int) -> NotAllowedError:
    return NotAllowedError(
        f"You have played {other.userid} on board {board} within the last {BETWEEN.days} days."
    )


def plays_already(board: int) -> NotAllowedError:
    return NotAllowedError(f"You play for the ladder already, on board {board}.")


def too_many_games(player: Player) -> NotAllowedError:
    return NotAllowedError(
        f"{player.userid} has begun {counted(MAX_GAMES, 'game')} for the ladder within "
        f"{OCCUPIED_FOR.days} days."
    )


def on_ladder(player: Player, place: int, game: AnyGame) -> IllegalError:
    return IllegalError(f"{player.userid} is already #{place} on the {game.title} ladder.")


def not_on_ladder(player: Player, game: AnyGame) -> IllegalError:
    return IllegalError(f"{player.userid} isn't on the {game.title} ladder.")


def leaves_games(boards: Sequence[int]) -> IllegalError:
    return IllegalError(
        f"You play for the ladder on board {listing([str(board) for board in boards])}: finish "
        "that, or resign, before you leave."
    )
