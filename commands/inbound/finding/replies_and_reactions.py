"""Finds the commands in replies about boards and to messages, and in reactions such as emoji."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date

from commands.content.reply_claims import ReplyAge
from commands.inbound.finding.boards_in_mail import NONE_FOUND
from commands.inbound.requests.request import Request
from commands.replies.board_replies import find_reply_command
from commands.replies.chat.chat_replies import find_chat
from commands.replies.chat.message_replies import find_message
from commands.replies.chat.pending_chat import find_pending_chat_answer
from commands.replies.command_lines import CommandLine, FoundCommands
from commands.replies.errors.no_command_error import NoCommandError
from commands.replies.moves.moves_in_subjects import move_in_subject
from commands.replies.named_boards.board_lines import NamedBoards
from commands.replies.named_boards.refused_lines import is_missed, refused_line
from commands.replies.server.absences.absences import absence
from commands.security.tokens import ASKING, CHAT
from commands.verbs.chat import Chat
from commands.verbs.message import Message
from pbm.errors import ParseError
from pbm.wording import counted, filled, listing, shown

NOT_READ = (
    "We ignored {}. To move or send a command for a board, begin a line with the number of the "
    'board, such as "101: a1-c5" or "101: resign".'
)
MAX_QUOTED = 3
"""Maximum number of lines that are quoted in the note about lines without a command."""


def with_rest(request: Request, named: NamedBoards, today: date) -> FoundCommands:
    """Returns the commands in the rest of a reply, followed by those for other boards."""
    lines, rest = named.lines, named.rest
    if request.replying and named.unread:
        lines = (replace(lines[0], withheld="\n".join(named.unread)), *lines[1:])
    find = reply_reader(with_blocks(request, rest)) if rest else None
    if not (request.replying or request.message):
        return FoundCommands((*lines, *_notes(request, named, today)))
    try:
        own = find() if find else NONE_FOUND
    except NoCommandError:
        withheld = "\n\n".join(filter(None, (*rest, lines[0].withheld)))
        lines = (replace(lines[0], withheld=withheld), *lines[1:])
        own = NONE_FOUND
    return FoundCommands((*own.lines, *lines), own.cut)


def with_blocks(request: Request, blocks: tuple[str, ...]) -> Request:
    """Returns an email with other text."""
    return replace(request, parsed_mail=replace(request.parsed_mail, blocks=blocks))


def _notes(request: Request, named: NamedBoards, today: date) -> Iterator[CommandLine]:
    """Yields the note about lines of an email to the server that no command was found in.

    A line about an absence isn't one of them, because the writer is asked about it.
    """
    subject = request.parsed_mail.subject.strip()
    lines = (line.strip() for block in named.rest for line in block.split("\n"))
    missed = [*(line for line in lines if line != subject and is_missed(line)), *named.unread]
    missed = [line for line in missed if not absence(line, today)]
    if missed:
        quoted = [f'"{shown(line)}"' for line in missed[:MAX_QUOTED]]
        more = len(missed) - len(quoted)
        quoted += [counted(more, "more line")] if more else []
        yield refused_line(missed[0], ParseError(filled(NOT_READ.format(listing(quoted)))))


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
        is_empty = not any(map(str.strip, blocks))
        subject = request.parsed_mail.subject if is_empty else ""
        if move := move_in_subject(replying, subject):
            return lambda: FoundCommands((move,))
        find = {CHAT: find_chat, ASKING: find_pending_chat_answer}.get(
            replying.prefix, find_reply_command
        )
        return lambda: find(replying, blocks)
    if message is not None:
        return lambda: find_message(message, blocks)
    return None


def is_passed_on(commands: FoundCommands, blocks: Sequence[str]) -> bool:
    """Whether the whole reply is sent to other players, although it doesn't begin with "chat"."""
    if len(commands.lines) != 1 or not commands.lines[0].comment:
        return False
    return _is_sent(commands.lines[0]) and not _begins_with_chat(blocks)


def _is_sent(line: CommandLine) -> bool:
    return not {*line.text.split()[:2]}.isdisjoint((*Chat.names, *Message.names))


def _begins_with_chat(blocks: Sequence[str]) -> bool:
    first = next(iter("\n".join(blocks).split()), "")
    return first.lower().rstrip(":,.") in Chat.names
