"""Masks the server's secret addresses in texts that go to other people.

Whoever knows a reply address, a one-time code or an unsubscribe address may use it. They come into
texts by quotations that aren't marked as such, and by links that were turned to text: broken over
lines, encoded, in capitals, or without the name or the host that everybody knows.
"""

import html
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from commands.security.one_time_codes import HALF, OneTimeCodes

MASK = "***"
MAX_DECODINGS = 3
"""Links in links are encoded several times."""
Text = TypeVar("Text")
Meaning = Callable[[re.Match[str]], str]
"""Returns what is meant by some signs: one sign at most."""

_ENCODED = re.compile(
    r"%[0-9a-f]{2}|=[0-9a-f]{2}|=[ \t]{0,9}\r?\n|&#x?[0-9a-f]{1,6};?|&(?:plus|commat|period);"
)
"""Signs in links, in quoted-printable and in HTML; a line that quoted-printable has broken."""
_TAG = re.compile(r"</?[a-z][a-z0-9]{0,10}(?:\s[^<>\n+@%&]{0,200})?/?>")
_LINE_BREAK = re.compile(
    r"[ \t]{0,9}\r?\n[ \t>|]{0,40}|[\u00ad\u180e\u200b\u200c\u200d\u2060\ufeff]"
)
"""A line break with the marks of a quotation; an invisible sign."""
_AT_WORD = re.compile(r"[\s(\[{]{1,3}at[\s)\]}]{1,3}")
_OTHER_SIGN = re.compile(r"[^a-z0-9+@._-]")
"""A sign that can't belong to the server's addresses."""
TOKEN_LENGTHS = range(29, 33)
_TOKEN = r"(?:[a-z]\.)?[a-z2-7]{29,32}"  # noqa: S105 - a pattern
"""A token after the +, with its purpose."""
_TWO_LINES = rf"(?:[a-z]\.)?[a-z2-7]{{3,28}}(?:{_LINE_BREAK.pattern})[a-z2-7]{{3,28}}"
"""Words on two lines, which may be a token or a code."""
_WORD_START, _WORD_END = r"(?<![a-z0-9.])", r"(?![a-z0-9])"
_WITH_DIGIT = r"(?=[a-z.]{0,33}[2-7])"
"""Followed by a digit among letters: there is hardly a token without one."""
_LABEL = rf"(?:confirm\.[a-z2-7]{{{2 * HALF}}}|{_TOKEN})"
"""The part after the +."""

_Span = tuple[int, int]
Substitutes = Sequence[tuple[re.Pattern[str], str]]
"""Patterns with what takes the place of a match; nothing for what may be a one-time code."""


def mask_addresses(text: str, site: str, codes: OneTimeCodes) -> str:
    """Returns the text without secret addresses, tokens and codes of the server.

    `site`: the server's address, which takes the place of a whole address.
    """
    plain = text.lower() if text.isascii() else "".join(map(_plain, text))
    wanted = _wanted(site)
    texts = _readings(plain, lambda read, pattern, meaning: pattern.sub(meaning, read))
    if not any(any(_found(*each, codes)) for each in zip(texts, wanted, strict=True)):
        return text  # nearly always
    places = [(place, place + 1) for place in range(len(text))]
    readings = _readings(_Reading(plain, places), _Reading.replaced)
    masks: dict[int, tuple[int, str]] = {}
    covered = bytearray(len(text))
    for reading, each in zip(readings, wanted, strict=True):
        for span, substitute in _found(reading.text, each, codes):
            start, stop = reading.original(span)
            if substitute == site or not any(covered[start:stop]):  # lines joined say too much
                masks[start] = stop, substitute
                covered[start:stop] = b"x" * (stop - start)
    return _replaced(text, masks)


