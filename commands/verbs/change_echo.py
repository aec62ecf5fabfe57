"""The command `change echo`, which sets whether a move against a robot is answered at once."""

from typing import Annotated, ClassVar

from commands.content.response import Response, text_response
from commands.context.context import Context
from commands.language.command import ChangeCommand
from commands.language.slots import Choice, Literal
from commands.players.authentication import authenticate
from commands.players.preferences import ECHO, ON, SWITCH

TEXTS = {
    True: "From now on, we'll confirm your moves immediately in games against robots, too.",
    False: "From now on, you'll get one email for each turn in games against robots, with your "
    "move and the robot's. It usually arrives within a minute.",
}


class ChangeEcho(ChangeCommand):
    """Sets whether we confirm your move against a robot before the robot has moved.

    By default, you get one email with both moves, usually within a minute. If the robot takes
    longer, we confirm your move first. Against people, we always confirm it immediately.
    """

    by_reply: ClassVar = True
    example: ClassVar = "change echo alice PASSWORD on"

    what: Annotated[str, Literal("echo")]
    switch: Annotated[str, Choice(SWITCH)]

    def run(self, context: Context) -> Response:
        """Saves the preference. The default is `off`."""
        player = authenticate(context, self.userid, self.password)
        echo = self.switch == ON
        context.work.preferences.put(player, ECHO, ON if echo else "", context.now())
        return text_response("Echo", TEXTS[echo], {"userid": player.userid, "echo": echo})
