"""Finds planned moves in the lines of a reply. As a comment they would reveal the plan.

The result is a `queue` command, with which the writer can plan the moves in secret.
"""

import re
from bisect import bisect_left
from collections.abc import Collection, Sequence
from functools import cache

from commands.language import registry
from commands.replies.moves.notation.moves_among_words import (
    FoundMove,
    found_moves,
    read_move,
    spaced,
    words_of,
)
from commands.replies.vocabulary.requests.suspected_words import BETWEEN_CLAUSES
from commands.replies.vocabulary.sentence_words import (
    I_PLAY_WORDS,
    IF_WORDS,
    OR_WORDS,
    PAST,
    PLAN_FILLERS,
    THEN_WORDS,
    WHEN_WORDS,
)
from commands.verbs.preview import LINE_WORDS, Preview
from mail.reading.characters import plain_signs
from pbm.board.board import Board
from pbm.board.draws_and_undos import OFFERS
from pbm.errors import ParseError
from pbm.match.match import Match

PLAN_ADVICE = "To keep them to yourself, reply with only this line:\n  {}"
PLAN_VERBS = ("queue", "qmove", "moveq", "submit", "preview")
"""Commands with moves that the opponents must not see."""
_MOVE_NUMBER = re.compile(
    r"(?<![\w.,])\d{1,3}(?:\.+\s+(?=\S*\d)|\.+(?=[a-z(])|\.{2,}(?=\d))", re.IGNORECASE
)
"""The number before a move in a game record: `1... a7-e5 2. c1-a5`."""
_TIME = re.compile(r"\b\d{1,2}[:/]\d\d\b")
"""A time or date. It could be mistaken for a pair of coordinates."""
_IF = re.compile(rf"(?<![^\W_])(?:{'|'.join(sorted(IF_WORDS | WHEN_WORDS))})(?![^\W_])")
"""A word that may begin a condition. A text without one has no conditional move."""
_THEN = re.compile(rf"[,:]|(?<![^\W_])(?:{'|'.join(sorted(THEN_WORDS))})(?![^\W_])")
"""The end of a condition."""
_SQUARE = re.compile(r"(?<![\w.,:])[a-z]\d{1,2}(?!\w)", re.IGNORECASE)
MAX_CONNECTING = 40
"""Maximum number of characters that are read to find the word before another one."""
_CONNECTING = frozenset(BETWEEN_CLAUSES.split())
_SENTENCE_END = re.compile(r"(?<![.!?])[.!?]+(?=\s|$)|\u3002|\n\s*\n")
_ITEM = re.compile(r"[\s>*\u2022-]*(?:\d{1,2}[.)]\s+)?")
"""The bullet or number that may begin a list item."""


def check_no_plan(board: Board, text: str) -> None:
    """Raises ParseError if the text reveals planned moves."""
    if plan := plan_in(board, text):
        raise ParseError(
            "Your text would tell the other players your planned moves, so we haven't sent it or "
            "played a move.\n"
            f"{PLAN_ADVICE.format(plan)}"
        )


def plan_in(board: Board, text: str) -> str:
    """Returns the `queue` command with the planned moves of a text, or "" if it has no plan.

    A plan is `if REPLY MOVE`, in the syntax of `queue` or in prose. A line that has a move and
    begins with one of PLAN_VERBS is also a plan.
    """
    if not text:
        return ""
    plan = find_conditional_move(board, text)
    return f"queue {plan}" if plan else _find_planned_line(board, text)


def hints_at_plan(board: Board, text: str) -> bool:
    """Whether a sentence tells what its writer plans, without moves in the game's notation.

    An example is "if he takes, then g1 takes back".
    """
    if not (board.active and _IF.search(text.lower()) and _SQUARE.search(text)):
        return False
    squares = _squares(board.match)
    return any(_plans(each, squares) for each in _SENTENCE_END.split(plain_signs(text)))


def _squares(match: Match) -> set[str]:
    """Returns the squares with pieces, and those to which a piece may move."""
    pieces = (piece.square for piece in match.diagram.pieces())
    return {*pieces, *(square for move in match.legal for square in _SQUARE.findall(move.lower()))}


def _plans(sentence: str, squares: Collection[str]) -> bool:
    """Whether a sentence names one of these squares behind its condition."""
    plain = sentence.lower()
    ifs = (each for each in _IF.finditer(plain) if each[0] in IF_WORDS)
    # "se" is "if" in Italian, but "itself" in French
    condition = next((each for each in ifs if _begins_clause(plain, each.start())), None)
    if condition is None or PAST.search(plain):
        return False
    rest = plain[condition.end() :]
    _, *behind = _THEN.split(rest, maxsplit=1)
    named = [square for square in _SQUARE.findall(" ".join(behind) or rest) if square in squares]
    # without a sign between the clauses, the first square may belong to the condition, as in "if he
    # goes to e5 I go to g3"
    return len(named) > (0 if behind else 1)


