"""Turns replies to messages into messages to their writers.

Commands in the reply are still executed.
"""

import re
from collections.abc import Sequence

from commands.language import registry
from commands.language.parser import begins_command
from commands.replies.chat.chat_replies import lines_of
from commands.replies.command_lines import (
    PUNCTUATION,
    CommandLine,
    FoundCommands,
    commands_and_comments,
)
from commands.replies.comments.commands_below_comments import is_full_command
from commands.replies.contexts.message_context import MessageContext
from commands.replies.server.complete_lines import game_in
from pbm.errors import ParseError
from pbm.wording import filled

MAY_BE_COMMAND = (
    "Your reply looks like a move or a command, so we haven't sent it to {0}. To move, reply to an "
    "email that shows the board. To send a command, write it as the subject of a new email. To "
    "write to {0}, reply with a whole sentence."
)
MAX_COMMAND_WORDS = 5
"""Maximum number of words of a text that may be a command without userid and password."""
_MOVE = re.compile(
    r"[KQRBN]?[a-h]?x?[a-z]\d{1,2}(?:[-x ]*[a-z]\d{1,2})*[+#]?|\(\d+, ?\d+\)|[O0]-[O0](?:-[O0])?"
)
"""A move in the notation of some game: "Nf3", "a1-c5" or "(2,3)"."""


def find_message(replying: MessageContext, blocks: Sequence[str]) -> FoundCommands:
    """Returns the command that sends a reply's text to the writer of the message.

    A full command of the replier is executed instead, because it may contain the password. Raises
    ParseError if the text is only a move or a short command.
    """
    reader, lines = replying.reader, lines_of(blocks)

    def is_start(line: str) -> bool:
        return is_full_command(line, reader, (replying.writer,))

    # A full command may contain the password, so it isn't sent as text.
    starts = (number for number, line in enumerate(lines) if is_start(line))
    start = next(starts, len(lines))
    words = "\n".join(lines[:start]).strip()
    below = FoundCommands(())
    if start < len(lines):
        below = commands_and_comments(lines[start:], is_start)
    if not words and below.lines:
        return below
    if _may_be_command(words):
        raise ParseError(filled(MAY_BE_COMMAND.format(replying.writer.userid)))
    message = CommandLine(f"message {reader.userid} - {replying.writer.userid}", words)
    return FoundCommands((message, *below.lines), below.cut)


def _may_be_command(text: str) -> bool:
    """Whether a text is only a move, or a short line that begins like a command."""
    words = text.split()
    if "\n" in text or not 0 < len(words) <= MAX_COMMAND_WORDS:
        return False
    is_about_game = words[0].lower() in registry.game_verbs() and bool(game_in(text))
    is_move = bool(_MOVE.fullmatch(text.rstrip(PUNCTUATION)))
    return is_move or is_about_game or begins_command(words)
