"""Taking challenges, or refusing them all."""

from dataclasses import dataclass
from typing import ClassVar

from commands.accounts.preferences import REJECT
from commands.context.context import Session
from commands.language.command import GameCommand
from commands.language.fields import Password, Userid
from commands.messages.response import Answer, plain


@dataclass(frozen=True)
class Accept(GameCommand):
    """Takes, or refuses, all challenges at the game from now on; boards that run go on.

    Everybody takes them to begin with. Whoever refuses them may still challenge others.
    """

    names: ClassVar = ("accept", "reject")
    example: ClassVar = "{game} reject alice PASSWORD"

    word: str
    userid: Userid
    password: Password

    def run(self, session: Session) -> Answer:
        """Says what holds from now on."""
        player = session.prove(self.userid, self.password)
        rejects = self.word == "reject"
        value = "yes" if rejects else ""
        session.work.preferences.put(player, REJECT, value, session.now(), self.game.name)
        what = "refuses all" if rejects else "takes"
        text = f"{player.userid} {what} challenges at {self.game.title}."
        data = {"game": self.game.name, "userid": player.userid, "accepts": not rejects}
        return plain(f"{self.game.title}: challenges", text, data)
