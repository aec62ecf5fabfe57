"""Robots as players: the accounts of the built-in ones, and checks for those of all."""

from datetime import datetime

from pbm.board import Player
from pbm.errors import NotAllowedError
from pbm.ports import UnitOfWork
from pbm.robots import LEVELS
from pbm.wording import listing

LEVEL_PREFIX = "level "
ROBOT_PREFIX = "robot"
"""The beginning of userids that only programs have."""
BUILT_IN_ROBOTS = {f"{ROBOT_PREFIX}{number}": f"{LEVEL_PREFIX}{number}" for number in LEVELS}
"""Userids of the robots that every server has, with the stored description of each."""


def robot_names() -> str:
    """Returns the built-in robots with their strengths, for sentences."""
    levels = (level.name for level in LEVELS.values())
    return listing(
        [f"{userid} ({level})" for userid, level in zip(BUILT_IN_ROBOTS, levels, strict=True)]
    )


def find_robot(work: UnitOfWork, userid: str, at: datetime) -> Player | None:
    """Returns the built-in robot of this userid, or None; its account is made on first use."""
    description = BUILT_IN_ROBOTS.get(userid.lower())
    if description is None or work.players.taken(userid):
        return None
    return work.players.add_robot(userid.lower(), description, at)


def robot_level(player: Player) -> int | None:
    """Returns the level at which the built-in search plays for this player, or None."""
    return (
        int(player.robot.removeprefix(LEVEL_PREFIX))
        if player.robot.startswith(LEVEL_PREFIX)
        else None
    )


def check_not_built_in(player: Player) -> None:
    """Raises NotAllowedError for a built-in robot, which must not be removed or renamed."""
    if robot_level(player) is not None:
        raise NotAllowedError(
            f"{player.userid} is a robot that every server has: it stays as it is."
        )


def check_is_person(player: Player) -> None:
    """Raises NotAllowedError for a robot: nobody gives commands for it."""
    if player.robot:
        raise NotAllowedError(f"{player.userid} is a robot: nobody speaks for it.")
