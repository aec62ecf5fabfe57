"""Words of replies that aren't commands: requests, and what is suggested instead of others."""

import re
import textwrap
import unicodedata
from collections.abc import Sequence
from functools import cache

from commands.inbound.command_lines import has_fillers
from commands.inbound.reply import request_words
from commands.inbound.reply.commands import LEAVE, TUTORIAL
from commands.inbound.reply.comments import find_conditional_move
from commands.inbound.reply.context import ReplyContext
from commands.inbound.reply.written_moves import leading_move, mentioned_move
from commands.inbound.reply.yes_or_no import YesOrNo, yes_or_no
from commands.inbound.sentence_words import FILLERS
from commands.language import registry
from commands.language.command import Command, SeatCommand
from commands.language.grammar import slots
from commands.language.parser import begins_command, split_game
from commands.play.comments import HeldWords
from commands.views.board_text import MAX_MOVES_LISTED, legal_moves
from mail.reading.text import plain_signs
from pbm.board.board import Board, Player
from pbm.board.offers import OFFERS
from pbm.errors import ParseError, UnreadableMoveError, UserError
from pbm.match.match import MAX_MOVE_WORDS
from pbm.suggestions import likeness, nearest
from pbm.wording import WIDTH, listing, shown

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
    "show": request_words.SHOW,
    "legal": request_words.LEGAL,
    "help": request_words.HELP,
    "help reply": request_words.HELP_REPLY,
    TUTORIAL: request_words.HELP_TUTORIAL,
    "rules": request_words.RULES,
    "list": request_words.LIST,
    "help seek": request_words.OPPONENTS,
    "forgot": request_words.FORGOT,
    "undo": request_words.UNDO,
    REMATCH: request_words.REMATCH,
    LEAVE: request_words.LEAVE,
}
"""The words that carry out requests: all can be taken back."""
ABOUT_GAMES = ("help", "rules", "help reply", TUTORIAL)
"""Requests that are about a game if its name stands behind them."""
MAX_REQUEST_LENGTH = 200
MAX_SENTENCES_LENGTH = 1_000
_UNSPACED = re.compile("[\u3040-\u9fff\uac00-\ud7af]")
"""Letters of languages that write no spaces between words."""
_SENTENCE = re.compile(r"[^.!?,;:\u2026\u3001\u3002]+[.!?]*")
OFFER_ANSWERS = {YesOrNo.YES: "accept", YesOrNo.NO: "reject"}
NOT_IN_THESE_GAMES = ("pass", "swap", "castle", "castling", "o-o", "o-o-o", "0-0", "0-0-0")
MAX_WORDS = 4
"""The most words of a line for which a suggestion is made."""
STANDALONE_WORDS = (
    *OFFERS,
    *("resign", "confirm", REMATCH, "pass", "swap", "help", "rules"),
)
"""Words that must stand alone on their line: "Accept my apologies" is a comment."""
SIMILAR = 0.75
"""The likeness to a command's word from which a word alone is taken for it: "resgin"."""
MAX_QUOTED_WORDS = 4
"""The most words of a line that may be meant as a move; a longer one is prose."""
NO_COMMAND = "No command was found in your reply."
NO_TEXT = (
    "No text of yours was found in your reply, so nothing was done; pictures and other files "
    "aren't\npassed on."
)
UNSENT = "What else stands in your reply wasn't sent to {}."
"""The reason for which words beside a command wait."""
WHAT_FOLLOWS = (
    "What else you write on this board without a command is kept with it; for an\n"
    "hour such replies aren't answered."
)
INSTRUCTIONS = (
    "The first line of your reply is the whole command: a move, or a word such as\n"
    "resign, propose, undo, show, rules, chat or help. The lines below it are a\n"
    "comment for the others. To write to them without a move, begin with a line:\nchat"
)


def requested_word(line: str) -> str:
    """Returns the word, or the line about no board, that a line with fill words asks for."""
    words = line[:MAX_REQUEST_LENGTH].rstrip("?!. ").split()
    for count in (1, 2):
        game, rest = split_game(words[-count:])
        about = _essence(f"{' '.join(words[:-count])}?")
        if game and not rest and _requests().get(about) in ABOUT_GAMES:
            return f"help {game.name}"
    return _requests().get(_essence(line), "")


def requested_among(line: str) -> str:
    """Returns the same for the first sentence of several that asks for something.

    A single word among other sentences asks for nothing.
    """
    sentences = _SENTENCE.findall(line[:MAX_SENTENCES_LENGTH])
    longer = (each for each in sentences if " " in _essence(each) or _UNSPACED.search(each))
    return next(filter(None, map(requested_word, longer)), "")


@cache
def _requests() -> dict[str, str]:
    """Returns the words that carry out requests, by the essence of these."""
    listed = (
        (request, word)
        for word, texts in MEANT_BY_REQUESTS.items()
        for request in re.split(r",\s|\n", texts)
        if request
    )
    return {
        essence: word
        for request, word in listed
        for essence in {_essence(request), _essence(f"{request}?")}
    }


def _essence(sentence: str) -> str:
    """Returns the words that say what is asked for, and the question mark."""
    words = [word for word in _plain_words(sentence) if word not in _fill_words()]
    return " ".join(words) + "?" * ("?" in sentence and bool(words))


