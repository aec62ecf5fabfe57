"""The command that shows how to get fewer mails, or none."""

from dataclasses import dataclass
from typing import ClassVar

from commands.context.context import Context
from commands.language.command import Command
from commands.messages.response import Response
from commands.notifications.ways_out import ways_out


@dataclass(frozen=True)
class WaysOut(Command):
    """The ways to get fewer mails, to leave a board, or to leave for good.

    To stop watching a board, add its game and number: GAME unsubscribe BOARD USERID PASSWORD.
    """

    names: ClassVar = ("unsubscribe",)
    example: ClassVar = "unsubscribe"

    def run(self, context: Context) -> Response:
        """Returns the ways for the players with the sender's address."""
        address = context.caller.address
        players = context.work.reachability.owners(address) if address else ()
        return Response(ways_out(context, players))
