"""The command `limit`, which sets the maximum number of a player's active boards."""

from typing import Annotated, ClassVar

from commands.content.response import Response, text_response
from commands.context.context import Context
from commands.language.command import GameCommand
from commands.language.fields import Password, Userid
from commands.language.slots import OptionalWord, count
from commands.players.authentication import authenticate
from commands.players.preferences import LIMIT
from pbm.wording import counted


class Limit(GameCommand):
    """Limits how many games you play at a time to N. We reject challenges beyond that.

    Without N, you remove the limit. Games in progress continue.
    """

    by_reply: ClassVar = True
    example: ClassVar = "{game} limit alice PASSWORD 3"

    userid: Userid
    password: Password
    number: Annotated[int | None, OptionalWord("[N]", count)]

    def effect(self) -> str:
        if self.number is None:
            return f"This removes the limit on your {self.game.title} games."
        return f"This limits you to {_limit(self)} at a time."

    def run(self, context: Context) -> Response:
        player = authenticate(context, self.userid, self.password)
        value = "" if self.number is None else str(self.number)
        context.work.preferences.put(player, LIMIT, value, context.now(), self.game.name)
        data = {"game": self.game.name, "userid": player.userid, "limit": self.number}
        return text_response(f"{self.game.title}: limit", _text(self), data)


def _text(limit: Limit) -> str:
    if limit.number is None:
        return f"You can now play any number of {limit.game.title} games at a time."
    return f"You are now limited to {_limit(limit)} at a time."


def _limit(limit: Limit) -> str:
    return counted(limit.number or 0, f"{limit.game.title} game")
