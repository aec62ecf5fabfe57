"""Errors about seeks, with their texts."""

from datetime import date

from pbm.board.players import Player
from pbm.errors import IllegalError, NotAllowedError, NotFoundError
from pbm.games import AnyGame
from pbm.stored_values import Seek
from pbm.wording import listing


def too_many_games(most: int) -> NotAllowedError:
    return NotAllowedError(f"You can offer at most {most} games at a time. Give a lower number.")


def too_many_seeks(game: str, player: Player, most: int) -> NotAllowedError:
    return NotAllowedError(
        f"In each game, you can have open challenges with at most {most} sets of options.\n"
        f"To close all your open challenges in this game, send: {game} seek {player.userid} - 0"
    )


def wrong_day(first: date, last: date) -> IllegalError:
    return IllegalError(f"For --until, give a date between {first} and {last}.")


def pair_option() -> IllegalError:
    return IllegalError(
        "-pair doesn't work in an open challenge. Offer 2 games instead, and we'll "
        "swap the seats for the second one."
    )


def ladder_option(game: AnyGame) -> IllegalError:
    return IllegalError(
        f"-ladder doesn't work in an open challenge. Challenge a player by name.\n"
        f"To see the ladder, send: {game.name} ladder"
    )


def unknown_seek(game: AnyGame, number: int) -> NotFoundError:
    return NotFoundError(
        f"{game.title} challenge {number} is no longer open.\n"
        f"To see open challenges, send: {game.name} seeks"
    )


def own_seek() -> NotAllowedError:
    return NotAllowedError(
        "You can't join your own challenge. We'll email you when another player joins it."
    )


def other_ratings(other: Player, seek: Seek, points: int) -> NotAllowedError:
    """`points`: the rating of the player who wants to join."""
    ratings = listing([str(seek.lowest), str(seek.highest)], "to")
    return NotAllowedError(
        f"{other.userid} is looking for a player with a rating of {ratings}. Yours is {points}. "
        "Join another challenge."
    )


def blocked(other: Player, player: Player) -> NotAllowedError:
    return NotAllowedError(
        f"{other.userid} and {player.userid} can't play each other. Join another challenge."
    )


def takes_no_more(other: Player) -> NotAllowedError:
    return NotAllowedError(f"{other.userid} can't start another game now. Join another challenge.")
