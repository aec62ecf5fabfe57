"""Find attributions: the lines above a quotation that say who wrote it, and when."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mail.reading.characters import plain_signs
from mail.reading.phrases.replies import DATE_OPENERS, QUOTING, WROTE
from mail.reading.quotations.quoted_dates import (
    LONG_WEEKDAY_AND_TIME,
    WEEKDAY_AND_TIME,
    has_address,
    has_date,
    has_year,
)

MAX_LENGTH = 400
MAX_LINES = 4
MAX_EMPTY_LINES = 2
MAX_NAME_WORDS = 5
MAX_SHORT_WORDS = 5
"""Maximum number of words of an attribution without an address and a date."""
MAX_SENDER_WORDS = 14
"""Maximum number of words of a line that consists of a name, an address and a date."""
_WROTE_WORDS = tuple(map(plain_signs, WROTE))
_WROTE = re.compile("|".join(map(re.escape, _WROTE_WORDS)))
_COLON = re.compile(r"(?<!\s\d)(?<!\s\d\d): (?=\S)")
_OPENER = rf"(?i:{'|'.join(map(re.escape, DATE_OPENERS))})?"
_DATE_THEN_NAME = re.compile(rf"{_OPENER}{LONG_WEEKDAY_AND_TIME}[ ,;、-]+(?P<name>\S.*)")
_NAME_THEN_DATE = re.compile(rf"(?P<name>[^\d]{{1,60}}?)[ ,;、-]+{_OPENER}{WEEKDAY_AND_TIME}")
_END_OF_SENTENCE = (".", "!", "?", "。")
_AFTER_WROTE = " .:*_-)"
_DIGIT_OR_AT = re.compile(r"[\d@]")
_BRACKETED_ADDRESS = re.compile(r"<[^\s<>@]{1,100}@[^\s<>@]{1,100}>")


def attribution_length(lines: Sequence[str], at: int, quote_follows: Sequence[bool]) -> int:
    """Returns the number of lines, beginning at `at`, that introduce the quotation below.

    Returns 0 if there are none.

    `quote_follows`: for each line, whether the first line with text at or after it is quoted.
    """
    candidates = list(_candidates(lines, at, quote_follows))
    if not any(
        candidate.is_quoted_below or _DIGIT_OR_AT.search(candidate.text)
        for candidate in candidates[-1:]
    ):
        return 0
    candidates = [
        candidate
        for candidate in candidates
        if _ends_with_colon(candidate) or has_date(candidate.text)
    ]
    for attributes in (_ends_as_attribution, _is_evident, _is_date_and_name):
        for candidate in candidates:
            if attributes(candidate):
                return candidate.length if _opens(candidate) else 0
    return 0


@dataclass(frozen=True, slots=True)
class _Candidate:
    """Consecutive lines that may be an attribution."""

    lines: tuple[str, ...]
    """The lines that aren't empty."""
    text: str
    """The lines joined by spaces."""
    length: int
    """Number of lines, including empty ones."""
    is_quoted_below: bool
    """Whether the next line with text is quoted."""

    @property
    def has_gap(self) -> bool:
        """Whether there is an empty line inside."""
        return self.length > len(self.lines)


def _candidates(
    lines: Sequence[str], at: int, quote_follows: Sequence[bool]
) -> Iterator[_Candidate]:
    """Yields the first line, the first two, and so on, up to a quotation or MAX_LINES."""
    filled: list[str] = []
    for end in range(at, min(at + MAX_LINES + MAX_EMPTY_LINES, len(lines))):
        if filled and quote_follows[end]:
            return
        if lines[end]:
            filled.append(lines[end])
            text = " ".join(filled)
            if len(filled) > MAX_LINES or len(text) > MAX_LENGTH:
                return
            yield _Candidate(tuple(filled), text, end + 1 - at, quote_follows[end + 1])


