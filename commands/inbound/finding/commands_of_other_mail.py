"""Finds the commands of emails that aren't replies about a board or to a message."""

from collections.abc import Callable

from commands.inbound.finding.boards_in_mail import NONE_FOUND
from commands.inbound.finding.requests.server_requests import ServerRequests
from commands.inbound.finding.requests_in_own_words import (
    Owners,
    check_names_game,
    mentioned_absence,
    requested_command,
)
from commands.inbound.finding.typed_commands import belongs_to, has_command, is_complete_line
from commands.inbound.finding.unwanted_emails import wants_no_emails
from commands.inbound.requests.replaced_subjects import has_verb
from commands.inbound.requests.request import Request
from commands.replies.command_lines import CommandLine, FoundCommands, find_commands
from commands.replies.requests.worded_requests import LEAVE

SETTINGS_HELP = ("help change ", "help vacation")
"""The beginnings of help commands about settings that a request may also name completely."""


def commands_of_other_mail(
    request: Request,
    owners: Owners,
    server_requests: ServerRequests,
    free_userid: Callable[[], str],
) -> FoundCommands:
    """Returns the commands of an email that isn't a reply about a board or to a message."""
    is_own = belongs_to(owners)
    commands = find_commands(request.parsed_mail, is_own)
    if blocked := server_requests.blocking():
        return blocked
    typed = [line.text.split() for line in commands.lines]
    if len(typed) <= 1:
        check_names_game(request, [server_requests.text, *(line.text for line in commands.lines)])
    if request.parsed_mail.blocks and _is_vague_subject(commands):
        asked = server_requests.in_mail(owners())  # the text says more than such a subject
        if asked and asked.lines[0].guessed:
            return asked
    if not any(has_verb(words) and (len(words) > 1 or is_complete_line(words)) for words in typed):
        if not owners() and wants_no_emails(server_requests.text):
            return FoundCommands((CommandLine(LEAVE),))
        requested = (
            server_requests.in_reply_to_list(owners)
            or _requested(request, owners, free_userid, server_requests)
            or server_requests.deputized(owners())
            or mentioned_absence(request, owners, server_requests.today)
            or server_requests.in_mail(owners())
        )
        if requested:
            return requested
        if server_requests.is_named() and max(map(len, typed), default=0) <= 1:
            return NONE_FOUND  # the greeting names the commands
    if request.meant_as_reply and not has_command(commands, is_own):
        return NONE_FOUND  # the answer explains how to reply
    return commands


def _is_vague_subject(commands: FoundCommands) -> bool:
    """Whether the only line is a subject of one word, or one that isn't a complete command."""
    if len(commands.lines) != 1 or commands.lines[0].in_body:
        return False
    words = commands.lines[0].text.split()
    return len(words) == 1 or not is_complete_line(words)


def _requested(
    request: Request,
    owners: Owners,
    free_userid: Callable[[], str],
    server_requests: ServerRequests,
) -> FoundCommands | None:
    """Returns the command that the sender asks for. A complete one takes precedence over help."""
    requested = requested_command(request, owners, free_userid)
    if requested is None or not requested.lines[0].text.startswith(SETTINGS_HELP):
        return requested
    complete = server_requests.in_mail(owners())
    return complete if complete and complete.lines[0].guessed else requested
