"""Recognizes replies to chat that begin with a command, and so aren't chat."""

import re
from collections.abc import Sequence

from commands.replies.command_lines import PUNCTUATION
from commands.replies.comments.commands_below_comments import is_full_command
from commands.replies.contexts.board_context import ReplyContext
from commands.replies.moves.board_numbers import read_numbers
from commands.replies.moves.notation.written_moves import leading_move
from commands.replies.moves.prose.planned_moves import PLAN_VERBS
from commands.replies.reply_commands import names_line
from commands.replies.requests.worded_requests import REMATCH
from commands.replies.sentences.greetings import without_greeting
from commands.verbs.note import Note
from commands.verbs.preview import Preview
from mail.reading.characters import plain_signs
from pbm.match.match import Match

SINGLE_WORDS = (
    "show",
    "legal",
    "describe",
    "record",
    "rules",
    "help",
    "undo",
    "reject",
    "chat",
    "mute",
    "unmute",
)
"""Commands that are recognized in a reply to chat if they are the only word of a line.

They can be undone or change nothing.
"""

_CASTLING = re.compile(r"\W*[oO]-[oO]\b")


def opens_with_command(replying: ReplyContext, lines: Sequence[str]) -> bool:
    """Whether the first line is a command. After a greeting, only a move is one."""
    for line in map(str.strip, map(plain_signs, lines)):
        rest = without_greeting(line, replying.names)
        if rest:
            is_greeted, match = rest != line, replying.board.match
            if not match.outcome:
                numbered = read_numbers(replying.board, rest)
                if numbered.other:
                    return True
                rest = numbered.text
            return _is_written_move(match, rest) if is_greeted else _is_command(replying, rest)
    return False


def _is_command(replying: ReplyContext, line: str) -> bool:
    """Whether the line is just a move or a word of SINGLE_WORDS, a full command, or a plan."""
    match, words = replying.board.match, line.lower().split()
    verb, rest = words[0].rstrip(PUNCTUATION), words[1:]
    if is_full_command(line, replying.player) or _is_written_move(match, line):
        return True
    is_line = verb in (*Preview.names, *Preview.also) and names_line(rest)
    if verb in Note.names or is_line:
        return True  # notes and saved lines are private, so they mustn't become chat
    if verb == REMATCH and not replying.board.active:
        return not rest and not _asks(line)
    if verb in PLAN_VERBS:
        return rest == ["none"] or any(_reads(match, word) for word in rest)
    if verb == "move":
        return not _asks(line) and _reads(match, " ".join(rest))
    return verb in SINGLE_WORDS and not rest and not _asks(line)


def _is_written_move(match: Match, text: str) -> bool:
    """Whether the line is a move and nothing else, such as "a1-c5" or "O-O".

    "right" is an answer rather than a move, and "a1-c5?" is a question.
    """
    is_notation = any(map(str.isdigit, text)) or bool(_CASTLING.match(text))
    return is_notation and not _asks(text) and _reads(match, text)


def _asks(line: str) -> bool:
    return "?" in line


def _reads(match: Match, text: str) -> bool:
    move = leading_move(match, text).line.partition("#")[0].rstrip(PUNCTUATION)
    return bool(move) and not match.outcome and match.reads(move)
