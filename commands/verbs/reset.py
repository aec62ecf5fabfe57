"""The command `reset`, which sets a new password with a one-time code."""

from dataclasses import replace
from typing import Annotated, ClassVar

from commands.content.response import Response
from commands.context.context import Context
from commands.language.command import Command
from commands.language.fields import Userid
from commands.language.slots import One
from commands.players.authentication import given_password, mark_reachable
from commands.security.lockout import LoginAttempt, locked_text
from commands.system.secrets.secret import Secret
from commands.verbs.change import password_changed
from pbm.errors import NotAllowedError, NotYoursError


class Reset(Command):
    """Sets a new password with the code that `forgot USERID` has sent to your address."""

    example: ClassVar = "reset alice CODE NEWPASSWORD"

    userid: Userid
    code: Annotated[Secret, One("CODE", Secret)]
    new: Annotated[Secret, One("NEWPASSWORD", Secret)]

    def run(self, context: Context) -> Response:
        """Changes the password and uses up the code.

        Raises NotYoursError, which doesn't reveal whether the player exists. A right code is
        accepted even from a locked-out sender, because somebody else may have caused the lockout,
        and 80 bits can't be guessed.
        """
        player = context.find_player(self.userid)
        attempt = LoginAttempt("code", self.userid, context.caller.address)
        is_own_address = player is not None and player.has_address(context.caller.address)
        until = context.lockouts.locked_until(attempt, is_own=is_own_address)
        digest = context.codes.digest(self.code.reveal())
        pending = context.work.pending_confirmations.take(digest, context.now())
        if not player or not pending or (pending.purpose, pending.player) != ("reset", player.id):
            if until:
                raise NotAllowedError(locked_text(attempt, until))
            context.failed_logins.append(attempt)
            raise NotYoursError(
                "That code isn't valid for that userid, or it has expired.\n"
                "To get a new one, send: forgot USERID"
            )
        context.lockouts.clear_failures(attempt)
        # Wrong attempts at the old password don't matter for the new one.
        context.lockouts.clear_failures(replace(attempt, what="password"))
        hashed = context.passwords.hash(given_password(self.new), player.userid)
        context.work.players.change_password(mark_reachable(context, player), hashed)
        return password_changed(player)
