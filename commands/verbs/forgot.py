"""The command `forgot`, for players who have forgotten their password or userid."""

import re
from datetime import timedelta
from typing import Annotated, ClassVar

from commands.content.messages import CODE_PLACEHOLDER, TextMessage
from commands.content.response import Notification, Response, text_response
from commands.context.context import Context
from commands.language.command import Command
from commands.language.slots import One
from commands.players.confirmation_limits import may_request
from commands.players.judging_evidence import is_proved
from commands.security.rate_limits import RESEND_INTERVAL, LimitKind
from pbm.board.players import Player
from pbm.stored_values import Pending

CODE_PERIOD = timedelta(hours=1)
"""Time during which a code is valid."""

CODE_SENT = (
    "If we found your account, we've sent a code to its address.\n"
    "To set a new password, send this line with the code within an hour:\n"
    "\n"
    "  reset USERID CODE NEWPASSWORD"
)
"""Response to a request by userid. It is the same for unknown userids, so it doesn't reveal who is
registered.
"""
USERIDS_SENT = "If any userids are registered with that address, we've sent them there."
"""Response to a request by address. It is the same for unknown addresses."""


class Forgot(Command):
    """Sends a code for setting a new password to the player's registered address.

    You can use the code once, within an hour: `reset USERID CODE NEWPASSWORD`. If you have
    forgotten your userid, write your address. We then send the userids that are registered with it
    to that address.
    """

    example: ClassVar = "forgot alice"

    who: Annotated[str, One("USERID|ADDRESS")]

    def run(self, context: Context) -> Response:
        """Sends the email. The response doesn't reveal whether the player exists."""
        if "@" in self.who:
            notifications = _userids(context, _bare_address(self.who))
            return _response("Forgotten userid", USERIDS_SENT, notifications)
        return _response("Forgotten password", CODE_SENT, _code(context, self.who))


def _bare_address(word: str) -> str:
    """Returns the address without angle brackets, `mailto:` or a final period."""
    bare = word.removesuffix(".").removeprefix("<").removesuffix(">")
    return re.sub(r"(?i)^mailto:", "", bare).removesuffix(".")


def _response(subject: str, text: str, notifications: tuple[Notification, ...]) -> Response:
    return Response(text_response(subject, text).content, None, notifications)


def _userids(context: Context, address: str) -> tuple[Notification, ...]:
    """Returns an email with the userids registered for an address.

    Returns an empty tuple if the address is unknown or too many such emails were requested.
    """
    owners = context.work.reachability.owners(address)
    if not (owners and may_request(context, [address])):
        return ()
    if not _may_send_userids(context, address):
        return ()
    registered = next(each for each in owners[0].addresses if each.lower() == address.lower())
    names = "".join(f"\n  {player.userid}" for player in owners)
    text = (
        "Someone, probably you, asked which userids are registered with this address:\n"
        f"{names}\n"
        "\n"
        "To set a new password for one of them, send the following line. We'll reply with "
        "a code\n"
        "and what to do next:\n"
        "\n"
        f"  forgot {owners[0].userid}\n"
        "\n"
        "If this wasn't you, ignore this email. We sent it only to you."
    )
    content = TextMessage(subject="Your userids", text=text)
    return (Notification((registered,), content, requested=True),)


def _may_send_userids(context: Context, address: str) -> bool:
    """Counts a request for an address's userids, and returns whether it is within the limits.

    If the mail server proves that the owner of the address wrote, only RESEND_INTERVAL applies. So
    strangers who use up the limit can't lock out the owner.
    """
    if not context.limiter.enter(LimitKind.USERIDS_AGAIN, address):
        return False
    is_owner = address.lower() == context.caller.authenticated_address.lower()
    return is_owner or context.limiter.enter(LimitKind.USERIDS, address)


def _code(context: Context, userid: str) -> tuple[Notification, ...]:
    """Returns an email with a code for a new password.

    Returns an empty tuple if the player is unknown or too many codes were requested.
    """
    player = context.find_player(userid)
    if player is None or not player.addresses or not _due(context, player):
        return ()
    if not may_request(context, player.addresses):
        return ()
    if not (is_proved(context, player) or context.limiter.enter(LimitKind.CODE, str(player.id))):
        return ()
    return (_code_mail(context, player),)


def _due(context: Context, player: Player) -> bool:
    """Whether no code was sent recently.

    The interval keeps others from flooding a player with codes.
    """
    recent = context.now() + CODE_PERIOD - RESEND_INTERVAL
    waiting = context.work.pending_confirmations.waiting(player)
    return not any(each.purpose == "reset" and each.until > recent for each in waiting)


def _code_mail(context: Context, player: Player) -> Notification:
    """Returns an email with a new code. The previous code becomes invalid."""
    context.work.pending_confirmations.drop(player, "reset")
    word = context.codes.new()
    pending = Pending("reset", player.id, "", context.now() + CODE_PERIOD)
    context.work.pending_confirmations.add(context.codes.digest_of(word), pending)
    text = (
        f"Someone, probably you, asked to reset {player.userid}'s password.\n"
        "\n"
        "To set a new password, replace NEWPASSWORD in this line with the password that you\n"
        "want, and send the line as the subject of an email within an hour:\n"
        "\n"
        f"  reset {player.userid} {CODE_PLACEHOLDER} NEWPASSWORD\n"
        "\n"
        "If this wasn't you, ignore this email. Your password stays the same."
    )
    content = TextMessage(subject="Reset your password", text=text, code=word)
    return Notification(player.addresses, content, requested=True)
