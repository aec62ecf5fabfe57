"""Finds the commands of an email in the way that fits the email replied to."""

from collections.abc import Callable, Sequence
from functools import partial

from commands.inbound.finding.boards_in_mail import (
    NONE_FOUND,
    BoardsOfPlayer,
    named_boards,
    no_boards,
    on_digest,
)
from commands.inbound.finding.replies_and_reactions import (
    is_passed_on,
    reaction_command,
    reply_reader,
    with_blocks,
    with_rest,
)
from commands.inbound.finding.requests_below_moves import with_requests_below
from commands.inbound.finding.requests_in_own_words import (
    Owners,
    asks_to_leave,
    check_names_game,
    leaving_lines,
    mentioned_absence,
    refuses,
    requested_command,
    withdrawal_line,
)
from commands.inbound.finding.server_requests import ServerRequests
from commands.inbound.finding.tournament_answers import tournament_answer
from commands.inbound.finding.tournament_requests import tournament_replied_to
from commands.inbound.finding.unwanted_emails import wants_no_emails
from commands.inbound.requests.replaced_subjects import has_verb
from commands.inbound.requests.request import Request
from commands.language import parser
from commands.replies.command_lines import (
    CommandLine,
    FoundCommands,
    IsOwn,
    find_commands,
    looks_like_command,
)
from commands.replies.deputy_replies import find_deputy_command
from commands.replies.digests.digest_replies import DigestReader
from commands.replies.errors.no_command_error import NoCommandError
from commands.replies.named_boards.moves_elsewhere import move_elsewhere
from commands.replies.reply_commands import LEAVE
from commands.replies.server.errors import ServerRequestError
from pbm.errors import UserError

VACATION_HELP = "help vacation"
SETTINGS_HELP = ("help change ", VACATION_HELP)
"""The beginnings of help commands about settings that a request may also name completely."""


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
    digest = DigestReader(request.digest) if request.digest else None
    if digest and (found := on_digest(request, digest)).lines:
        return found
    if not asks_to_leave(request):
        named = named_boards(request, owners, boards_of)
        if named.lines:
            return with_requests_below(server_requests, with_rest(request, named))
        if named.is_own_named:
            request = with_blocks(request, named.rest)
    if digest and (asked := server_requests.on_digest()):
        return asked
    find = partial(_others, request, owners, server_requests, free_userid, confirms=confirms)
    found = _or_elsewhere(request, boards_of, find)
    if digest and not found.lines:
        raise digest.advice.no_command(request.parsed_mail.blocks)
    return found


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
        return _of_reply(request, owners, server_requests, find)
    return _of_other_mail(request, owners, server_requests, free_userid)


def _of_other_mail(
    request: Request,
    owners: Owners,
    server_requests: ServerRequests,
    free_userid: Callable[[], str],
) -> FoundCommands:
    """Returns the commands of an email that isn't a reply about a board or to a message."""
    is_own = _belongs_to(owners)
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
    if not any(has_verb(words) and (len(words) > 1 or _runs(words)) for words in typed):
        if not owners() and wants_no_emails(server_requests.text):
            return FoundCommands((CommandLine(LEAVE),))
        requested = (
            _requested(request, owners, free_userid, server_requests)
            or server_requests.deputized(owners())
            or mentioned_absence(request, owners, server_requests.today)
            or server_requests.in_mail(owners())
        )
        if requested:
            return requested
        if server_requests.is_named() and max(map(len, typed), default=0) <= 1:
            return NONE_FOUND  # the greeting names the commands
    if request.meant_as_reply and not _has_command(commands, is_own):
        return NONE_FOUND  # the answer explains how to reply
    return commands


def _is_vague_subject(commands: FoundCommands) -> bool:
    """Whether the only line is a subject of one word, or one that isn't a complete command."""
    if len(commands.lines) != 1 or commands.lines[0].in_body:
        return False
    words = commands.lines[0].text.split()
    return len(words) == 1 or not _runs(words)


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


def _runs(words: Sequence[str]) -> bool:
    """Whether the words are a complete command, such as "help"."""
    try:
        return bool([*parser.readings(words, proven=False)])
    except UserError:
        return False


def _of_reply(
    request: Request,
    owners: Owners,
    server_requests: ServerRequests,
    find: Callable[[], FoundCommands],
) -> FoundCommands:
    """Returns the commands of a reply about a board or to a message.

    `find`: finds the commands that the reply may contain in any case.
    """
    is_own = _belongs_to(owners)
    try:
        found = find()
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
        if _has_command(commands, is_own):
            return commands  # the player pressed Reply to write an independent email
        away = (
            server_requests.deputized(())
            or server_requests.blocking()
            or mentioned_absence(request, owners, server_requests.today)
            if isinstance(error, NoCommandError)
            else None
        )
        if away is None and isinstance(error, NoCommandError) and not error.is_attempt:
            away = server_requests.in_reply()
        if away is None and isinstance(error, NoCommandError):
            away = server_requests.misspelt()
        if away is None:
            raise
        return away


def _complete_absence(
    request: Request, owners: Owners, server_requests: ServerRequests, found: FoundCommands
) -> FoundCommands | None:
    """Returns the vacation that a reply names with its dates, if only help was found, or None."""
    if [line.text for line in found.lines] != [VACATION_HELP]:
        return None
    return mentioned_absence(request, owners, server_requests.today)


def _has_command(commands: FoundCommands, is_own: IsOwn) -> bool:
    return any(looks_like_command(line.text, is_own, in_subject=True) for line in commands.lines)


def _belongs_to(owners: Owners) -> IsOwn:
    """Returns a function that returns True for the sender's own userids."""
    return lambda userid: bool(userid) and userid.lower() in map(str.lower, owners())
