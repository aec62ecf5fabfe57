"""The commands `block` and `unblock`, for players and for emails to all players."""

from typing import Annotated, ClassVar

from commands.content.response import Response, text_response
from commands.context.context import Context
from commands.language.command import Command
from commands.language.fields import Password, Userid
from commands.language.slots import One
from commands.players.authentication import authenticate
from commands.players.preferences import NO_BROADCAST
from pbm.board.players import Player
from pbm.errors import NotAllowedError, NotFoundError

BROADCAST = "broadcast"
"""Word that a player gives in place of a userid to block emails to all players.

Nobody can have it as a userid, because it is a verb.
"""


class Block(Command):
    """Blocks a player, or unblocks them. A blocked player can't challenge you or write to you.

    You don't get their chat, either. Games in progress continue. To stop messages that are sent to
    all players, replace WHO with `broadcast`.
    """

    names: ClassVar = ("block", "unblock")
    example: ClassVar = "block alice PASSWORD bob"

    word: str
    userid: Userid
    password: Password
    who: Annotated[str, One("WHO")]

    def effect(self) -> str:
        if self.word == "block":
            return f"This blocks {self.who}: they can't challenge you or write to you."
        return f"This unblocks {self.who}."

    def run(self, context: Context) -> Response:
        """Adds or removes the block, without notifying the other player.

        Errors don't quote WHO because it may be a misplaced password.
        """
        player = authenticate(context, self.userid, self.password)
        blocks = self.word == "block"
        if self.who.lower() == BROADCAST:
            preference = "yes" if blocks else ""
            context.work.preferences.put(player, NO_BROADCAST, preference, context.now())
            return _answer(player, "broadcasts", blocks=blocks)
        other = self._other(context, player)
        if blocks:
            context.work.blocks.add(player, other, context.now())
        else:
            context.work.blocks.remove(player, other)
        return _answer(player, other.userid, blocks=blocks)

    def _other(self, context: Context, player: Player) -> Player:
        other = context.find_player(self.who)
        if other is None:
            raise NotFoundError("Replace WHO with the userid of a registered player.")
        if other.id == player.id:
            raise NotAllowedError("You can't block yourself.")
        return other


def _answer(player: Player, whom: str, *, blocks: bool) -> Response:
    text = f"You have {'blocked' if blocks else 'unblocked'} {whom}."
    data = {"userid": player.userid, "who": whom, "blocked": blocks}
    return text_response("Blocked" if blocks else "Unblocked", text, data)
