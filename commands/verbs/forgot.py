"""The command to request a one-time code for a new password."""

from dataclasses import dataclass
from datetime import timedelta
from typing import ClassVar

from commands.context.context import Context
from commands.language.command import Command
from commands.language.fields import Userid
from commands.messages.content import CODE_PLACEHOLDER, TextMessage
from commands.messages.response import Notification, Response, text_response
from pbm.board import Player
from pbm.ports import Pending

CODE_PERIOD = timedelta(hours=1)
"""The time for which a code is valid."""
RESEND_INTERVAL = timedelta(minutes=10)
"""The time within which no second code is sent."""

SENT_TEXT = (
    "If a player of that name is registered here, a code was sent to the player's own address.\n"
    "It is good for an hour, for this line:\n\n  reset USERID CODE NEWPASSWORD"
)
"""The text of the response, the same for unknown players."""


@dataclass(frozen=True)
class Forgot(Command):
    """Sends a code to the player's registered address, with which a new password can be set.

    The code is good for an hour, once: `reset USERID CODE NEWPASSWORD`.
    """

    names: ClassVar = ("forgot",)
    example: ClassVar = "forgot alice"

    userid: Userid

    def run(self, context: Context) -> Response:
        """Sends a code; the response doesn't tell whether there is such a player."""
        player = context.find_player(self.userid)
        known = player and player.addresses
        due = (
            player
            and known
            and _due(context, player)
            and context.rate_limits.may_send_code(player, context.caller.authenticated_address)
        )
        notifications = (_code(context, player),) if player and due else ()
        return Response(text_response("Forgotten password", SENT_TEXT).content, None, notifications)


def _due(context: Context, player: Player) -> bool:
    """Returns True if no code was sent recently: nobody can flood a player with codes."""
    recent = context.now() + CODE_PERIOD - RESEND_INTERVAL
    waiting = context.work.pending_confirmations.waiting(player)
    return not any(each.purpose == "reset" and each.until > recent for each in waiting)


def _code(context: Context, player: Player) -> Notification:
    """Returns a mail with a new code; invalidates the one before."""
    context.work.pending_confirmations.drop(player, "reset")
    word = context.codes.new()
    pending = Pending("reset", player.id, "", context.now() + CODE_PERIOD)
    context.work.pending_confirmations.add(context.codes.digest_of(word), pending)
    text = (
        f"Somebody, most likely you, has forgotten the password of {player.userid}.\n\n"
        f"To set a new one, send this line within an hour:\n\n"
        f"  reset {player.userid} {CODE_PLACEHOLDER} NEWPASSWORD\n\n"
        "If it wasn't you, do nothing: your password stays as it is."
    )
    subject = f"New password for {player.userid}"
    return Notification(player.addresses, TextMessage(subject=subject, text=text, code=word))
