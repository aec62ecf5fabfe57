"""Programs of others as players: what is kept of how they are played."""

import shlex
from dataclasses import dataclass
from typing import Self

from commands.engines.command_line import Command
from pbm.board import Player
from pbm.errors import NotAllowed

EXEC = "exec"


@dataclass(frozen=True, slots=True)
class External:
    """The game that a program plays, and how it is run."""

    game: str
    command: Command

    def write(self) -> str:
        """`exec madknights /srv/bots/mine`, as it is kept with the player."""
        return shlex.join((EXEC, self.game, *self.command))

    @classmethod
    def read(cls, how: str) -> Self | None:
        """From what is kept; None for people and for our own robots."""
        if not how.startswith(f"{EXEC} "):
            return None
        _, game, *command = shlex.split(how)
        return cls(game, tuple(command))


def demand_plays(player: Player, game: str) -> None:
    """Refuses to have a program play what it doesn't know."""
    external = External.read(player.robot)
    if external and external.game != game:
        raise NotAllowed(f"{player.userid} is a robot that plays nothing but {external.game}.")
