"""Recognizes requests that are worded in an unusual way, by two words that belong together.

The result is the command that carries the request out. It is only meant for a reply that would
otherwise be offered to the opponents as chat.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from commands.replies.requests.resignations import calls_off, resigns_in_clause
from commands.replies.sentences.sentence_subjects import is_for_others
from commands.replies.sentences.word_tables import has_entry, plain_phrases, plain_set
from commands.replies.vocabulary.requests import resigning_words as resigning
from commands.replies.vocabulary.requests import suspected_words as tables
from commands.replies.vocabulary.requests.resigning_words import (
    MAX_RESIGNING_WORDS,
    NOT_RESIGNING,
    RESIGNING,
    RESIGNING_UNSPACED,
)
from commands.replies.vocabulary.sentence_words import AMBIGUOUS_NEGATIONS, NEGATIONS, plain_words

MAX_LENGTH = 600
"""Maximum number of characters of a text that are read."""
MAX_WORDS = 16
"""Maximum number of words of a sentence that is a request."""
MAX_ORDER_WORDS = 6
"""Maximum number of words of a request that isn't a question and expresses no wish."""
MAX_CHOICE_WORDS = 6
"""Maximum number of words of a line that chooses from a list."""
MAX_BEFORE_TEACHING = 2
"""Number of words at the beginning of a request of which one may be "explain"."""
MAX_LABEL_WORDS = 3
"""Maximum number of words of a label before a draft: "Smart reply:"."""
_FRAME_SIGNS = " \t*_#>"
_SENTENCE = re.compile(r"[^.!?;\n\u3002]+[.!?\u3002]*")
_CLAUSE_END = re.compile(
    rf"[,:\u3001]|\s-+\s|\s(?:{'|'.join(tables.BETWEEN_CLAUSES.split())})\s", re.IGNORECASE
)
_MOVE = re.compile(
    r"[(\[] ?\d{1,2} ?, ?\d{1,2} ?[)\]]"
    r"|(?<![^\W_])[a-z]\d{1,2} ?[-x>\u2192]{1,3} ?[a-z]\d{1,2}(?!\w)",
    re.IGNORECASE,
)
"""A move with two coordinates or two squares, of any game."""
_PHRASES = re.compile(r"\s*,\s*")
_QUESTION_MARKS = ("?", "\uff1f")


@dataclass(frozen=True, slots=True)
class Pair:
    """Two tables of words. A request has a word of each of them."""

    word: str
    """The command that carries the request out."""
    first: str
    second: str
    only_questions: bool = False
    to_others: bool = False
    """Whether the request may be addressed to the opponents, as draw offers are."""
    third: str = ""
    """A further table of which the request has a word."""
    opens: bool = False
    """Whether a sentence is a question if it begins with a phrase of `first`, or with "explain"."""
    only_orders: bool = False
    """Whether a question is no request, except a polite one: "can you choose for me?"."""
    is_stated: bool = False
    """Whether a statement of any length asks: "the board is all scrambled on my phone"."""
    is_clause: bool = False
    """Whether a clause asks that begins with a word of `first`: "send it again, I lost the mail".

    So does a clause that begins with "can you".
    """


PAIRS = (
    Pair("show", tables.VIEWING, tables.BOARDS, is_clause=True),
    Pair("rules", tables.RULES, tables.EXPLAINING),
    Pair("legal", tables.CHOICES, tables.MOVES, only_questions=True),
    Pair("legal", tables.WHERE, tables.GOING, only_questions=True, opens=True),
    Pair("legal", tables.CHOOSING, tables.FOR_ME, to_others=True, only_orders=True),
    Pair("undo", tables.TAKING_BACK, tables.MOVE),
    Pair("show", tables.TIME, tables.MINE, only_questions=True),
    Pair("show", tables.HOW_LATE, tables.LATEST, only_questions=True, opens=True),
    Pair("show", tables.TURNS, tables.WHOSE, only_questions=True),
    Pair("show", tables.WINNING, tables.WON, only_questions=True),
    Pair("show", tables.POKING, tables.POKED, to_others=True, is_clause=True),
    Pair("show", tables.CLAIMING, tables.CLAIMED, to_others=True, is_stated=True),
    Pair("show", tables.ARRIVING, tables.MOVE, third=tables.MINE, only_questions=True),
    Pair("rules", tables.HOW_WON, tables.WON, only_questions=True, opens=True),
    Pair("rules", tables.HOW_ONE_WINS, tables.WON, only_questions=True, to_others=True),
    Pair("help change format", tables.SCRAMBLED, tables.PICTURES, is_stated=True),
    Pair(
        "help change format",
        tables.CROOKED,
        f"{tables.PICTURES} boards",
        third=tables.SCREENS,
        is_stated=True,
    ),
    Pair(
        "rules",
        tables.PIECES,
        tables.MEN,
        third=tables.MOVING,
        only_questions=True,
        opens=True,
    ),
    Pair("rules", tables.ALLOWED, tables.JUMPING, only_questions=True),
    Pair("help vacation", tables.PAUSES, tables.WISHES, to_others=True),
    Pair("help vacation", tables.MORE_TIME, tables.GIVING, only_questions=True),
    Pair("help reply", tables.HOW, tables.ACTING),
    Pair("hint", tables.HINTS, tables.GIVING),
    Pair("rematch", tables.REMATCHES, tables.PLAYING_AGAIN, to_others=True, only_questions=True),
    Pair("propose", tables.DRAWS, tables.OFFERING, to_others=True),
)
ORDERS = tuple(pair for pair in PAIRS if pair.only_orders)
IN_CLAUSES = tuple(pair for pair in PAIRS if pair.is_clause or pair.is_stated)


