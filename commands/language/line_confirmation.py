"""Ask a player to confirm a command line that needs it."""

from collections.abc import Sequence

from commands.content.response import Response
from commands.context.caller import ConfirmationRequired
from commands.context.context import Context
from commands.language.command import Command
from commands.language.error_responses import refusal_response
from commands.players.authentication import given_password
from commands.players.pending_lines import LineEffect, request_required_confirmation
from commands.system.secrets.secret import NONE, Secret
from pbm.errors import NotAllowedError, UserError


def request_confirmation(
    context: Context,
    required: ConfirmationRequired,
    readings: Sequence[Command],
    line: Sequence[str],
) -> Response:
    """Stores the line and asks for its confirmation. If a limit is exceeded, returns an error."""
    try:
        _check_storable(required.password, readings)
        with context.work.savepoint():
            effect = LineEffect(
                irreversible=any(each.is_irreversible() for each in readings),
                takes_words=any(each.takes_words for each in readings),
                saves_words=any(each.saves_words for each in readings),
                sentence=readings[0].effect(),
                note=readings[0].confirmation_note(context, required.player),
                limit=readings[0].confirmation_limit(context),
            )
            return request_required_confirmation(context, required, line, effect)
    except UserError as error:
        return refusal_response(error, line)


def _check_storable(password: Secret, readings: Sequence[Command]) -> None:
    """Raises UserError if the line contains a secret besides its password.

    Secrets are never stored.
    """
    allowed = (password, Secret(NONE))
    if any(secret not in allowed for command in readings for secret in command.secrets()):
        # Raises an error if the password is a dash.
        given_password(password if password.reveal() else Secret(NONE))
        raise NotAllowedError(
            "We received wrong passwords from your address, so for now you can't set a new "
            "password from it.\n"
            "To set one with a code, send: forgot USERID"
        )
