"""Makes a move pending if other lines of the reply leave it unclear whether the writer means it."""

import re
from collections.abc import Sequence
from dataclasses import replace

from commands.boards.move_doubts import ACCEPTING, AMONG, BESIDE, for_other_board
from commands.replies.answers.offer_answers import OfferAnswer, offer_answer
from commands.replies.command_lines import PUNCTUATION, CommandLine
from commands.replies.contexts.board_context import ReplyContext
from commands.replies.doubtful_moves.lines_below_moves import is_doubted_below
from commands.replies.doubtful_moves.words_after_moves import is_doubtful
from commands.replies.moves.alternatives import check_one
from commands.replies.moves.board_numbers import board_of_lines, named_board
from commands.replies.moves.contrasts import CORRECTION, corrected_move, is_correction
from commands.replies.moves.move_lines import MoveReader
from commands.replies.moves.notation.written_moves import (
    MOVE_WITH_DIGITS,
    is_legal,
    mentioned_moves,
)
from commands.replies.moves.prose.introduced_moves import introduced_move
from commands.replies.moves.prose.planned_moves import plan_in
from mail.reading.characters import plain_signs
from pbm.board.draws_and_undos import DRAW_WORDS

MAX_LINES_BELOW = 20
"""Maximum number of lines below a move that are searched for another move."""
MAX_CORRECTION_WORDS = 4
"""Maximum number of words of a line that corrects the move: "I mean c1-e5"."""
_REFUSING = re.compile(r"(?i)\b(?:ignor|declin|refus|reject|lehn|abgelehnt|rechaz|rifiut|weiger)")
"""The beginning of a verb that refuses an offer."""
_DIGIT = re.compile(r"\d")


def doubted_by_other_lines(
    moves: MoveReader, command: CommandLine, above: Sequence[str], below: Sequence[str], other: str
) -> CommandLine:
    """Returns the command, or a pending move if lines near the move name a board or doubt the move.

    `other`: the other board that is the subject of a line below, or "".
    """
    board, text = moves.board, "\n".join(below)
    words = command.text.split()
    is_move = command.read and words[1:2] == ["move"] and not board.match.outcome
    held = " ".join(words[5:]) if words[1:2] == ["submit"] else ""
    if held and (meant := _correction(moves, held, below) or _introduced(moves, held, text)):
        return replace(moves.commands.doubted_move(meant, BESIDE), withheld=text)
    if not is_move or not (text.strip() or any(above)):
        return command
    other = next(filter(None, (named_board(board, line) for line in above)), "") or other
    corrections = list(filter(_may_correct, below[:MAX_LINES_BELOW]))
    is_doubted = is_doubted_below(text)
    if not (other or corrections or is_doubted):
        return command
    move, ply, remark = board.match.split(" ".join(words[5:]))
    if not board.match.reads(move):
        return command
    guarded = move if ply is None else f"{move}#{ply}"
    if other:
        reason = for_other_board(other, board.number)
    else:
        has_others = any(_corrects(moves, move, plain_signs(line)) for line in corrections)
        if not (has_others or is_doubted) or plan_in(board, text):
            return command
        corrected = _correction(moves, move, corrections)
        if meant := corrected or corrected_move(board.match, f"{move}\n{text}"):
            return replace(moves.commands.doubted_move(meant, BESIDE), withheld=text)
        if has_others:
            check_one(board.match, (move, *filter(None, map(moves.legal, corrections))))
            return replace(moves.commands.doubted_move(guarded, BESIDE), withheld=text)
        reason = AMONG
    comment = "" if remark in DRAW_WORDS else remark
    return moves.commands.doubted_move(guarded, reason, comment)


def doubted_by_acceptance(
    replying: ReplyContext, moves: MoveReader, command: CommandLine, below: Sequence[str]
) -> CommandLine:
    """Returns the command, or a pending move if the text next to the move accepts an offer."""
    words, match = command.text.split(), moves.board.match
    if not (replying.is_offered and command.read and words[1:2] == ["move"]):
        return command
    move, ply, remark = match.split(" ".join(words[5:]))
    said = "\n".join(filter(None, (remark, *below)))
    if not (is_legal(match, move) and said.strip() and _accepts(replying, said)):
        return command
    guarded = move if ply is None else f"{move}#{ply}"
    return moves.commands.doubted_move(guarded, ACCEPTING)


def _accepts(replying: ReplyContext, text: str) -> bool:
    if _REFUSING.search(text):
        return False
    answer = offer_answer([text], replying.names, is_undo=replying.is_undo_asked)
    return answer in (OfferAnswer.ACCEPT, OfferAnswer.MAY_ACCEPT)


def _corrects(moves: MoveReader, move: str, line: str) -> bool:
    """Whether a line denies the legal move, or is a short line with another legal move."""
    board, match = moves.board, moves.board.match
    words = line.strip(f"{PUNCTUATION} ").split()
    named = mentioned_moves(match, line) or words
    if not is_legal(match, move):
        return False
    if match.canonical(move) in named:
        return is_doubtful(line, moves.names)
    is_short = len(words) <= MAX_CORRECTION_WORDS and not board_of_lines(board, line)
    legal_moves = (match.canonical(each) for each in named if is_legal(match, each))
    return is_short and any(other != match.canonical(move) for other in legal_moves)


def _correction(moves: MoveReader, move: str, lines: Sequence[str]) -> str:
    """Returns the only other legal move of lines such as "no sorry, e1-g5", or ""."""
    match = moves.board.match
    if not is_legal(match, move):
        return ""
    named = {
        each
        for line in map(plain_signs, lines)
        if (CORRECTION.search(line) or is_correction(line))
        and "?" not in line
        and not named_board(moves.board, line)
        for each in mentioned_moves(match, line)
    }
    is_clear = len(named) == 1 and match.canonical(move) not in named
    return next((each for each in named if is_clear and is_legal(match, each)), "")


def _introduced(moves: MoveReader, held: str, text: str) -> str:
    """Returns the other legal move that a text introduces, or "": "my move is c1-a5"."""
    move = introduced_move(moves.board.match, text)
    return move if move != held and not plan_in(moves.board, text) else ""


def _may_correct(line: str) -> bool:
    """Whether a line has the notation of a move or is a single word. The word may be a move."""
    has_move = _DIGIT.search(line) and MOVE_WITH_DIGITS.search(plain_signs(line))
    return bool(has_move) or len(line.split(maxsplit=1)) == 1