def suspected_request(text: str) -> str:
    """Returns the command that a sentence of the text seems to ask for, or "".

    An order may be the first clause of a sentence: "you choose for me, I don't care". A clause
    that orders to show something, or begins with "can you", may be anywhere in a sentence.
    """
    sentences = _SENTENCE.findall(text[:MAX_LENGTH])
    clauses = [_CLAUSE_END.split(each) for each in sentences]
    orders = (_request_in(first, ORDERS) for first, *_ in clauses)
    asking = (_request_of_clause(clause) for each in clauses if len(each) > 1 for clause in each)
    asked = next(filter(None, (*map(_request, sentences), *orders, *asking)), "")
    if not asked and asks_what_to_do(text):
        return "help reply"
    return asked or ("resign" if calls_off(text) else "")


def resigns_beside_move(text: str) -> bool:
    """Whether a clause resigns a game, and another one has a move, perhaps of another board."""
    text = text[:MAX_LENGTH]
    if not _MOVE.search(text):
        return False
    sentences = (each for each in _SENTENCE.findall(text) if "?" not in each)
    clauses = (clause for each in sentences for clause in _CLAUSE_END.split(each))
    return any(_resigns(plain_words(each), each, is_question=False) for each in clauses)


def asks_what_to_do(text: str) -> bool:
    """Whether a text only asks how to answer an email: "Hello, what do I have to write?"."""
    said = _essential(text[:MAX_LENGTH])
    asking, beside = _one_of(tables.WHAT_TO_DO), _one_of(tables.NOT_KNOWING)
    rest, count = asking.subn(" ", f" {' '.join(said)} ")
    return count > 0 and not beside.sub(" ", rest).strip()


def asks_to_undo(text: str) -> bool:
    """Whether a text regrets a move, and another sentence asks to take it back.

    An example is "My last move was a mistake. May I take it back?".
    """
    text = text[:MAX_LENGTH]
    if not has_entry(plain_words(text), tables.MISTAKES):
        return False
    sentences = map(plain_words, _SENTENCE.findall(text))
    return any(
        has_entry(each, tables.TAKING_IT_BACK) and has_entry(each, tables.MAY_I)
        for each in sentences
    )


def asks_why_ended(text: str) -> bool:
    """Whether a question asks the server why a game ended: "Why was the game deleted?"."""
    return any(map(_asks_why_ended, _SENTENCE.findall(text[:MAX_LENGTH])))


def _asks_why_ended(sentence: str) -> bool:
    words = plain_words(sentence)
    if not 1 < len(words) <= MAX_WORDS or is_for_others(words):
        return False
    asks = has_entry(words, resigning.ASKING_WHY) or has_entry(words, resigning.ASKING_WHY_PHRASES)
    return asks and has_entry(words, resigning.ENDED) and has_entry(words, resigning.GAMES)


def regrets_resigning(text: str) -> bool:
    """Whether a text says that its writer didn't mean to resign: "oh no, wrong game"."""
    return has_entry(plain_words(text[:MAX_LENGTH]), resigning.REGRETTING)


def is_choice(text: str) -> bool:
    """Whether the text only chooses from a list: "the second one"."""
    words = plain_words(text[:MAX_LENGTH])
    is_short = 0 < len(words) <= MAX_CHOICE_WORDS
    known = plain_set(tables.ORDINALS) | plain_set(tables.AROUND_ORDINALS)
    return is_short and known.issuperset(words) and not plain_set(tables.ORDINALS).isdisjoint(words)


def is_draft(text: str) -> bool:
    """Whether a line of the text announces a draft, as programs do: "Here's a draft reply:"."""
    lines = [line.strip(_FRAME_SIGNS) for line in text[:MAX_LENGTH].split("\n")]
    announcing = [plain_words(line) for line in lines if line.endswith((":", "\uff1a"))]
    is_announced = any(
        has_entry(words, tables.DRAFTS) and has_entry(words, tables.HERE) for words in announcing
    )
    labels = (plain_words(line.partition(":")[0]) for line in lines if ":" in line)
    is_labeled = any(
        len(words) <= MAX_LABEL_WORDS
        and has_entry(words, tables.DRAFTS)
        and has_entry(words, tables.LABELS)
        for words in labels
    )
    return is_announced or is_labeled or has_entry(plain_words(text[:MAX_LENGTH]), tables.MODELS)


