"""Robots as players: who they are, and that nobody speaks for them."""

from datetime import datetime

from pbm.board import Player
from pbm.errors import NotAllowed
from pbm.ports import Work
from pbm.robots import LEVELS

LEVEL = "level "
ROBOTS = {f"robot{number}": f"{LEVEL}{number}" for number in LEVELS}
"""The robots of every server, and how they are played."""


def robot_of(work: Work, userid: str, at: datetime) -> Player | None:
    """The robot of this userid, made when it is first asked for; None where it names none."""
    how = ROBOTS.get(userid.lower())
    if how is None or work.players.taken(userid):
        return None
    return work.players.add_robot(userid.lower(), how, at)


def level_of(player: Player) -> int | None:
    """The level at which our own search plays for this player, if it does."""
    return int(player.robot.removeprefix(LEVEL)) if player.robot.startswith(LEVEL) else None


def demand_not_built_in(player: Player) -> None:
    """Refuses to take away what every server has."""
    if level_of(player) is not None:
        raise NotAllowed(f"{player.userid} is a robot that every server has: it stays as it is.")


def demand_person(player: Player) -> None:
    """Refuses to speak for a robot."""
    if player.robot:
        raise NotAllowed(f"{player.userid} is a robot: nobody speaks for it.")
