"""Errors about challenges, with their texts."""

from collections.abc import Sequence

from commands.security.rate_limits import MAX_ROBOT_GAMES
from pbm.board.board import Board
from pbm.board.players import Player
from pbm.errors import IllegalError, NotAllowedError, UsageError
from pbm.games import AnyGame
from pbm.wording import counted, listing, shown


def no_challenges(player: Player, game: AnyGame) -> NotAllowedError:
    return NotAllowedError(
        f"{player.userid} doesn't accept {game.title} challenges. Challenge another player."
    )


def blocked(player: Player, other: Player) -> NotAllowedError:
    return NotAllowedError(
        f"{player.userid} doesn't accept challenges from {other.userid}. Challenge another player."
    )


def beyond_limit(player: Player, limit: int, game: AnyGame) -> NotAllowedError:
    if not limit:
        return NotAllowedError(f"{player.userid} has chosen to play no more {game.title} games.")
    return NotAllowedError(
        f"{player.userid} plays at most {counted(limit, f'{game.title} game')} at a time, "
        "so this game can't start now. Try again when one of those games is over."
    )


def too_many_robot_games(player: Player) -> NotAllowedError:
    return NotAllowedError(
        f"{player.userid} has reached the limit of {MAX_ROBOT_GAMES} new rated games against "
        "robots per week.\n"
        "To play an unrated game, challenge with -unrated."
    )


def wrong_number(game: AnyGame, count: int) -> UsageError:
    """`count`: the number of userids in the command."""
    seats = len(game.seats)
    return UsageError(
        f"{game.title} is for {seats} players, but you gave {counted(count, 'userid')}. Usage:\n"
        f"  {game.name} challenge {' '.join(['USERID'] * seats)}"
    )


def named_twice() -> NotAllowedError:
    return NotAllowedError("You named a player twice. Name a different player for each seat.")


def only_robots() -> NotAllowedError:
    return NotAllowedError("All these players are robots. Name at least one person.")


def pair_of_many(game: AnyGame) -> IllegalError:
    return IllegalError(
        f"-pair works only in games for two players. {game.title} is for {len(game.seats)}."
    )


def foreign_address(userids: Sequence[str], owners: Sequence[str]) -> NotAllowedError:
    """`owners`: the players who registered the address of the email, if there are any."""
    names = listing([shown(userid) for userid in userids], "or")
    hint = (
        f"Your address is registered to {listing(owners)}."
        if owners
        else f"New here? First send this line, with its dash:\n  signup {shown(userids[0])} -\n"
        "Then reply to the email that we send you, to confirm your address."
    )
    return NotAllowedError(
        "You can challenge only in your own name,\n"
        f"but your address isn't registered to {names}.\n"
        f"{hint}"
    )


def shared_address(owners: Sequence[str], line: str) -> NotAllowedError:
    """`line`: the command that challenges the robot, without a userid."""
    names = listing(owners, "or")
    return NotAllowedError(
        f"Your address is registered to several players. Write {names} after the level:\n"
        f"  {line} {owners[0]}"
    )


def no_userid(line: str) -> NotAllowedError:
    """`line`: the command that challenges the robot, without a userid."""
    return NotAllowedError(f"Write your userid after the level:\n  {line} USERID")


def tournament_rematch(board: Board, userids: Sequence[str]) -> NotAllowedError:
    return NotAllowedError(
        f"Board {board.number} is part of {board.tournament}, which arranges its own "
        "games.\n"
        f"To play another game, send: {board.game.name} challenge {' '.join(userids)}"
    )


def early_rematch(*, resigning: bool) -> IllegalError:
    waits = " Your resignation takes effect on your next turn." if resigning else ""
    return IllegalError(f"This game isn't over yet. You can start a rematch once it is.{waits}")
