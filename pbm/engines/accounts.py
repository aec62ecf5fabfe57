"""Accounts of engines, and the text about them that the database stores."""

import shlex
from dataclasses import dataclass
from typing import Self

from pbm.board.players import Player
from pbm.engines.command_line import Argv
from pbm.errors import NotAllowedError

EXEC = "exec"


@dataclass(frozen=True, slots=True)
class EngineAccount:
    """The game that an engine plays, and the command that starts it."""

    game: str
    command: Argv

    def write(self) -> str:
        """Returns the text to store with the player, such as `exec madknights /srv/bots/mine`."""
        return shlex.join((EXEC, self.game, *self.command))

    @classmethod
    def read(cls, description: str) -> Self | None:
        """Returns the account in the stored text, or None for people and built-in robots."""
        if not description.startswith(f"{EXEC} "):
            return None
        _, game, *command = shlex.split(description)
        return cls(game, tuple(command))


def check_plays(player: Player, game: str) -> None:
    """Raises NotAllowedError if the player is an engine that plays another game."""
    engine = EngineAccount.read(player.robot)
    if engine and engine.game != game:
        raise NotAllowedError(f"{player.userid} is a robot that plays only {engine.game}.")
