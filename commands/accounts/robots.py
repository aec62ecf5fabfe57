"""Robots as players: who they are, and that nobody speaks for them."""

from datetime import datetime

from pbm.board import Player
from pbm.errors import NotAllowedError
from pbm.ports import UnitOfWork
from pbm.robots import LEVELS

LEVEL_PREFIX = "level "
BUILT_IN_ROBOTS = {f"robot{number}": f"{LEVEL_PREFIX}{number}" for number in LEVELS}
"""The robots of every server, and how they are played."""


def find_robot(work: UnitOfWork, userid: str, at: datetime) -> Player | None:
    """The robot of this userid, made when it is first asked for; None where it names none."""
    how = BUILT_IN_ROBOTS.get(userid.lower())
    if how is None or work.players.taken(userid):
        return None
    return work.players.add_robot(userid.lower(), how, at)


def robot_level(player: Player) -> int | None:
    """The level at which our own search plays for this player, if it does."""
    return (
        int(player.robot.removeprefix(LEVEL_PREFIX))
        if player.robot.startswith(LEVEL_PREFIX)
        else None
    )


def check_not_built_in(player: Player) -> None:
    """Refuses to take away what every server has."""
    if robot_level(player) is not None:
        raise NotAllowedError(
            f"{player.userid} is a robot that every server has: it stays as it is."
        )


def check_is_person(player: Player) -> None:
    """Refuses to speak for a robot."""
    if player.robot:
        raise NotAllowedError(f"{player.userid} is a robot: nobody speaks for it.")
