"""Accounts of the built-in robots, and checks that apply to all robots."""

from datetime import datetime

from commands.system.stored_types import UnitOfWork
from pbm.board.players import Player
from pbm.board.ratings import Rating
from pbm.errors import NotAllowedError
from pbm.robots.levels import HIGHEST, LEVELS, NAMED_PREFIX, RATED_PREFIX, Level, rated_levels

ROBOT_PREFIX = "robot"
"""First letters of userids that only programs can have."""
NAMED_ROBOTS = {f"{ROBOT_PREFIX}{number}": f"{NAMED_PREFIX}{number}" for number in LEVELS}
RATED_ROBOTS = {
    f"{ROBOT_PREFIX}-level{number}": f"{RATED_PREFIX}{number}" for number in range(1, HIGHEST + 1)
}
BUILT_IN_ROBOTS = NAMED_ROBOTS | RATED_ROBOTS
"""Userids of the robots that every server has, each with its stored description."""
ROBOT_LEVELS = f"Every game has robots, from level 1 (beginner) to level {HIGHEST} (strongest)."


def find_robot(work: UnitOfWork, userid: str, at: datetime) -> Player | None:
    """Returns the built-in robot with this userid, or None. Its account is created on first use."""
    description = BUILT_IN_ROBOTS.get(userid.lower())
    if description is None or work.userids.taken(userid):
        return None
    return work.players.add_robot(userid.lower(), description, at)


def robot_level(player: Player, game: str) -> Level | None:
    """Returns the level at which the built-in search plays a game for this player, or None."""
    number = player.robot.rpartition(" ")[2]
    if player.robot.startswith(NAMED_PREFIX):
        return LEVELS[int(number)]
    if player.robot.startswith(RATED_PREFIX):
        return rated_levels(game)[int(number)].level
    return None


def level_points(game: str, level: int) -> int:
    """Returns the rating with which the robot of a level begins."""
    rated = rated_levels(game)[level]
    return Rating(rated.mu, rated.sigma).points


def is_built_in(player: Player) -> bool:
    """Whether the player is a built-in robot. Every server has these."""
    return player.robot.startswith((NAMED_PREFIX, RATED_PREFIX))


def check_not_built_in(player: Player) -> None:
    """Raises NotAllowedError for a built-in robot. It can't be removed or renamed."""
    if is_built_in(player):
        raise NotAllowedError(
            f"{player.userid} is a built-in robot, and its account can't be changed."
        )


def check_is_person(player: Player) -> None:
    """Raises NotAllowedError if the player is a robot. Nobody can give commands for it."""
    if player.robot:
        raise NotAllowedError(f"{player.userid} is a robot, and nobody can give commands for it.")
