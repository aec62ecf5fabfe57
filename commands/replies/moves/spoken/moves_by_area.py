"""Recognizes moves that are described by areas of the board: "the knight goes to the corner".

Which move is meant isn't clear, so its writer is asked for it.
"""

import re

from commands.replies.moves.notation.piece_moves import notation_of
from commands.replies.sentences.dictated_words import piece_names
from commands.replies.sentences.word_tables import plain_set
from commands.replies.vocabulary.moves import area_words as tables
from commands.replies.vocabulary.sentence_words import IF_WORDS, NEGATIONS, PAST, plain_words
from mail.reading.characters import plain_signs
from pbm.match.match import Match

MAX_LENGTH = 200
"""Maximum number of characters of a line that is read."""
_SENTENCE = re.compile(r"[^.!?;\n]+[.!?;]*")


def tells_area(match: Match, text: str) -> bool:
    """Whether a sentence moves a piece to an area of the board."""
    if match.outcome or len(text) > MAX_LENGTH:
        return False
    return any(_is_told(match, each) for each in _SENTENCE.findall(plain_signs(text)))


def _is_told(match: Match, sentence: str) -> bool:
    words = {*plain_words(sentence)}
    pieces = {*piece_names()}
    if match.game.piece_words:
        pieces |= notation_of(match.game).by_plain_word.keys()
    needed = pieces, plain_set(tables.MOVING), plain_set(tables.AREAS)
    if "?" in sentence or PAST.search(sentence.lower()):
        return False
    is_other = words & (plain_set(tables.THEIRS) | IF_WORDS | NEGATIONS)
    return not is_other and all(words & each for each in needed)