def _begins_clause(text: str, at: int) -> bool:
    """Whether the word at this index begins a clause."""
    before = text[max(0, at - MAX_CONNECTING) : at].split()
    return not before or before[-1][-1] in ",;:-" or before[-1] in _CONNECTING


def lone_verb(board: Board, text: str) -> str:
    """Returns the first line that is just a command, or "". Below a move, it has no effect.

    With "!" or "?" a word is addressed to the opponents: "Resign!", "Help?".
    """
    if not text:
        return ""
    command_words = verbs() - {player.userid.lower() for player in board.players}
    lines = (line.strip().rstrip(".,;:") for line in plain_signs(text).split("\n"))
    return next((each for each in lines if each.lower() in command_words or _is_own(each)), "")


def _is_own(line: str) -> bool:
    """Whether a line is about the writer's saved lines of moves, such as `preview list`."""
    verb, *rest = line.lower().split() or [""]
    return verb in (*Preview.names, *Preview.also) and rest[:1] != [] and rest[0] in LINE_WORDS


@cache
def verbs() -> frozenset[str]:
    """Returns the words that are commands when they are the only word of a line."""
    return frozenset((*OFFERS, *registry.game_verbs()))


def find_conditional_move(board: Board, text: str) -> str:
    """Returns `if REPLY MOVE` for the text's first conditional move, or ""."""
    if board.match.outcome:
        return ""
    text = _MOVE_NUMBER.sub(" ", spaced(plain_signs(text)))
    if not _IF.search(text.lower()):
        return ""
    names = frozenset(player.userid.lower() for player in board.players)
    pair = _find_pair(board.match, words_of(text), names)
    sentences = iter(_SENTENCE_END.split(_TIME.sub(" ", text)))
    while not pair and (sentence := next(sentences, None)) is not None:
        pair = _find_pair_in_sentence(board.match, words_of(sentence))
    return f"if {pair[0]} {pair[1]}" if pair else ""


def _find_pair(match: Match, words: Sequence[str], names: frozenset[str]) -> tuple[str, str] | None:
    """Returns the first reply and move after "if" with only fillers between them, or None."""
    for at, word in enumerate(words):
        if word.lower() in IF_WORDS | WHEN_WORDS:
            reply = _next_move(match, words, at + 1, names)
            move = _next_move(match, words, reply.end, names) if reply else None
            if reply and move:
                return reply.text, move.text
    return None


def _find_pair_in_sentence(match: Match, words: Sequence[str]) -> tuple[str, str] | None:
    """Returns the first reply and move after "if" with any words between them, or None.

    Sentences about the past are skipped: "if you had played c7-e3, I would have played a1-c5".
    """
    ifs = [at for at, word in enumerate(words) if word.lower() in IF_WORDS]
    moves = list(found_moves(match, words, ifs[0] + 1)) if ifs else []
    for number, reply in enumerate(moves[:-1]):
        start = ifs[bisect_left(ifs, reply.start) - 1]
        between = " ".join(words[start : moves[number + 1].start]).lower()
        is_own = _is_answer(words[start + 1 : reply.start])
        is_first = number == 0 or start >= moves[number - 1].end
        if is_first and not is_own and not PAST.search(between):
            answers = (
                move
                for move in moves[number + 1 :]
                if words[move.start - 1].lower() not in OR_WORDS
            )
            return reply.text, next(answers, moves[number + 1]).text
    return None


def _is_answer(words: Sequence[str]) -> bool:
    """Whether the move behind words such as "if you are protected then I play" is the writer's."""
    lower = [word.lower() for word in words]
    ends = [at for at, word in enumerate(lower) if word in THEN_WORDS]
    return bool(ends) and I_PLAY_WORDS.issuperset(lower[ends[-1] + 1 :])


def _next_move(
    match: Match, words: Sequence[str], at: int, names: frozenset[str]
) -> FoundMove | None:
    """Returns the move that follows after fillers, or None if another word does."""
    while at < len(words) and _is_filler(words[at].lower(), names):
        at += 1
    return read_move(match, words, at)


def _find_planned_line(board: Board, text: str) -> str:
    """Returns the first line that has a move and begins with one of PLAN_VERBS, or ""."""
    match = board.match
    has_verb = any(verb in text.lower() for verb in PLAN_VERBS)
    for line in plain_signs(text).split("\n") if has_verb and not match.outcome else ():
        item = _ITEM.sub("", line, count=1).strip()
        words = words_of(_MOVE_NUMBER.sub(" ", item))
        if words and words[0].lower() in PLAN_VERBS:
            is_move = match.reads(" ".join(words[1:]))
            if is_move or next(found_moves(match, words, 1), None):
                return item
    return ""


def _is_filler(word: str, names: frozenset[str]) -> bool:
    return word in PLAN_FILLERS or word in names
