"""The command to choose whether one's own moves are echoed."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from commands.accounts.preferences import ECHO, ON, SWITCH
from commands.context.authentication import authenticate
from commands.context.context import Context
from commands.language.command import Command
from commands.language.fields import Password, Userid
from commands.language.slots import Choice, Literal
from commands.messages.response import Response, text_response

TEXTS = {
    True: "Every move on your boards is mailed to you at once from now on,\n"
    "also your own ones, and those after which a robot is to move.",
    False: "While a robot is to move, no mails about the board are sent from now on: its answer\n"
    "comes within a minute, and shows your own move, too.",
}


@dataclass(frozen=True)
class ChangeEcho(Command):
    """Sets whether your move against a robot is answered before the robot has moved.

    Usually it isn't: one mail, which comes within a minute, shows your move and the robot's. A
    robot that takes longer than that is not waited for. Against people every move is answered.
    """

    names: ClassVar = ("change",)
    example: ClassVar = "change echo alice PASSWORD on"

    what: Annotated[str, Literal("echo")]
    userid: Userid
    password: Password
    switch: Annotated[str, Choice(SWITCH)]

    def run(self, context: Context) -> Response:
        """Saves the preference; `off` is the default."""
        player = authenticate(context, self.userid, self.password)
        echo = self.switch == ON
        context.work.preferences.put(player, ECHO, ON if echo else "", context.now())
        return text_response("Echo", TEXTS[echo], {"userid": player.userid, "echo": echo})
