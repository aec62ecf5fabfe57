"""Programs of others as players: what is kept of how they are played."""

import shlex
from dataclasses import dataclass
from typing import Self

from commands.engines.command_line import Argv
from pbm.board import Player
from pbm.errors import NotAllowedError

EXEC = "exec"


@dataclass(frozen=True, slots=True)
class EngineAccount:
    """The game that a program plays, and how it is run."""

    game: str
    command: Argv

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


def check_plays(player: Player, game: str) -> None:
    """Refuses to have a program play what it doesn't know."""
    engine = EngineAccount.read(player.robot)
    if engine and engine.game != game:
        raise NotAllowedError(f"{player.userid} is a robot that plays nothing but {engine.game}.")
