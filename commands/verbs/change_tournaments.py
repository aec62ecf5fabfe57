"""The command `change tournaments`, which turns emails about new tournaments on or off."""

from typing import Annotated, ClassVar

from commands.content.response import Response, text_response
from commands.context.context import Context
from commands.language.command import ChangeCommand
from commands.language.slots import Choice, Literal
from commands.players.authentication import authenticate
from commands.players.preferences import OFF, ON, SWITCH, TOURNAMENTS

SUBSCRIBED = {
    ON: "We'll email you about new tournaments.",
    OFF: "We'll no longer email you about new tournaments.",
}


class ChangeTournaments(ChangeCommand):
    """Sets whether you get an email about each new tournament. Reply yes to it to join."""

    by_reply: ClassVar = True
    example: ClassVar = "change tournaments alice PASSWORD on"

    what: Annotated[str, Literal("tournaments")]
    switch: Annotated[str, Choice(SWITCH)]

    def run(self, context: Context) -> Response:
        """Saves the preference. The default is `off`."""
        player = authenticate(context, self.userid, self.password)
        value = ON if self.switch == ON else ""
        context.work.preferences.put(player, TOURNAMENTS, value, context.now())
        data = {"userid": player.userid, "tournaments": self.switch == ON}
        return text_response("Tournaments", SUBSCRIBED[self.switch], data)
