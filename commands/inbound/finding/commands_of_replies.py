"""Finds the commands of replies about a board or to a message."""

from collections.abc import Callable
from dataclasses import replace

from commands.inbound.finding.boards_in_mail import NONE_FOUND
from commands.inbound.finding.replies_and_reactions import is_passed_on
from commands.inbound.finding.replies_of_other_players import check_own_email
from commands.inbound.finding.requests.server_requests import ServerRequests
from commands.inbound.finding.requests_below_moves import with_requests_below
from commands.inbound.finding.requests_in_own_words import Owners, mentioned_absence
from commands.inbound.finding.typed_commands import belongs_to, has_command
from commands.inbound.requests.request import Request
from commands.replies.chat.chat_replies import spoken_opening
from commands.replies.command_lines import FoundCommands, find_commands
from commands.replies.errors.no_command_error import NoCommandError
from commands.replies.server.server_request_error import ServerRequestError
from pbm.errors import UserError

VACATION_HELP = "help vacation"


def commands_of_reply(
    request: Request,
    owners: Owners,
    server_requests: ServerRequests,
    find: Callable[[], FoundCommands],
) -> FoundCommands:
    """Returns the commands of a reply about a board or to a message.

    `find`: finds the commands that the reply may contain in any case.
    """
    is_own = belongs_to(owners)
    try:
        found = find()
        check_own_email(request, found)
        if is_passed_on(found, request.parsed_mail.blocks):
            return server_requests.in_reply() or found
        if away := _complete_absence(request, owners, server_requests, found):
            return away
        return with_requests_below(server_requests, found)
    except ServerRequestError:
        raise
    except UserError as error:
        commands = (
            find_commands(request.parsed_mail, is_own) if request.by_reference else NONE_FOUND
        )
        if has_command(commands, is_own):
            return commands  # the player pressed Reply to write an independent email
        check_own_email(request)
        if not isinstance(error, NoCommandError):
            raise
        requested = _requested_instead(request, owners, server_requests, error)
        if requested is None:
            raise
        return requested


def _requested_instead(
    request: Request, owners: Owners, server_requests: ServerRequests, error: NoCommandError
) -> FoundCommands | None:
    """Returns what a reply without a command asks the server for, or None."""
    requested = (
        server_requests.deputized(())
        or server_requests.blocking()
        or server_requests.ending_vacation(())
        or _absence(request, owners, server_requests)
    )
    is_over = request.replying is not None and not request.replying.board.active
    if requested is None and (is_over or not error.is_attempt):
        requested = server_requests.in_reply()
    return server_requests.misspelt() if requested is None else requested


def _absence(
    request: Request, owners: Owners, server_requests: ServerRequests
) -> FoundCommands | None:
    """Returns the vacation that a reply mentions, below a greeting to the opponent as chat."""
    found = mentioned_absence(request, owners, server_requests.today)
    replying = request.replying
    if found is None or replying is None or request.parsed_mail.doubtful:
        return found
    (vacation,) = found.lines
    chat, rest = spoken_opening(replying, vacation.comment)
    return replace(found, lines=(chat, replace(vacation, comment=rest))) if chat else found


def _complete_absence(
    request: Request, owners: Owners, server_requests: ServerRequests, found: FoundCommands
) -> FoundCommands | None:
    """Returns the vacation that a reply names with its dates, if only help was found, or None."""
    if [line.text for line in found.lines] != [VACATION_HELP]:
        return None
    return mentioned_absence(request, owners, server_requests.today, asks_pause=True)
