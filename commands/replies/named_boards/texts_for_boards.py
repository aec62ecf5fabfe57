"""Divides a line into the texts for the boards that it names.

The text for a board follows its number, as in "102: a1-c5", or precedes it, as in "a1-c5 on 102".
"""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from commands.replies.named_boards.connecting_words import AND, BUT, SIGNS, without_leading_and

_COURTESY = """
    for me please thanks thank you too also as well then bitte danke auch für mich merci svp aussi
    gracias por favor también grazie anche dank ook proszę dziękuję obrigado também спасибо
    пожалуйста
"""
_ENDS_CLAUSE = re.compile(r"[,.;:!?]\s*$")
_BEGINS_CLAUSE = re.compile(
    rf"\s*(?:(?:{'|'.join(_COURTESY.split())})\b\s*)*"
    rf"(?:$|[,.;:!?)]|(?:{'|'.join(f'{AND} {BUT}'.split())})(?![\w']))",
    re.IGNORECASE,
)
Fits = Callable[[int, str], bool]
"""Returns whether a text gives a command for a board with this number."""


@dataclass(frozen=True, slots=True)
class Shares:
    texts: Sequence[str]
    """The text for each board."""
    rest: str
    """The text for none of the boards."""
    fitting: int
    """How many of the texts are commands for their boards."""
    own: int
    """How many of these texts aren't shared with another board."""


def divide(
    numbers: Sequence[int],
    parts: Sequence[str],
    fits: Fits,
    named: Collection[int] = (),
    far: Collection[int] = (),
) -> Shares:
    """Divides a line so that as many boards as possible get a command.

    `parts`: the text before the first number, between the numbers, and behind the last one.
    `named`: the numbers that stand for words. The text before such words is for their board only if
    no text about the board follows: "a1-c5 in the other game", but not "the other game is harder".
    `far`: the numbers of which the text before them is about something else.
    """
    chunks = [part.strip(SIGNS) for part in parts]
    blocked = {
        number
        for number, before, behind in zip(numbers, parts, parts[1:], strict=False)
        if number in named and (_ENDS_CLAUSE.search(before) or not _BEGINS_CLAUSE.match(behind))
    }.union(far)
    after = _shares(numbers, chunks, _shared(chunks[1:][::-1])[::-1], chunks[:1], fits)
    nearest = _nearest(
        numbers, chunks, lambda number, text: number not in blocked and fits(number, text), fits
    )
    found = [after, nearest]
    if blocked.isdisjoint(numbers):
        found.append(_shares(numbers, chunks, _shared(chunks[:-1]), ["", chunks[-1]], fits))
    return max(found, key=lambda shares: (shares.fitting, shares.own))


def _shares(
    numbers: Sequence[int],
    chunks: Sequence[str],
    texts: Sequence[str],
    unused: Sequence[str],
    fits: Fits,
) -> Shares:
    first, *behind = unused
    # a single word behind the last number is "thanks" or the like
    rest = [first, *(each for each in behind if len(each.split()) > 1)]
    fitting = [text for number, text in zip(numbers, texts, strict=True) if fits(number, text)]
    own = sum(chunks.count(text) > 0 and texts.count(text) == 1 for text in fitting)
    return Shares(texts, "\n".join(filter(None, rest)), len(fitting), own)


def _nearest(
    numbers: Sequence[int], chunks: Sequence[str], fits_before: Fits, fits: Fits
) -> Shares:
    """Gives each board the text before it if that fits, and otherwise the text behind it."""
    texts, unused = [], [""]
    before = chunks[0]
    for number, behind in zip(numbers, chunks[1:], strict=True):
        is_before = fits_before(number, before)
        texts.append(before if is_before else behind)
        unused += [before] if before and not is_before else []
        before = behind if is_before else ""
    return _shares(numbers, chunks, texts, [*unused, before], fits)


def _shared(texts: Sequence[str]) -> list[str]:
    """Returns the texts. A number without a text shares the one before: "draw in 101 and 102"."""
    shared: list[str] = []
    for text in texts:
        is_empty = not without_leading_and(text)
        shared.append(shared[-1] if is_empty and shared else text)
    return shared
