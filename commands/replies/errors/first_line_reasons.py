"""Says why the first line of a reply has no command."""

from collections.abc import Sequence

from commands.language import registry
from commands.language.command import Command
from commands.language.grammar import slots
from commands.replies.errors.attempted_commands import general_usages
from commands.replies.errors.misspelt_words import STANDALONE_WORDS, suggestion
from commands.replies.moves.notation.written_moves import is_legal
from commands.replies.moves.spoken.castling_and_passing import (
    LONG_CASTLING,
    SHORT_CASTLING,
    named_by_words,
)
from commands.replies.moves.spoken.spoken_moves import heard_moves
from commands.replies.requests.worded_requests import requested_among, requested_word
from commands.replies.vocabulary.moves.chess_words import CASTLING
from commands.replies.vocabulary.sentence_words import plain_words
from pbm.board.board import Board
from pbm.board.draws_and_undos import no_draws
from pbm.errors import UnreadableMoveError, UserError
from pbm.wording import listing, shown

MAX_QUOTED_WORDS = 4
"""Maximum number of words of a line that may be meant as a move. A longer line is prose."""
LAST_MOVES = 2
"""Number of the last moves that a text may be about."""
NO_COMMAND = "We found no command in your reply."
NO_TEXT = (
    "Your reply contains no text of your own, so we haven't done anything. We don't pass on\n"
    "pictures or other files."
)
OF = "of"
"""Shows that the word before it is no verb."""
SAYS_MORE = "Your line contains more than a move."


def first_line_reason(board: Board, first: str) -> str:
    """Returns why the first line of a reply, or an empty reply, has no command."""
    words = first.split()
    if not words:
        return NO_TEXT
    if board.match.outcome:
        return f"{board.game.title} board {board.number} is over: {board.result}."
    if guess := suggestion(first, offered=board.offer is not None):
        return f'"{shown(first)}" isn\'t a command.{guess}'
    asks_for_draw = "propose" in (requested_word(first), requested_among(first))
    if asks_for_draw and not board.game.drawn_by_agreement:
        return no_draws(board.game)
    if len(words) > 1 and words[0].lower() in STANDALONE_WORDS:
        word = words[0].lower()
        if board.match.reads(word) and not is_legal(board.match, word):
            return f'You can\'t play "{word}" now. Send a different move.'
        return (
            f'If you mean "{word}", write only that word on the first line, and the rest below it.'
        )
    is_noun = len(words) > 1 and words[1].lower() == OF  # "Change of plans"
    if len(words) > 1 and not is_noun and (kinds := registry.account_commands(words[0].lower())):
        return f'If you mean "{words[0].lower()}", write this in your reply:\n{_usages(kinds)}'
    if usages := general_usages(first):
        return f'If you mean "{words[0].lower()}", write it in full:\n{usages}'
    if _asks_how_to_castle(first) and board.match.reads(SHORT_CASTLING):
        return _how_to_castle(board)
    return _move_problem(board, first)


def _asks_how_to_castle(text: str) -> bool:
    """Whether a question has a word for castling: "how do I castle in this thing?"."""
    return "?" in text and not {*CASTLING.split()}.isdisjoint(plain_words(text))


def _how_to_castle(board: Board) -> str:
    """Returns how to castle, if the game has such a move and it is legal."""
    ways = [way for way in (SHORT_CASTLING, LONG_CASTLING) if is_legal(board.match, way)]
    quoted = listing([f'"{way}"' for way in ways], "or")
    return f"To castle, reply with only {quoted}." if ways else "You can't castle now."


def _moves_to_explain(board: Board, text: str) -> list[str]:
    """Returns the moves of a text. A sentence may also name the last moves, which are left out.

    An example is "e7-c3? That was a good one!".
    """
    moves = [*heard_moves(board.match, text)]
    is_prose = len(text.split()) > MAX_QUOTED_WORDS
    last = board.match.moves[-LAST_MOVES:] if is_prose else ()
    return [move for move in moves if move not in last]


def _usages(kinds: Sequence[type[Command]]) -> str:
    """Returns how to write commands in a reply, without userid and password."""
    left_out = ("userid", "password")
    forms = (
        [slot.usage for name, slot in slots(kind).items() if slot.usage and name not in left_out]
        for kind in kinds
    )
    return "\n".join(f"  {' '.join((kinds[0].names[0], *form))}" for form in forms)


def _move_problem(board: Board, first: str) -> str:
    """Returns what is wrong with the move of a line, or NO_COMMAND if it has none."""
    move = next(iter(_moves_to_explain(board, first)), "")
    has_digit = any(map(str.isdigit, first))
    if not move and named_by_words(first):
        return f'"{shown(first)}" isn\'t a legal move here. Send a different move.'
    if not move and not (has_digit and len(first.split()) <= MAX_QUOTED_WORDS):
        return NO_COMMAND
    try:
        board.match.canonical(move or first)
    except UserError as error:
        return error.problem if isinstance(error, UnreadableMoveError) else error.text
    return SAYS_MORE