def _request(sentence: str) -> str:
    words, is_question = plain_words(sentence), any(map(sentence.count, _QUESTION_MARKS))
    if _resigns(words, sentence, is_question=is_question) or resigns_in_clause(sentence):
        return "resign"
    if _proposes(words):
        return "propose"
    return _request_in(sentence, PAIRS)


def _request_of_clause(clause: str) -> str:
    """Returns the command of a clause that begins with a request or states one, or ""."""
    words = plain_words(clause)
    while words and words[0] in plain_set(tables.BEFORE_ORDERS):
        del words[0]
    is_polite = _begins(words, tables.CAN_YOU)
    pairs = [
        each
        for each in IN_CLAUSES
        if is_polite or each.is_stated or has_entry(words[:1], each.first)
    ]
    return _request_in(" ".join(words), pairs) if pairs else ""


def _request_in(sentence: str, pairs: Sequence[Pair]) -> str:
    """Returns the command of the first of these pairs whose words the sentence has, or ""."""
    words, is_question = plain_words(sentence), any(map(sentence.count, _QUESTION_MARKS))
    if not 1 < len(words) <= MAX_WORDS or _is_denied(sentence):
        return ""
    is_short = is_question or len(words) <= MAX_ORDER_WORDS
    is_polite = _begins(words, tables.CAN_YOU)
    is_asked = is_short or is_polite or not plain_set(tables.WISHES).isdisjoint(words)
    plain = without_courtesy(words)
    is_to_others = is_for_others(plain)
    teaches = has_entry(plain[:MAX_BEFORE_TEACHING], tables.TEACHING)
    for pair in pairs:
        opens = pair.opens and (teaches or _begins(words, pair.first))
        if (
            (is_asked or opens or pair.is_stated)
            and (is_question or opens or not pair.only_questions)
            and (is_polite or not (is_question and pair.only_orders))
            and (pair.to_others or not is_to_others)
            and has_entry(words, pair.first)
            and has_entry(words, pair.second)
            and (not pair.third or has_entry(words, pair.third))
        ):
            return pair.word
    return ""


def _proposes(words: Sequence[str]) -> bool:
    """Whether a sentence begins with a draw offer: "I propose a draw, if he agrees"."""
    beginnings = (phrase for phrase in plain_phrases(tables.PROPOSING) if _starts(words, phrase))
    count = max((len(phrase.split()) for phrase in beginnings), default=0)
    return bool(count) and has_entry(words[count : count + tables.MAX_BEFORE_DRAW], tables.DRAWS)


def _starts(words: Sequence[str], phrase: str) -> bool:
    return f" {' '.join(words)} ".startswith(phrase)


def _resigns(words: Sequence[str], sentence: str, *, is_question: bool) -> bool:
    if any(each in sentence for each in RESIGNING_UNSPACED.split()):
        return not is_question
    is_short = 0 < len(words) <= MAX_RESIGNING_WORDS
    if not is_short or is_question or _is_denied(sentence):
        return False
    return plain_set(NOT_RESIGNING).isdisjoint(words) and has_entry(words, RESIGNING)


def without_courtesy(words: Sequence[str]) -> Sequence[str]:
    """Returns the words without "can you" at the beginning of "can you explain ..."."""
    opening = " ".join(words[:2])
    is_polite = f" {opening} " in plain_phrases(tables.CAN_YOU)
    is_to_server = has_entry(words[2:5], f"{tables.TEACHING} {tables.STARTING}") or has_entry(
        words[-1:], tables.VIEWING
    )
    return words[2:] if is_polite and is_to_server else words


def _essential(text: str) -> list[str]:
    """Returns the words of a beginner's text without greetings and the like."""
    return [word for word in plain_words(text) if word not in plain_set(tables.AROUND_WHAT_TO_DO)]


@cache
def _one_of(table: str) -> re.Pattern[str]:
    """Returns a pattern of the essential words of the phrases in a table."""
    phrases = {" ".join(_essential(each)) for each in _PHRASES.split(table.strip())}
    longest_first = sorted(phrases, key=len, reverse=True)
    return re.compile(rf"(?<= )(?:i |ich |je |ik |я )?(?:{'|'.join(longest_first)})(?= )")


def _begins(words: Sequence[str], table: str) -> bool:
    return f" {' '.join(words)} ".startswith(plain_phrases(table))


def _is_denied(sentence: str) -> bool:
    clear = NEGATIONS - AMBIGUOUS_NEGATIONS
    return not clear.isdisjoint(sentence.lower().replace("\u2019", "'").split())