def _plain_words(text: str) -> list[str]:
    """Returns the words of a text in lower case, without accents, which many leave out."""
    letters = unicodedata.normalize("NFKD", plain_signs(text)).casefold()
    return re.findall(r"\w+", "".join(each for each in letters if not unicodedata.combining(each)))


@cache
def _fill_words() -> frozenset[str]:
    return FILLERS | frozenset(_plain_words(request_words.FILL_WORDS))


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
    if not word.isalpha() or len(word) > MAX_REQUEST_LENGTH:
        return None
    verbs = [
        name
        for kinds in registry.game_verbs().values()
        for kind in kinds
        if issubclass(kind, SeatCommand)
        for name in kind.names
    ]
    known = [*OFFERS, *verbs, "show", "legal", "describe", "preview", "help", "rules"]
    return nearest(word, known) if likeness(word, known) >= SIMILAR else None


class NoCommandError(ParseError):
    """A reply on a board has no command."""

    def __init__(
        self, text: str, *, is_attempt: bool = False, is_prose: bool = True, asks: bool = False
    ) -> None:
        super().__init__(text)
        self.is_attempt = is_attempt
        """True if it was meant as a command, and not for the others to read."""
        self.is_prose = is_prose
        """True if nothing in it has to do with a command."""
        self.asks = asks
        """True if the text asks whether to send the words."""


def reply_error(replying: ReplyContext, first: str) -> NoCommandError:
    """Returns an error on a reply that begins with this line, with instructions and moves."""
    board, moves = replying.board, ""
    if board.mover == replying.player:
        moves = f"\n\n{legal_moves(board.match.legal, MAX_MOVES_LISTED)}"
    is_move = not board.match.outcome and bool(mentioned_move(board.match, first))
    is_attempt = _is_attempt(board, first)
    return NoCommandError(
        f"{_reason(board, first)}\n{INSTRUCTIONS}{moves}",
        is_attempt=is_attempt,
        is_prose=not (is_attempt or is_move),
    )


def asking_error(
    held: HeldWords, others: Sequence[Player], error: NoCommandError
) -> NoCommandError:
    """Returns the error with the question whether to send the words."""
    where = "your reply" if held.mails == 1 else f"{held.mails} replies"
    reason = f"No command was found in {where} on this board, so nothing was sent to {{}}."
    explained = error.text.removeprefix(NO_COMMAND).lstrip()
    text = "\n\n".join((words_question(held, others, reason), WHAT_FOLLOWS, explained))
    return NoCommandError(text, is_prose=error.is_prose, asks=True)


def words_question(held: HeldWords, others: Sequence[Player], reason: str) -> str:
    """Returns the question whether to send words, below the reason for which they wait.

    `reason`: `{}` stands for the others.
    """
    it = "it" if held.mails == 1 else "them"
    readers = listing([player.userid for player in others])
    question = f"{reason.format(readers)} To send {it} as chat, reply yes to this mail:"
    return f"{textwrap.fill(question, WIDTH)}\n\n{textwrap.indent(held.text, '  ')}"


def _is_attempt(board: Board, first: str) -> bool:
    """Returns True for a line that is nothing but a misspelt command, or begins with a move."""
    if suggestion(first, offered=board.offer is not None) or _general_usages(first):
        return True
    if board.match.outcome:
        return " " not in first and any(map(str.isdigit, first))
    words = leading_move(board.match, first).line.split()
    begins = any(
        board.match.reads(" ".join(words[:count])) and any(map(str.isdigit, words[0]))
        for count in range(1, min(len(words), MAX_MOVE_WORDS) + 1)
    )
    return begins or bool(find_conditional_move(board, first))


def _general_usages(line: str) -> str:
    """Returns the usages of the command without a game with which a line begins; or nothing."""
    words = line.split()
    kinds = registry.general_verbs().get(words[0].lower(), []) if words else []
    if not kinds or has_fillers(words) or not begins_command(words):
        return ""
    return "\n".join(f"  {kind.usage()}" for kind in kinds)


def _usages(kinds: Sequence[type[Command]]) -> str:
    """Returns the usages of commands in a reply, which leaves out userid and password."""
    left_out = ("userid", "password")
    forms = (
        [slot.usage for name, slot in slots(kind).items() if slot.usage and name not in left_out]
        for kind in kinds
    )
    return "\n".join(f"  {' '.join((kinds[0].names[0], *form))}" for form in forms)


def _meant_among(line: str) -> str:
    """Returns which word is meant by a sentence among others: "I'm lost. I give up"."""
    sentences = (each.strip(" .!?,;:").lower() for each in _SENTENCE.findall(line))
    meant = next((MEANINGS[each] for each in sentences if " " in each and each in MEANINGS), "")
    return f' If you mean "{meant}", reply with that word alone.' if meant else ""


def _reason(board: Board, first: str) -> str:
    words = first.split()
    if not words:
        return NO_TEXT
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
    if usages := _general_usages(first):
        return f'If you mean "{words[0].lower()}", write it in full:\n{usages}'
    move = mentioned_move(board.match, first)
    has_digit = any(map(str.isdigit, first))
    if not move and not (has_digit and len(words) <= MAX_QUOTED_WORDS):
        return f"{NO_COMMAND}{_meant_among(first)}"
    try:
        board.match.canonical(move or first)
    except UserError as error:
        return error.problem if isinstance(error, UnreadableMoveError) else error.text
    return "Your line says more than one thing."
