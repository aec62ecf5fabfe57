"""Decides whether a move below other lines is its writer's own, because they are only small talk.

Such a line may be part of an unmarked quotation, or of a text about moves. A short reply of
complete sentences that don't ask, deny, doubt or introduce anything is neither.
"""

import re
from collections.abc import Sequence

from commands.replies.answers.offer_answers import OfferAnswer, offer_answer
from commands.replies.contexts.board_context import ReplyContext
from commands.replies.doubtful_moves.harmless_phrases import said_words
from commands.replies.doubtful_moves.lines_below_moves import is_doubted_below
from commands.replies.doubtful_moves.words_after_moves import is_doubtful
from commands.replies.lines_for_somebody_else import asks_server
from commands.replies.moves.board_numbers import games_named
from commands.replies.moves.notation.written_moves import mentioned_moves
from commands.replies.moves.prose.planned_moves import hints_at_plan, lone_verb
from commands.replies.moves.spoken.spoken_moves import heard_moves
from commands.replies.requests.suspected_requests import suspected_request
from commands.replies.requests.worded_requests import requested_word
from commands.replies.sentences.greetings import without_greeting
from commands.replies.sentences.word_tables import has_phrase, plain_set
from commands.replies.vocabulary.moves.advice_words import ADVISING
from commands.replies.vocabulary.moves.past_words import EARLIER
from commands.replies.vocabulary.sentence_words import IF_WORDS, NEGATIONS, plain_words
from commands.security.tokens import ASKING
from mail.reading.characters import plain_signs
from pbm.board.board import Board

MAX_LINES = 3
"""Maximum number of lines above the move, and below it. A quoted email has more."""
MAX_LENGTH = 200
_SENTENCE = re.compile(r".*(?:[.!)]|[\u2600-\u27bf\ufe0f\U0001f300-\U0001faff])")
"""A line that is complete. Others may introduce the move: "Your best was"."""


_OTHERS_MOVE = re.compile(
    r"(?i)\b(?:should|would|could|might|hätte\w*|wäre\w*|aurai\w+|habría\w*|avre\w+|teria\w*)\b"
)
"""Words about moves that weren't made: "you should have played here"."""


def is_among_small_talk(replying: ReplyContext, lines: Sequence[str], at: int) -> bool:
    """Whether the lines around the move at the index `at` leave no doubt that it is meant."""
    is_answer = replying.has_pending_move or replying.prefix == ASKING
    is_plain_word = lines[at].strip(" .!").isalpha()  # "Right!"
    if is_answer or is_plain_word or not replying.registered_sender:
        return False
    above, below = (
        [plain_signs(line).strip() for line in part if line.strip()]
        for part in (lines[:at], lines[at + 1 :])
    )
    is_short = max(len(above), len(below)) <= MAX_LINES
    is_short = is_short and all(len(line) <= MAX_LENGTH for line in (*above, *below))
    if not is_short or _accepts(replying, "\n".join(above)):
        return False
    is_quoted = any(any(map(str.isdigit, line)) for line in (*above, *below))
    return not is_quoted and all(_is_small_talk(replying, line) for line in above)


def _accepts(replying: ReplyContext, text: str) -> bool:
    if not replying.is_offered:
        return False
    answer = offer_answer([text], replying.names, is_undo=replying.is_undo_asked)
    return answer in (OfferAnswer.ACCEPT, OfferAnswer.MAY_ACCEPT)


def _is_small_talk(replying: ReplyContext, line: str) -> bool:
    words, names = {*plain_words(line), *said_words(line)}, replying.names
    if "?" in line or not words.isdisjoint(NEGATIONS | IF_WORDS):
        return False
    if is_doubtful(line, names) or is_doubted_below(line) or _is_about_game(replying.board, line):
        return False
    asks = suspected_request(line) or requested_word(line) or asks_server(line, names)
    is_complete = _SENTENCE.fullmatch(line) or not without_greeting(line, names)
    return bool(is_complete) and not asks


def _is_about_game(board: Board, line: str) -> bool:
    """Whether a line has a move, a plan, a command or a game, or is about another move."""
    has_move = mentioned_moves(board.match, line) or heard_moves(board.match, line)
    is_plan = hints_at_plan(board, line) or lone_verb(board, line)
    words = plain_words(line)
    is_told = not plain_set(ADVISING).isdisjoint(words) or has_phrase(words, EARLIER)
    return bool(has_move or is_plan or is_told or games_named(line) or _OTHERS_MOVE.search(line))
