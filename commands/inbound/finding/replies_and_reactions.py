"""Finds the commands in replies about boards and to messages, and in reactions such as emoji."""

from collections.abc import Callable
from dataclasses import replace

from commands.content.reply_claims import ReplyAge
from commands.inbound.finding.boards_in_mail import (
    NONE_FOUND,
)
from commands.inbound.requests.request import Request
from commands.replies.board_replies import find_reply_command
from commands.replies.chat_and_message_replies import (
    find_chat,
    find_message,
    find_pending_chat_answer,
)
from commands.replies.command_lines import (
    FoundCommands,
)
from commands.replies.errors.no_command_error import NoCommandError
from commands.replies.named_boards.board_lines import NamedBoards
from commands.security.tokens import ASKING, CHAT
from commands.verbs.chat import Chat


def with_rest(request: Request, named: NamedBoards) -> FoundCommands:
    """Returns the commands in the rest of a reply, followed by those for other boards."""
    lines, rest = named.lines, named.rest
    parsed_mail = replace(request.parsed_mail, blocks=rest)
    find = reply_reader(replace(request, parsed_mail=parsed_mail)) if rest else None
    try:
        own = find() if find else NONE_FOUND
    except NoCommandError:
        lines = (replace(lines[0], withheld="\n\n".join(rest)), *lines[1:])
        own = NONE_FOUND
    return FoundCommands((*own.lines, *lines), own.cut)


def reaction_command(request: Request, sign: str) -> FoundCommands:
    """Returns the reaction to an email, such as an emoji, as chat or as a message.

    The result is empty if the text would have to be confirmed first. While an offer to the writer
    is open, it is empty because the opponents could take the reaction for a yes.
    """
    replying, message = request.replying, request.message
    if replying and replying.is_asked:
        return NONE_FOUND
    if replying and sign and replying.registered_sender and replying.age <= Chat.oldest_reply:
        return find_chat(replying, [sign])
    if message and sign and message.registered_sender and message.age is ReplyAge.LATEST:
        return find_message(message, [sign])
    return NONE_FOUND


def reply_reader(request: Request) -> Callable[[], FoundCommands] | None:
    """Returns the function that finds a reply's commands, or None if this isn't a reply."""
    replying, message, blocks = request.replying, request.message, request.parsed_mail.blocks
    if replying is not None:
        find = {CHAT: find_chat, ASKING: find_pending_chat_answer}.get(
            replying.prefix, find_reply_command
        )
        return lambda: find(replying, blocks)
    if message is not None:
        return lambda: find_message(message, blocks)
    return None
