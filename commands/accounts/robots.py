"""Robots as players: the accounts of the built-in ones, and checks for those of all."""

import textwrap
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from commands.messages.content import TextMessage
from pbm import games
from pbm.board.board import Player
from pbm.errors import NotAllowedError
from pbm.robots.levels import HIGHEST, LEVELS, Level, rated_levels
from pbm.wording import WIDTH, listing

if TYPE_CHECKING:
    from storage.unit_of_work import UnitOfWork


LEVEL_PREFIX, RATED_PREFIX = "level ", "rated "
"""The beginnings of the stored descriptions of robots with a named level, and with a rated one."""
ROBOT_PREFIX = "robot"
"""The beginning of userids that only programs have."""
NAMED_ROBOTS = {f"{ROBOT_PREFIX}{number}": f"{LEVEL_PREFIX}{number}" for number in LEVELS}
RATED_ROBOTS = {
    f"{ROBOT_PREFIX}-level{number}": f"{RATED_PREFIX}{number}" for number in range(1, HIGHEST + 1)
}
BUILT_IN_ROBOTS = NAMED_ROBOTS | RATED_ROBOTS
"""Userids of the robots that every server has, with the stored description of each."""


def robot_names() -> str:
    """Returns the robots that have a named level, with its name, for sentences."""
    levels = (level.name for level in LEVELS.values())
    return listing(
        [f"{userid} ({level})" for userid, level in zip(NAMED_ROBOTS, levels, strict=True)]
    )


def find_robot(work: "UnitOfWork", userid: str, at: datetime) -> Player | None:
    """Returns the built-in robot of this userid, or None; its account is made on first use."""
    description = BUILT_IN_ROBOTS.get(userid.lower())
    if description is None or work.players.taken(userid):
        return None
    return work.players.add_robot(userid.lower(), description, at)


def robot_level(player: Player, game: str) -> Level | None:
    """Returns the level at which the built-in search plays a game for this player, or None."""
    number = player.robot.rpartition(" ")[2]
    if player.robot.startswith(LEVEL_PREFIX):
        return LEVELS[int(number)]
    if player.robot.startswith(RATED_PREFIX):
        return rated_levels(game)[int(number)].level
    return None


def is_built_in(player: Player) -> bool:
    """Returns True for the robots that every server has."""
    return player.robot.startswith((LEVEL_PREFIX, RATED_PREFIX))


def check_not_built_in(player: Player) -> None:
    """Raises NotAllowedError for a built-in robot, which must not be removed or renamed."""
    if is_built_in(player):
        raise NotAllowedError(
            f"{player.userid} is a robot that every server has: it stays as it is."
        )


def check_is_person(player: Player) -> None:
    """Raises NotAllowedError for a robot: nobody gives commands for it."""
    if player.robot:
        raise NotAllowedError(f"{player.userid} is a robot: nobody speaks for it.")


# The first mail to a player who may play.

IF_NOT_YOU = "If you didn't ask for this, reply no, and the account is deleted."


def welcome_message(
    player: Player, waiting: Sequence[str] = (), *, asked: bool = True
) -> TextMessage:
    """Returns the first mail to a player who may play: the first line to send, and the robots.

    `waiting`: further addresses, which aren't confirmed yet. `asked`: the reader has confirmed it.
    """
    game, title = next((name, each.title) for name, each in games.games().items())
    how = (
        f"The board comes at once, and you move by reply. The robots {robot_names()} play every "
        "game, at any hour. To play a person, write their userid in the robot's place."
    )
    first = f"{game} challenge {player.userid} robot1"
    others = [
        ("list", "the games that are played here"),
        (f"help {game}", f"the rules of {title}"),
        (f"{game} standings", "the players of this game"),
        (f"{game} seek {player.userid} - 1", "finds you an opponent"),
        (f"forgot {player.userid}", "sets a password, or another one"),
        ("help privacy", "who sees you and your boards"),
        ("help", "gives an overview"),
    ]
    text = (
        f"Welcome, {player.userid}.\n\n"
        "To begin a game, send this line as the subject of a mail:\n\n"
        f"  {first}\n\n"
        f"{textwrap.fill(how, WIDTH)}\n\n"
        "Other lines to send:\n\n"
        f"{_listed(others)}\n\n"
        f"{textwrap.fill(_addresses(player, waiting), WIDTH)}"
    )
    text += "" if asked else f"\n{IF_NOT_YOU}"
    suggestions = (first, *(line for line, _ in others))
    return TextMessage(subject=f"Welcome {player.userid}", text=text, suggestions=suggestions)


def _addresses(player: Player, waiting: Sequence[str]) -> str:
    more = f" Not confirmed yet: {listing(waiting)}." if waiting else ""
    return f"Mail for you goes to {listing(player.addresses)}.{more}"


def _listed(lines: Sequence[tuple[str, str]]) -> str:
    width = max(len(line) for line, _ in lines) + 2
    return "\n".join(f"  {line:<{width}}{why}" for line, why in lines)
