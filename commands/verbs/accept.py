"""The commands `accept` and `reject`: accept or refuse all new challenges at a game."""

from typing import ClassVar

from commands.boards.analysis.start_notes import usual_start_note
from commands.content.response import Response, text_response
from commands.context.context import Context
from commands.language.command import GameCommand
from commands.language.fields import Password, Userid
from commands.players.authentication import authenticate
from commands.players.preferences import REJECT


class Accept(GameCommand):
    """Accepts or refuses all new challenges to this game. Games in progress continue.

    By default, you accept challenges. If you refuse them, you can still challenge others.

    To answer an offer in a game, see "help offers".
    """

    names: ClassVar = ("accept", "reject")
    example: ClassVar = "{game} reject alice PASSWORD"

    word: str
    userid: Userid
    password: Password

    def run(self, context: Context) -> Response:
        player = authenticate(context, self.userid, self.password)
        rejects = self.word == "reject"
        value = "yes" if rejects else ""
        context.work.preferences.put(player, REJECT, value, context.now(), self.game.name)
        what = "no longer accept" if rejects else "accept"
        note = "" if rejects else usual_start_note(context, self.game)
        text = f"You {what} {self.game.title} challenges.{note}"
        data = {"game": self.game.name, "userid": player.userid, "accepts": not rejects}
        return text_response(f"{self.game.title}: challenges", text, data)
