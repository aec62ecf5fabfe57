"""Errors about seeks, with their texts."""

from datetime import date

from pbm.board.players import Player
from pbm.errors import IllegalError, NotAllowedError, NotFoundError
from pbm.games import AnyGame
from pbm.stored import Seek
from pbm.wording import listing


def too_many_games(most: int) -> NotAllowedError:
    return NotAllowedError(f"At most {most} games can be sought at once.")


def too_many_seeks(most: int) -> NotAllowedError:
    return NotAllowedError(
        f"You seek games on {most} terms already: N 0 ends all of these searches."
    )


def wrong_day(first: date, last: date) -> IllegalError:
    return IllegalError(f"--until lies between {first} and {last}.")


def pair_option() -> IllegalError:
    return IllegalError(
        "-pair is for challenges by name: seek 2 games, and the seats are exchanged."
    )


def ladder_option(game: AnyGame) -> IllegalError:
    return IllegalError(
        "-ladder is for challenges by name, as places decide who may play whom.\n"
        f"The ladder: {game.name} ladder"
    )


def unknown_seek(game: AnyGame, number: int) -> NotFoundError:
    return NotFoundError(
        f"{game.title} challenge {number} is no longer open.\nOpen challenges: {game.name} seeks"
    )


def own_seek() -> NotAllowedError:
    return NotAllowedError("That is your own search; others join it.")


def other_ratings(other: Player, seek: Seek, points: int) -> NotAllowedError:
    """`points`: the rating of the player who wants to join."""
    ratings = listing([str(seek.lowest), str(seek.highest)], "to")
    return NotAllowedError(f"{other.userid} looks for ratings {ratings}, and yours is {points}.")


def blocked(other: Player, player: Player) -> NotAllowedError:
    return NotAllowedError(f"{other.userid} and {player.userid} don't play each other.")


def takes_no_more(other: Player) -> NotAllowedError:
    return NotAllowedError(f"{other.userid} can't begin another game now.")
