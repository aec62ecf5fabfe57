"""Finds the commands of an email in the way that fits the email replied to."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from commands.inbound.finding.boards_in_mail import (
    NONE_FOUND,
    BoardsOfPlayer,
    named_boards,
    no_boards,
    on_digest,
)
from commands.inbound.finding.commands_of_other_mail import commands_of_other_mail
from commands.inbound.finding.commands_of_replies import commands_of_reply
from commands.inbound.finding.moves_in_mail import move_in_mail
from commands.inbound.finding.replies_and_reactions import (
    is_passed_on,
    reaction_command,
    reply_reader,
    with_blocks,
    with_rest,
)
from commands.inbound.finding.requests.server_requests import ServerRequests
from commands.inbound.finding.requests_below_moves import with_requests_below
from commands.inbound.finding.requests_in_own_words import (
    Owners,
    asks_to_leave,
    leaving_lines,
    mentioned_absence,
    refuses,
    withdrawal_line,
)
from commands.inbound.finding.tournaments.tournament_answers import tournament_answer
from commands.inbound.finding.tournaments.tournament_requests import tournament_replied_to
from commands.inbound.requests.request import Request
from commands.replies.command_lines import FoundCommands
from commands.replies.deputy_replies import find_deputy_command
from commands.replies.digests.digest_replies import DigestReader
from commands.replies.errors.no_command_error import NoCommandError
from commands.replies.named_boards.moves_on_other_boards import move_elsewhere


def commands_of(
    request: Request,
    owners: Owners,
    server_requests: ServerRequests,
    free_userid: Callable[[], str] = str,
    boards_of: BoardsOfPlayer = no_boards,
    *,
    confirms: bool = True,
) -> FoundCommands:
    """Returns the commands of an email. Raises UserError for a reply that can't be understood.

    `free_userid`: returns an unused userid for the sender, or "".
    `confirms`: whether the server asks for confirmations. If it doesn't, "no" in reply to an email
    about no board means unsubscribing.
    """
    reaction = request.parsed_mail.reaction
    if request.replying and request.replying.deputy:
        blocks = request.parsed_mail.blocks
        return find_deputy_command(request.replying, blocks) if reaction is None else NONE_FOUND
    if reaction is not None:
        return reaction_command(request, reaction)
    digest = DigestReader(request.digest, server_requests.changing) if request.digest else None
    if digest and (found := on_digest(request, digest)).lines:
        return found
    if not asks_to_leave(request):
        named = named_boards(request, owners, boards_of)
        if named.lines:
            found = with_requests_below(
                server_requests, with_rest(request, named, server_requests.today)
            )
            return _with_absence(request, owners, server_requests, found)
        if named.is_own_named:
            request = with_blocks(request, named.rest)
    if digest and (asked := server_requests.on_digest()):
        return asked
    if move := move_in_mail(request, owners, boards_of):
        return _with_absence(request, owners, server_requests, FoundCommands((move,)))
    find = partial(_others, request, owners, server_requests, free_userid, confirms=confirms)
    found = _or_elsewhere(request, boards_of, find)
    if digest and not found.lines:
        raise digest.advice.no_command(request.parsed_mail.blocks)
    return found


def _with_absence(
    request: Request, owners: Owners, server_requests: ServerRequests, found: FoundCommands
) -> FoundCommands:
    """Returns the commands of a new email, with the vacation that it mentions next to a move."""
    if request.replying or request.message or request.digest:
        return found
    absence = mentioned_absence(request, owners, server_requests.today)
    return replace(found, lines=(*found.lines, *absence.lines)) if absence else found


def _or_elsewhere(
    request: Request, boards_of: BoardsOfPlayer, find: Callable[[], FoundCommands]
) -> FoundCommands:
    """Returns the commands of an email, or the move on another board that it can only mean."""
    try:
        found = find()
    except NoCommandError:
        if elsewhere := _elsewhere(request, boards_of):
            return elsewhere
        raise
    is_chat = is_passed_on(found, request.parsed_mail.blocks)
    return (is_chat and _elsewhere(request, boards_of)) or found


def _elsewhere(request: Request, boards_of: BoardsOfPlayer) -> FoundCommands | None:
    """Returns the move of a reply that is legal only on another board of its writer, or None."""
    replying, blocks = request.replying, request.parsed_mail.blocks
    line = move_elsewhere(replying, blocks, boards_of) if replying else None
    return FoundCommands((line,)) if line else None


def _others(
    request: Request,
    owners: Owners,
    server_requests: ServerRequests,
    free_userid: Callable[[], str],
    *,
    confirms: bool,
) -> FoundCommands:
    """Returns the commands of an email that isn't from a deputy and isn't a reaction."""
    userid = next(iter(owners()), "") if tournament_replied_to(request) else ""
    if line := tournament_answer(server_requests.work, request, userid):
        return FoundCommands((line,))
    if line := withdrawal_line(request, owners):
        return FoundCommands((line,))
    if asks_to_leave(request) or (not confirms and refuses(request)):
        return FoundCommands(leaving_lines(request, owners, confirms=confirms))
    if find := reply_reader(request):
        return commands_of_reply(request, owners, server_requests, find)
    return commands_of_other_mail(request, owners, server_requests, free_userid)
