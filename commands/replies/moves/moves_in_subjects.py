"""Finds the move that a player wrote before the subject of the email replied to."""

import re

from commands.boards.move_doubts import UNSURE
from commands.replies.command_lines import CommandLine
from commands.replies.contexts.board_context import ReplyContext
from commands.replies.moves.notation.written_moves import legal_spelling
from commands.replies.reply_commands import ReplyCommands
from mail.reading.characters import plain_signs

MAX_LENGTH = 40
"""Maximum number of characters before the subject of the email."""
MAX_SUBJECT = 200
_OLD_SUBJECT = re.compile(r"\W*\b(?:re|aw|was|sv|vs|odp)\b:?", re.IGNORECASE)


def move_in_subject(replying: ReplyContext, subject: str) -> CommandLine | None:
    """Returns the move of a subject such as "c1-g3 (Re: Board 101)", to be confirmed, or None."""
    board = replying.board
    if board.mover != replying.player or replying.deputy:
        return None
    plain = plain_signs(subject[:MAX_SUBJECT]).strip()
    written = _OLD_SUBJECT.split(plain, maxsplit=1)[0].strip()
    move = legal_spelling(board.match, written) if 0 < len(written) <= MAX_LENGTH else ""
    commands = ReplyCommands(board, replying.player)
    return commands.doubted_move(move, UNSURE) if move else None
