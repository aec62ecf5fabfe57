"""Turns replies to messages into messages to their writers.

Commands in the reply are still executed.
"""

from collections.abc import Sequence

from commands.replies.chat.chat_replies import lines_of
from commands.replies.command_lines import CommandLine, FoundCommands, commands_and_comments
from commands.replies.comments.full_commands import is_full_command
from commands.replies.contexts.message_context import MessageContext


def find_message(replying: MessageContext, blocks: Sequence[str]) -> FoundCommands:
    """Returns the command that sends a reply's text to the writer of the message.

    A full command of the replier is executed instead, because it may contain the password.
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
    message = CommandLine(f"message {reader.userid} - {replying.writer.userid}", words)
    return FoundCommands((message, *below.lines), below.cut)
