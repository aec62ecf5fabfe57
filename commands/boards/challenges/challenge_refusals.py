"""Errors about challenges, with their texts."""

from collections.abc import Sequence

from commands.security.rate_limits import MAX_ROBOT_GAMES
from pbm.board.board import Board
from pbm.board.players import Player
from pbm.errors import IllegalError, NotAllowedError
from pbm.games import AnyGame
from pbm.wording import counted, listing, shown


def no_challenges(player: Player, game: AnyGame) -> NotAllowedError:
    return NotAllowedError(f"{player.userid} takes no challenges at {game.title}.")


def blocked(player: Player, other: Player) -> NotAllowedError:
    return NotAllowedError(f"{player.userid} takes no challenges from {other.userid}.")


def beyond_limit(player: Player, limit: int, game: AnyGame) -> NotAllowedError:
    return NotAllowedError(
        f"{player.userid} plays at most {counted(limit, 'board')} of {game.title} "
        "at once, and there would be more."
    )


def too_many_robot_games(player: Player) -> NotAllowedError:
    return NotAllowedError(
        f"{player.userid} begins at most {MAX_ROBOT_GAMES} rated games against robots "
        "within a week.\nUnrated ones are welcome: challenge with -unrated."
    )


def named_twice() -> NotAllowedError:
    return NotAllowedError("Each seat needs a player of its own, and one was named twice.")


def only_robots() -> NotAllowedError:
    return NotAllowedError("At least one player must be human.")


def pair_of_many(game: AnyGame) -> IllegalError:
    return IllegalError(f"-pair is for two players, and {game.title} has {len(game.seats)}.")


def foreign_address(userids: Sequence[str], owners: Sequence[str]) -> NotAllowedError:
    """`owners`: the players who registered the address of the email, if there are any."""
    names = listing([shown(userid) for userid in userids], "or")
    hint = (
        f"It is registered for {listing(owners)}."
        if owners
        else f"If you are new here, first send: signup {shown(userids[0])} -\n"
        "A new address counts once you have replied to the mail that was sent there."
    )
    return NotAllowedError(
        "A challenge must come from one of its players,\n"
        f"and the address that you write from is not registered for {names}.\n{hint}"
    )


def shared_address(owners: Sequence[str], line: str) -> NotAllowedError:
    """`line`: the command that challenges the robot, without a userid."""
    names = listing(owners, "or")
    return NotAllowedError(
        f"The address that you write from is registered for several players: write {names} "
        f"behind the level, such as\n  {line} {owners[0]}"
    )


def no_userid(line: str) -> NotAllowedError:
    """`line`: the command that challenges the robot, without a userid."""
    return NotAllowedError(f"Write your userid behind the level:\n  {line} USERID")


def tournament_rematch(board: Board, userids: Sequence[str]) -> NotAllowedError:
    return NotAllowedError(
        f"Board {board.number} is {board.tournament}, which pairs the players itself.\n"
        f"For a game besides it: {board.game.name} challenge {' '.join(userids)}"
    )


def early_rematch(board: Board, *, resigning: bool) -> IllegalError:
    waits = " You resign when your turn comes." if resigning else ""
    return IllegalError(
        f"{board.game.title} board {board.number} isn't over yet: a rematch begins once it "
        f"is.{waits}"
    )
