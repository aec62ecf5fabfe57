"""Words of replies that aren't commands: requests, and what is suggested instead of others."""

from commands.inbound.conditional_moves import find_conditional_move
from commands.inbound.reply_context import ReplyContext
from commands.inbound.sentence_words import FILLERS
from commands.inbound.written_moves import mentioned_move
from commands.inbound.yes_or_no import YesOrNo, yes_or_no
from commands.language import registry
from commands.language.command import SeatCommand
from commands.views.board_text import MAX_MOVES_LISTED, legal_moves
from pbm.board import Board
from pbm.errors import ParseError, UnreadableMoveError, UserError
from pbm.offers import OFFERS
from pbm.suggestions import nearest
from pbm.wording import shown

MEANINGS = {
    "draw": "propose",
    "tie": "propose",
    "remis": "propose",
    "stalemate": "propose",
    "draw offer": "propose",
    "offer draw": "propose",
    "offer a draw": "propose",
    "i offer a draw": "propose",
    "i propose a draw": "propose",
    "takeback": "undo",
    "take back": "undo",
    "back": "undo",
    "oops": "undo",
    "decline": "resign",
    "quit": "resign",
    "surrender": "resign",
    "give up": "resign",
    "i give up": "resign",
    "i resign": "resign",
    "board": "show",
    "moves": "legal",
}
"""Words that people try, and the words that they mean."""
REMATCH = "rematch"
REQUESTS = {
    "show": "show",
    "show board": "show",
    "show moves": "legal",
    "legal moves": "legal",
    "what moves": "legal",
    "help": "help",
    "how move": "help",
    "rules": "rules",
    "what rules": "rules",
    "show rules": "rules",
    "forgot password": "forgot",
    "forgot": "forgot",
    "undo": "undo",
    "undo move": "undo",
    "take back": "undo",
    "take back move": "undo",
    "take move back": "undo",
}
"""Requests without their fill words, and what carries them out: all can be taken back."""
OFFER_ANSWERS = {YesOrNo.YES: "accept", YesOrNo.NO: "reject"}
NOT_IN_THESE_GAMES = ("pass", "swap", "castle", "castling", "o-o", "o-o-o", "0-0", "0-0-0")
MAX_WORDS = 4
"""The most words of a line for which a suggestion is made."""
STANDALONE_WORDS = (*OFFERS, "resign", "confirm", "pass", "swap", "help", "rules")
"""Words that must stand alone on their line: "Accept my apologies" is a comment."""
MAX_QUOTED_WORDS = 4
"""The most words of a line that may be meant as a move; a longer one is prose."""
INSTRUCTIONS = (
    "The first line of your reply is the whole command: a move, or a word such as\n"
    "resign, propose, undo, show, chat or help. The lines below it are a comment for\nthe others. "
    "To write to them without a move, begin with a line: chat"
)


def requested_word(line: str) -> str:
    """Returns the word that a line asks for with fill words around it, or nothing.

    A word alone is read elsewhere, except `rematch`.
    """
    words = [word.strip(".!?,;:") for word in line.lower().split()]
    text = " ".join(word for word in words if word and word not in FILLERS)
    if text == REMATCH:
        return text
    return REQUESTS.get(text, "") if len(words) > 1 else ""


def suggestion(line: str, *, offered: bool) -> str:
    """Returns ` Did you mean "resign"?` or the like; empty where no word is near.

    `offered`: an offer is open.
    """
    words = line.lower().rstrip(".!?,;: ").split()
    if not 0 < len(words) <= MAX_WORDS:
        return ""
    text = " ".join(words)
    if text in NOT_IN_THESE_GAMES:
        return " None of these games has it: a move must be made."
    answer = OFFER_ANSWERS.get(yes_or_no([line])) if offered else None
    meant = answer or MEANINGS.get(text) or (_nearest(words[0]) if len(words) == 1 else None)
    return f' Did you mean "{meant}"? Write it alone on the first line.' if meant else ""


def _nearest(word: str) -> str | None:
    """Returns the word of a reply that is spelt most alike; moves are like none."""
    if not word.isalpha():
        return None
    verbs = [
        name
        for kinds in registry.game_verbs().values()
        for kind in kinds
        if issubclass(kind, SeatCommand)
        for name in kind.names
    ]
    return nearest(word, [*OFFERS, *verbs, "show", "legal", "describe", "preview", "help", "rules"])


def reply_error(replying: ReplyContext, first: str) -> UserError:
    """Returns an error on a reply that begins with this line, with instructions and moves."""
    board, moves = replying.board, ""
    if board.mover == replying.player:
        moves = f"\n\n{legal_moves(board.match.legal, MAX_MOVES_LISTED)}"
    return ParseError(f"{_reason(board, first)}\n{INSTRUCTIONS}{moves}")


def _reason(board: Board, first: str) -> str:
    words = first.split()
    if board.match.outcome:
        return f"{board.game.title} board {board.number} is over: {board.result}."
    if guess := suggestion(first, offered=board.offer is not None):
        return f'"{shown(first)}" isn\'t a command.{guess}'
    if plan := find_conditional_move(board, first):
        return f'"{shown(first)}" isn\'t a command. Did you mean "queue {plan}"?'
    if len(words) > 1 and words[0].lower() in STANDALONE_WORDS:
        word = words[0].lower()
        return f'If you mean "{word}", write it alone on the first line, and the rest below it.'
    move = mentioned_move(board.match, first)
    if not move and not 0 < len(words) <= MAX_QUOTED_WORDS:
        return "No command was found in your reply."
    try:
        board.match.canonical(move or first)
    except UserError as error:
        return error.problem if isinstance(error, UnreadableMoveError) else error.text
    return "Your line says more than one thing."
