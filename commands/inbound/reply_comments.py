"""The lines below the command of a reply: the comment, and full commands below that."""

from collections.abc import Sequence

from commands.inbound.command_lines import FoundCommands, commands_and_comments, looks_like_command
from commands.inbound.reply_context import ReplyContext
from commands.language import parser
from commands.language.parser import MISSPELLING_CUTOFF
from commands.language.tokenizer import tokenize
from mail.reading.text import plain_signs
from pbm.board import Board, Player
from pbm.errors import ParseError, UserError
from pbm.suggestions import likeness

PROSE_WORDS = ("all", "list", "help", "forgot", "multiple")
"""Commands without a password with which a sentence may begin too: "All the best"."""
PUNCTUATION = ".!?,;:"
FILLERS = ("then", "play", "move", "i")
"""Words that people write between conditional moves: "if c7-e3 then I play a1-c5"."""


def split_comment(replying: ReplyContext, lines: Sequence[str]) -> tuple[str, FoundCommands]:
    """Returns the comment and the full commands below it; raises ParseError for `if` lines."""
    written = [line for line in lines if not line.startswith("#")]
    starts = (n for n, line in enumerate(written) if is_full_command(line, replying.player))
    start = next(starts, len(written))
    for line in written[:start]:
        _check_no_conditional_move(replying.board, line)
    if start == len(written):
        return "\n".join(written).strip(), FoundCommands(())
    below = commands_and_comments(
        written[start:], lambda line: is_full_command(line, replying.player)
    )
    return "\n".join(written[:start]).strip(), below


def is_full_command(line: str, player: Player) -> bool:
    """Returns True if a line is a command of this player: it names them, and reads as one.

    One that doesn't read, but has a word after the userid, counts as well: as a comment it could
    show the player's password to the others.
    """
    words = _words(line)
    names = [word.lower() for word in words]
    if player.userid.lower() not in names or not looks_like_command(line):
        return False
    has_password = names.index(player.userid.lower()) < len(names) - 1
    return _is_readable(words) or (has_password and not begins_like_prose(names[0]))


def begins_like_prose(word: str) -> bool:
    """Returns True for commands without a password with which sentences begin too."""
    word = word.rstrip(PUNCTUATION)
    return word in PROSE_WORDS or likeness(word, PROSE_WORDS) >= MISSPELLING_CUTOFF


def _is_readable(words: Sequence[str]) -> bool:
    try:
        return any(parser.readings(words, proven=False))
    except UserError:
        return False


def _check_no_conditional_move(board: Board, line: str) -> None:
    """Raises ParseError for `if REPLY MOVE`: as a comment it would tell the others the plan."""
    words = [word.rstrip(",:;.!") for word in plain_signs(line).split()]
    if board.match.outcome or not words or words[0].lower() != "if":
        return
    moves = [word for word in words[1:] if word.lower() not in FILLERS][:2]
    if len(moves) == 2 and all(map(board.match.reads, moves)):
        raise ParseError(
            f'"if {moves[0]} {moves[1]}" stands below your command, where the other players would '
            "read it,\nso nothing was done. Send the command without it first; then reply with the "
            f"conditional\nmoves alone on the first line:\n  queue if {moves[0]} {moves[1]}"
        )


def _words(line: str) -> list[str]:
    try:
        return tokenize(line)
    except UserError:
        return []
