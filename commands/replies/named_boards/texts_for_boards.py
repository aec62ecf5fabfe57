"""Divides a line into the texts for the boards that it names.

The text for a board follows its number, as in "102: a1-c5", or precedes it, as in "a1-c5 on 102".
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from commands.replies.named_boards.board_names import BoardNames, is_same
from commands.replies.named_boards.connecting_words import (
    AND,
    BUT,
    CLAUSE_END,
    CLAUSE_START,
    SIGNS,
    without_leading_and,
    without_words_before,
)
from commands.replies.named_boards.fitting_commands import FittingCommands
from commands.replies.vocabulary.named_boards.other_board_words import COURTESY

MAX_SEGMENTS = 10
"""Maximum number of boards that a line can name."""
_COURTESY = """
    for me please thanks thank you too also as well then bitte danke auch für mich merci svp aussi
    gracias por favor también grazie anche dank ook proszę dziękuję obrigado também спасибо
    пожалуйста
"""
_SENTENCE_SIGN = re.compile(r"[.!?]")
_ENDS_CLAUSE = re.compile(r"[,.;:!?]\s*$")
_BEGINS_CLAUSE = re.compile(
    rf"\s*(?:(?:{'|'.join(_COURTESY.split())})\b\s*)*"
    rf"(?:$|[,.;:!?)]|(?:{'|'.join(f'{AND} {BUT}'.split())})(?![\w']))",
    re.IGNORECASE,
)
Fits = Callable[[int, str], bool]
"""Returns whether a text gives a command for a board with this number."""


class LineDivider:
    """Divides lines of one email."""

    def __init__(self, names: BoardNames, commands: FittingCommands) -> None:
        self._names, self._commands = names, commands

    def segments(self, line: str) -> tuple[str, list[tuple[int, str]]]:
        """Returns the rest of a line, and the numbers of its boards with their texts.

        Words such as "here" stand for the email's own board if the line says what to do there.
        """
        with_own, commands = self._names.own_replaced(line), self._commands
        if with_own != line:
            head, segments = self._divided(with_own)
            if all(commands.command(*each) for each in segments if commands.is_own(each[0])):
                return head, segments
        return self._divided(line)

    def _divided(self, line: str) -> tuple[str, list[tuple[int, str]]]:
        """Returns the rest of a line, and its board numbers with their texts."""
        marks = self._commands.numbers(line)
        if not marks or len(marks) > MAX_SEGMENTS:
            return "", []
        numbers = [int(mark[0]) for mark in marks]
        starts = [len(without_words_before(line[: mark.start()])) for mark in marks]
        ends = [0, *(mark.end() for mark in marks)]
        parts = [line[end:start] for end, start in zip(ends, [*starts, None], strict=True)]
        above, parts[0] = _before_same(parts[0])
        chunks = [part.strip(SIGNS) for part in parts]
        if any(map(is_same, chunks)):
            self._commands.remember_move(numbers, [above, *chunks])
        if not above:
            above, parts[0] = self._last_told(numbers[0], parts[0])
        chunks[0] = parts[0].strip(SIGNS)
        named = [number for number in numbers if self._names.meant(number) is not None]
        far = [*self._without_command_before(numbers, chunks)]
        shares = _divide(numbers, parts, self._commands.fits, named, far)
        if (
            len(marks) == 1
            and not shares.fitting
            and (last := self._last_clause(numbers[0], chunks[0]))
        ):
            return last
        is_against = self._names.names_opponent(numbers[0])
        if not shares.fitting and is_against:
            behind = line[marks[0].end() : marks[1].start() if len(marks) > 1 else None]
            if around := self._around(numbers[0], line[: marks[0].start()], behind):
                return (around[0] if len(marks) == 1 else ""), [(numbers[0], around[1])]
        rest = "\n".join(filter(None, (above, shares.rest)))
        return rest, list(zip(numbers, shares.texts, strict=True))

    def _without_command_before(
        self, numbers: Sequence[int], texts: Sequence[str]
    ) -> Iterator[int]:
        """Yields the numbers named by an opponent whose texts before them are no command there."""
        for number, text in zip(numbers, texts, strict=False):
            is_against = text and self._names.names_opponent(number)
            if is_against and not self._commands.fitting(number, text):
                yield number

    def _around(self, number: int, before: str, behind: str) -> tuple[str, str] | None:
        """Returns the rest and the text around an opponent, if that is a command there.

        Examples are "Ich gebe gegen Carol auf" and "Ik geef op tegen Carol, de rest speel ik door".
        """
        clause = _SENTENCE_SIGN.split(CLAUSE_END.split(behind, maxsplit=1)[0], maxsplit=1)[0]
        for used, rest in ((behind, ""), (clause, behind[len(clause) :])):
            text = f"{before} {used}".strip(SIGNS)
            if self._commands.fitting(number, text):
                return rest.strip(SIGNS), text
        return None

    def _last_told(self, number: int, text: str) -> tuple[str, str]:
        """Returns the beginning of the text before words such as "against Carol", and the end.

        The end is the last clause that tells what to do on this board, or the whole text.
        """
        fitting = self._commands.fitting
        if self._names.names_opponent(number) and not fitting(number, text.strip(SIGNS)):
            for clause in reversed(list(CLAUSE_START.finditer(text))):
                # "I" isn't the word "and" of Polish
                if clause[0] != " I " and fitting(number, text[clause.end() :].strip(SIGNS)):
                    return text[: clause.start()].strip(SIGNS), text[clause.end() :]
        return "", text

    def _last_clause(self, number: int, text: str) -> tuple[str, list[tuple[int, str]]] | None:
        """Splits "a1-c5 here and c1-e5" into the last clause, for this board, and the rest."""
        for clause in reversed(list(CLAUSE_START.finditer(text))):
            if clause[0] != " I " and self._commands.command(number, text[clause.end() :]):
                return text[: clause.start()].strip(SIGNS), [(number, text[clause.end() :])]
        return None


def _before_same(text: str) -> tuple[str, str]:
    """Returns the text before a last clause such as "the same for", and that clause."""
    for clause in CLAUSE_START.finditer(text):
        if is_same(text[clause.end() :]):
            return _without_courtesy(text[: clause.start()]).strip(SIGNS), text[clause.end() :]
    return "", text


def _without_courtesy(text: str) -> str:
    """Returns a text without words such as "please" at its end."""
    words = text.split()
    while len(words) > 1 and words[-1].lower().strip(SIGNS) in f"{COURTESY} {AND}".split():
        del words[-1]
    return " ".join(words)


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


def _divide(
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