def is_attribution_with_quotation(line: str) -> bool:
    """Whether the line is an attribution such as `... wrote:` followed by quoted text."""
    colon = _COLON.search(line)
    if not colon or not has_address(line[: colon.start()]):
        return False
    before = line[: colon.start()]
    evident = _WROTE.search(before.lower()) or (
        _BRACKETED_ADDRESS.search(before) and has_year(before)
    )
    return bool(evident) and has_date(before) and _begins_with_date_or_name(before)


def _begins_with_date_or_name(text: str) -> bool:
    """Whether a date or an address is near the beginning of the text."""
    beginning = " ".join(text.split()[:4])
    return has_date(beginning) or has_address(beginning)


def _ends_with_colon(candidate: _Candidate) -> bool:
    return candidate.text.endswith((":", ":)", ":*", ":-"))


def _ends_as_attribution(candidate: _Candidate) -> bool:
    """Whether the candidate is an attribution with a colon, or directly above a quotation.

    Directly above a quotation, less evidence is sufficient. With an empty line inside, more is
    required.
    """
    text, ends = candidate.text, _ends_with_colon(candidate)
    address, date = has_address(text), has_date(text)
    if candidate.has_gap:
        return address and date and (ends or _ends_with_wrote(text))
    if candidate.is_quoted_below and ((address and date) or ends):
        return address or date or bool(_WROTE.search(text.lower()))
    wrote = bool(_WROTE.search(text.lower()))
    if ends and wrote and _is_short_attribution(text):
        return True
    return ends and ((address and date) or (wrote and (address or date)))


def _is_short_attribution(text: str) -> bool:
    """Whether the text has only a few words, such as `On Sunday bob wrote:` or `Quoting bob:`."""
    opened = text.lower().startswith((*DATE_OPENERS, *QUOTING, '"'))
    return opened and len(text.split()) <= MAX_SHORT_WORDS


def _is_evident(candidate: _Candidate) -> bool:
    """Whether the candidate is an attribution without a colon.

    It must have a date and a word for "wrote".
    """
    text = candidate.text
    wrote = _WROTE.search(text.lower())
    is_sentence = any(line.endswith(_END_OF_SENTENCE) for line in candidate.lines)
    if candidate.has_gap or is_sentence or not wrote or not has_date(text):
        return False
    dated = text.lower().startswith(DATE_OPENERS) or has_year(text)
    if _ends_with_wrote(text):
        return dated or has_address(text)
    if has_address(text):
        return dated and _begins_with_date_or_name(text)
    return dated and _begins_with_date_or_name(text) and _is_name(text[wrote.end() :])


def _ends_with_wrote(text: str) -> bool:
    return text.lower().rstrip(_AFTER_WROTE).removesuffix("(a").endswith(_WROTE_WORDS)


def _is_date_and_name(candidate: _Candidate) -> bool:
    """Whether the candidate consists only of a date with year and time, and a name."""
    text = candidate.text.strip("[]():* ")
    if candidate.has_gap or text.endswith(_END_OF_SENTENCE) or not has_year(text):
        return False
    if _BRACKETED_ADDRESS.search(text):
        return len(text.split()) <= MAX_SENDER_WORDS
    match = _DATE_THEN_NAME.fullmatch(text) or _NAME_THEN_DATE.fullmatch(text)
    return match is not None and _is_name(match["name"])


def _is_name(text: str) -> bool:
    """Whether the text may be a name: one word, or a few words that all begin with a capital.

    Words in scripts without capitals are accepted, too.
    """
    words = text.strip("<>()[]\"',: ").split()
    return len(words) == 1 or (
        0 < len(words) <= MAX_NAME_WORDS and not any(word[0].islower() for word in words)
    )


def _opens(candidate: _Candidate) -> bool:
    """Whether the first line belongs to the attribution, rather than to the writer's own text."""
    first, *following = candidate.lines
    if not following:
        return True
    rest = " ".join(following)
    if rest.startswith("<") and _is_name(first):
        return True
    if has_date(rest) and (has_address(rest) or _WROTE.search(rest.lower())):
        return first.endswith("<")
    if candidate.has_gap:
        return has_year(first) or (has_address(first) and has_date(rest))
    return has_date(first) or has_address(first) or first.endswith("<")