@dataclass(frozen=True, slots=True)
class _Reading:
    """A text as it is meant, and for each of its signs the place in the original."""

    text: str
    places: Sequence[_Span]
    """The start and end in the original of each sign."""

    def replaced(self, pattern: re.Pattern[str], meaning: Meaning) -> "_Reading":
        """Returns the reading with each match replaced by its meaning."""
        text: list[str] = []
        places: list[_Span] = []
        end = 0
        for found in pattern.finditer(self.text):
            meant = meaning(found)
            text += (self.text[end : found.start()], meant)
            places += self.places[end : found.start()]
            places += [self.original(found.span())] if meant else []
            end = found.end()
        return _Reading("".join([*text, self.text[end:]]), [*places, *self.places[end:]])

    def original(self, span: _Span) -> _Span:
        """Returns the start and end in the original."""
        return self.places[span[0]][0], self.places[span[1] - 1][1]


def _replaced(text: str, masks: Mapping[int, tuple[int, str]]) -> str:
    """Returns the text with these parts, by their starts, replaced; overlapping ones once."""
    kept, end = [], 0
    for start, (stop, substitute) in sorted(masks.items()):
        if start >= end:
            kept += [text[end:start], substitute]
        end = max(end, stop)
    return "".join([*kept, text[end:]])


def _found(text: str, wanted: Substitutes, codes: OneTimeCodes) -> Iterator[tuple[_Span, str]]:
    """Yields where there is something to be masked, with what takes its place."""
    for pattern, substitute in wanted:
        for found in pattern.finditer(text):
            if substitute or _is_secret(found[1], codes):
                yield found.span(pattern.groups), substitute or MASK


def _is_secret(text: str, codes: OneTimeCodes) -> bool:
    """Returns True for words on two lines that make up a token, and for a valid one-time code."""
    word = re.sub(r"[^a-z2-7]", "", re.sub(r"^[a-z]\.", "", text))
    is_token = len(word) in TOKEN_LENGTHS and any(sign in "234567" for sign in word)
    return is_token or bool(codes.digest(word))


@lru_cache
def _wanted(site: str) -> tuple[Substitutes, ...]:
    """Returns the patterns to look for in each reading of a text.

    There are words in the latter two that nobody has written, so they need more evidence there.
    """
    name, _, host = map(re.escape, site.lower().partition("@"))
    address = re.compile(rf"{name}\+[^\s@<>]{{1,100}}?@{host}"), site
    start = re.compile(rf"(?:{name}\+|ref-|\+b\.[a-z2-7]{{29}}\+){_LABEL}"), MASK
    end = re.compile(rf"{_WITH_DIGIT}{_LABEL}@{host}"), MASK
    spread = re.compile(rf"(?:{name}\+|ref-){_WITH_DIGIT}{_LABEL}"), MASK
    token = re.compile(rf"{_WORD_START}{_TOKEN}{_WORD_END}"), MASK
    broken = re.compile(rf"{_WORD_START}(?=({_TWO_LINES}){_WORD_END})"), ""
    code = re.compile(rf"{_WORD_START}([a-z2-7]{{{2 * HALF}}}){_WORD_END}"), ""
    return (address, start, end, token, broken, code), (address, start, end), (address, spread)


def _readings(
    plain: Text, replace: Callable[[Text, re.Pattern[str], Meaning], Text]
) -> tuple[Text, Text, Text]:
    """Returns three readings of a text.

    It is decoded; then broken lines are joined; then all is left out that no address has.
    """
    decoded = plain
    for _ in range(MAX_DECODINGS):
        decoded = replace(decoded, _ENCODED, _decode)
    joined = replace(replace(decoded, _TAG, _nothing), _LINE_BREAK, _nothing)
    dense = replace(replace(joined, _AT_WORD, lambda _: "@"), _OTHER_SIGN, _nothing)
    return decoded, joined, dense


def _plain(sign: str) -> str:
    """Returns a sign in lower case, and a full-width sign as the usual one."""
    plain = sign.lower() if sign.isascii() else unicodedata.normalize("NFKC", sign).lower()
    return plain if len(plain) == 1 else sign


def _decode(found: re.Match[str]) -> str:
    sign = found[0]
    if sign.startswith("&"):
        meant = html.unescape(sign if sign.endswith(";") else f"{sign};")
    else:
        meant = chr(int(sign[1:], 16)) if sign[1:].strip() else ""
    return _plain(meant) if len(meant) == 1 else meant[:1]


def _nothing(_: re.Match[str]) -> str:
    return ""
