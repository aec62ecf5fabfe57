"""Errors about ladders, with their texts."""

from collections.abc import Sequence

from pbm.board.ladder import BETWEEN, MAX_OPPONENTS, OCCUPIED_FOR, REACH
from pbm.board.players import Player
from pbm.errors import IllegalError, NotAllowedError
from pbm.games import AnyGame
from pbm.wording import counted, listing


def no_ladder(game: AnyGame) -> IllegalError:
    return IllegalError(
        f"{game.title} has no ladder, because ladders are only for games with two players."
    )


def options_chosen() -> IllegalError:
    return IllegalError(
        "All ladder games use the same options and time limits. Leave out all options "
        "except -ladder."
    )


def out_of_reach(other: Player, game: AnyGame) -> NotAllowedError:
    return NotAllowedError(
        f"You can't challenge {other.userid}. Choose a player up to {REACH} places above you.\n"
        f"To see the ladder, send: {game.name} ladder"
    )


def played_lately(other: Player, board: int) -> NotAllowedError:
    return NotAllowedError(
        f"You already played {other.userid} on board {board} in the last {BETWEEN.days} days. "
        f"Challenge another player."
    )


def plays_already(board: int) -> NotAllowedError:
    return NotAllowedError(
        f"You're already playing a ladder game against a player above you, on board {board}. "
        "Finish it first."
    )


def too_many_opponents(player: Player) -> NotAllowedError:
    return NotAllowedError(
        f"{player.userid} still has unfinished ladder games, started in the last "
        f"{OCCUPIED_FOR.days} days, against {counted(MAX_OPPONENTS, 'player')}. Challenge another "
        "player."
    )


def on_ladder(player: Player, place: int, game: AnyGame) -> IllegalError:
    return IllegalError(f"{player.userid} is already #{place} on the {game.title} ladder.")


def not_on_ladder(player: Player, game: AnyGame) -> IllegalError:
    return IllegalError(f"{player.userid} isn't on the {game.title} ladder.")


def leaves_games(boards: Sequence[int]) -> IllegalError:
    return IllegalError(
        "You can't leave the ladder while you have ladder games in progress. Finish or resign "
        f"these first: {listing([f'board {board}' for board in boards])}."
    )
