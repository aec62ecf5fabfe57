"""Separates the answer to an open offer from the rest of a reply: "Sure. Well fought!"."""

import re
from collections.abc import Collection
from typing import NamedTuple

from commands.replies.answers.offer_answers import OfferAnswer, names_offer, offer_answer
from commands.replies.doubtful_moves.words_after_moves import is_doubtful
from commands.replies.moves.notation.foreign_pieces import first_readings
from commands.replies.moves.notation.written_moves import is_legal, legal_spelling
from commands.replies.moves.spoken.castling_and_passing import named_by_words
from commands.replies.moves.spoken.spoken_moves import heard_moves
from mail.reading.characters import plain_signs
from pbm.match.match import Match

MAX_TEXT = 400
"""Maximum number of characters that are read."""
MAX_PARTS = 12
_PART = re.compile(r"(?:[^,.;:!?\u2026\n]|,(?=\d)|(?<=\d):(?=\d))+")
_REFUSALS = (OfferAnswer.REFUSE, OfferAnswer.MAY_REFUSE)


class MoveBesideRefusal(NamedTuple):
    move: str
    said: str
    """The text without the move."""
    is_written: bool
    """Whether the move is written as the game writes it, without letters of other languages."""


def text_beside_answer(text: str, names: Collection[str], *, is_undo: bool) -> str:
    """Returns the text behind the clauses that answer an offer. It is empty if there is none."""
    for part in _PART.finditer(text):
        is_said = any(map(str.isalnum, part[0]))
        if is_said and offer_answer([part[0]], names, is_undo=is_undo) is OfferAnswer.NONE:
            return text[part.start() :].strip()
    return ""


def move_beside_refusal(
    match: Match, text: str, names: Collection[str], *, is_undo: bool
) -> MoveBesideRefusal | None:
    """Returns the only move of a text whose other clauses refuse an offer, or None.

    The move must be a clause of its own, and no other clause may doubt it.
    """
    text = plain_signs(text)
    parts = [part for part in _PART.finditer(text) if part[0].strip()]
    if match.outcome or len(text) > MAX_TEXT or not 1 < len(parts) <= MAX_PARTS:
        return None
    moves = [(part, move) for part in parts if (move := _lone_move(match, part[0].strip()))]
    others = [part[0] for part in parts if part not in [part for part, _ in moves]]
    answers = [offer_answer([other], names, is_undo=is_undo) for other in others]
    said = [
        other
        for other, answer in zip(others, answers, strict=True)
        if answer not in _REFUSALS and not names_offer(other, is_undo=is_undo)
    ]
    is_refused = not {*answers}.isdisjoint(_REFUSALS)
    if len(moves) != 1 or not is_refused or any(is_doubtful(each, names) for each in said):
        return None
    if any(any(map(str.isdigit, other)) for other in others):
        return None
    part, move = moves[0]
    rest = f"{text[: part.start()]}{text[part.end() :].lstrip('!.,;')}".strip(" ,;\n")
    written = part[0].strip()
    is_written = bool(is_legal(match, written) or legal_spelling(match, written))
    is_written = is_written and not (first_readings(match, written) or named_by_words(written))
    return MoveBesideRefusal(move, rest, is_written)


def _lone_move(match: Match, part: str) -> str:
    """Returns the legal move that is all of a clause, or ""."""
    if readings := first_readings(match, part):
        return readings[0] if len(readings) == 1 and len(part.split()) == 1 else ""
    if is_legal(match, part):
        return part
    heard = [move for move in heard_moves(match, part) if is_legal(match, move)]
    return legal_spelling(match, part) or (heard[0] if len(heard) == 1 else "")
