"""Decides whether a reply without a command was meant as one, and not as text for the opponents."""

from collections.abc import Sequence

from commands.language import registry
from commands.language.parser import begins_command
from commands.replies.command_lines import has_fillers
from commands.replies.errors.misspelt_words import suggestion
from commands.replies.moves.incomplete_moves import is_broken_move
from commands.replies.moves.notation.foreign_pieces import is_foreign_move
from commands.replies.moves.notation.lettered_squares import is_lettered_square
from commands.replies.moves.notation.written_moves import (
    denies,
    excludes_move,
    leading_move,
    mentioned_moves,
)
from commands.replies.moves.prose.planned_moves import plan_in
from commands.replies.moves.spoken.castling_and_passing import named_by_words
from commands.replies.moves.spoken.moves_by_area import tells_area
from commands.replies.moves.spoken.moves_by_direction import tells_steps
from commands.replies.moves.spoken.named_squares import tells_point
from commands.replies.moves.spoken.spoken_moves import is_near_move, spoken_moves, with_heard_pieces
from commands.replies.moves.spoken.worded_captures import tells_capture
from commands.replies.requests.suspected_requests import is_choice, is_draft, suspected_request
from commands.replies.requests.worded_requests import REMATCH
from pbm.board.board import Board
from pbm.match.match import MAX_MOVE_WORDS


def is_attempt(board: Board, first: str) -> bool:
    """Whether the line is just a misspelt command, spells out a move, or begins with one."""
    if suggestion(first, offered=board.offer is not None) or general_usages(first):
        return True
    first = with_heard_pieces(board.match, first)
    finders = (is_near_move, is_foreign_move, is_broken_move, is_lettered_square)
    if any(
        find(board.match, first)
        for find in (*finders, tells_steps, tells_area, tells_capture, tells_point)
    ):
        return True
    if named_by_words(first) and not board.match.outcome:
        return True
    if spoken_moves(board.match, first) and not mentioned_moves(board.match, first):
        return True
    if board.match.outcome:
        return " " not in first and any(map(str.isdigit, first))
    words = leading_move(board.match, first).line.split()
    return any(
        board.match.reads(" ".join(words[:count])) and any(map(str.isdigit, words[0]))
        for count in range(1, min(len(words), MAX_MOVE_WORDS) + 1)
    )


def are_meant(board: Board, legal: Sequence[str], written: Sequence[str]) -> bool:
    """Whether the reply seems to choose between legal moves, or names one without its notation.

    A denied move, as in "I won't play a1-c5, that would be silly", isn't chat either, because it
    tells the opponents what its writer thinks.
    """
    text = "\n".join(written)
    if not legal or plan_in(board, text):
        return False
    if len(legal) > 1 or excludes_move(text) or denies(text):
        return True
    mentioned = {move for line in written for move in mentioned_moves(board.match, line)}
    return mentioned.isdisjoint(legal)


def is_order(text: str) -> bool:
    """Whether the text seems to be a request, a choice from a list, or a draft by a program."""
    # a draw is suspected here only in a game without draws, or while an offer is open; a rematch,
    # only if the game is over
    is_request = suspected_request(text) not in ("", "propose", REMATCH)
    return is_request or any(map(is_choice, text.split("\n"))) or is_draft(text)


def general_usages(line: str) -> str:
    """Returns the usages of the command without a game that begins the line, or ""."""
    words = line.split()
    kinds = registry.general_verbs().get(words[0].lower(), []) if words else []
    if not kinds or has_fillers(words) or not begins_command(words):
        return ""
    return "\n".join(f"  {kind.usage()}" for kind in kinds)
