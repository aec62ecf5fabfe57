"""Words of replies that aren't commands: requests, and what is suggested instead of others."""

from collections.abc import Sequence

from commands.inbound.conditional_moves import find_conditional_move
from commands.inbound.reply_context import ReplyContext
from commands.inbound.sentence_words import FILLERS
from commands.inbound.written_moves import mentioned_move
from commands.inbound.yes_or_no import YesOrNo, yes_or_no
from commands.language import registry
from commands.language.command import Command, SeatCommand
from commands.language.grammar import slots
from commands.language.parser import split_game
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
MEANT_BY_REQUESTS = {
    "show": "show, show board, show position",
    "legal": "show moves, show legal moves, legal moves, what moves, what legal moves",
    "help": "help",
    "help reply": "how move, how make move, how resign, how reply",
    "help tutorial": "how play, how start, how start game, how begin, how begin game",
    "rules": "rules, what rules, show rules, explain rules",
    "forgot": "forgot, forgot password, forgotten password, lost password, have forgotten password",
    "undo": "undo, undo move, take back, take back move, take move back",
    REMATCH: REMATCH,
}
"""What requests are carried out by, without their fill words: all can be taken back."""
REQUESTS = {
    request: word for word, texts in MEANT_BY_REQUESTS.items() for request in texts.split(", ")
}
ABOUT_GAMES = ("help", "rules", "help reply", "help tutorial")
"""Requests that are about a game if its name stands behind them."""
MAX_REQUEST_LENGTH = 200
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
    """Returns the word, or the line about no board, that a line with fill words asks for."""
    spelt = (word.strip(".!?,;:") for word in line.lower()[:MAX_REQUEST_LENGTH].split())
    words = [word for word in spelt if word and word not in FILLERS]
    for count in (1, 2):
        game, rest = split_game(words[-count:])
        about = " ".join(words[:-count]).removesuffix(" of").removesuffix(" for")
        if game and not rest and REQUESTS.get(about) in ABOUT_GAMES:
            return f"help {game.name}"
    return REQUESTS.get(" ".join(words), "")


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


def _usages(kinds: Sequence[type[Command]]) -> str:
    """Returns the usages of commands in a reply, which leaves out userid and password."""
    left_out = ("userid", "password")
    forms = (
        [slot.usage for name, slot in slots(kind).items() if slot.usage and name not in left_out]
        for kind in kinds
    )
    return "\n".join(f"  {' '.join((kinds[0].names[0], *form))}" for form in forms)


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
    if len(words) > 1 and (kinds := registry.account_commands(words[0].lower())):
        return f'If you mean "{words[0].lower()}", in a reply it is:\n{_usages(kinds)}'
    move = mentioned_move(board.match, first)
    if not move and not 0 < len(words) <= MAX_QUOTED_WORDS:
        return "No command was found in your reply."
    try:
        board.match.canonical(move or first)
    except UserError as error:
        return error.problem if isinstance(error, UnreadableMoveError) else error.text
    return "Your line says more than one thing."
