"""Masks the server's secret addresses in texts that are sent to other people.

Anybody who knows a reply address, a one-time code or an unsubscribe address can use it. Texts may
contain them in quotations that aren't marked as such, and in links that were converted to text:
broken over lines, encoded, in capitals, or without the well-known name or host.
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
"""Maximum number of times a text is decoded, because links in links are encoded repeatedly."""
Text = TypeVar("Text")
Meaning = Callable[[re.Match[str]], str]
"""Returns the decoded form of an encoded character, or ""."""

_ENCODED = re.compile(
    r"%[0-9a-f]{2}|=[0-9a-f]{2}|=[ \t]{0,9}\r?\n|&#x?[0-9a-f]{1,6};?|&(?:plus|commat|period);"
)
"""Encoded characters of links, quoted-printable and HTML, and broken lines in quoted-printable."""
_TAG = re.compile(r"</?[a-z][a-z0-9]{0,10}(?:\s[^<>\n+@%&]{0,200})?/?>")
_LINE_BREAK = re.compile(
    r"[ \t]{0,9}\r?\n[ \t>|]{0,40}|[\u00ad\u180e\u200b\u200c\u200d\u2060\ufeff]"
)
"""A line break with the marks of a quotation, or an invisible character."""
_AT_WORD = re.compile(r"[\s(\[{]{1,3}at[\s)\]}]{1,3}")
_OTHER_SIGN = re.compile(r"[^a-z0-9+@._-]")
"""A character that can't belong to the server's addresses."""
TOKEN_LENGTHS = range(29, 33)
_TOKEN = r"(?:[a-z]\.)?[a-z2-7]{29,32}"  # noqa: S105 - a pattern
"""A token after the "+", with the prefix of its purpose."""
_TWO_LINES = rf"(?:[a-z]\.)?[a-z2-7]{{3,28}}(?:{_LINE_BREAK.pattern})[a-z2-7]{{3,28}}"
"""Text across a line break that may be a token or a code."""
_WORD_START, _WORD_END = r"(?<![a-z0-9.])", r"(?![a-z0-9])"
_WITH_DIGIT = r"(?=[a-z.]{0,33}[2-7])"
"""A lookahead for a digit among letters, because hardly any token is without one."""
_LABEL = rf"(?:confirm\.[a-z2-7]{{{2 * HALF}}}|{_TOKEN})"
"""The part after the "+"."""

_Span = tuple[int, int]
Substitutes = Sequence[tuple[re.Pattern[str], str]]
"""Patterns with their replacements. The replacement is "" for a possible one-time code."""


def mask_addresses(text: str, site: str, codes: OneTimeCodes) -> str:
    """Returns the text without the server's secret addresses, tokens and codes.

    `site`: the server's address. It replaces a complete secret address.
    """
    plain = text.lower() if text.isascii() else "".join(map(_plain, text))
    patterns = _wanted(site)
    texts = _readings(plain, lambda read, pattern, meaning: pattern.sub(meaning, read))
    if not any(
        any(_found(*substitutes, codes)) for substitutes in zip(texts, patterns, strict=True)
    ):
        return text  # so the slow part below is skipped for nearly all texts
    places = [(place, place + 1) for place in range(len(text))]
    readings = _readings(_Reading(plain, places), _Reading.replaced)
    masks: dict[int, tuple[int, str]] = {}
    covered = bytearray(len(text))
    for reading, substitutes in zip(readings, patterns, strict=True):
        for span, substitute in _found(reading.text, substitutes, codes):
            start, stop = reading.original(span)
            # joined lines give false matches, so they can't replace a better one
            if substitute == site or not any(covered[start:stop]):
                masks[start] = stop, substitute
                covered[start:stop] = b"x" * (stop - start)
    return _replaced(text, masks)


@dataclass(frozen=True, slots=True)
class _Reading:
    """A decoded text, with the place of each character in the original."""

    text: str
    places: Sequence[_Span]
    """The start and end of each character in the original."""

    def replaced(self, pattern: re.Pattern[str], meaning: Meaning) -> "_Reading":
        """Returns the reading with each match replaced by its meaning."""
        text: list[str] = []
        places: list[_Span] = []
        end = 0
        for match in pattern.finditer(self.text):
            replacement = meaning(match)
            text += (self.text[end : match.start()], replacement)
            places += self.places[end : match.start()]
            places += [self.original(match.span())] if replacement else []
            end = match.end()
        return _Reading("".join([*text, self.text[end:]]), [*places, *self.places[end:]])

    def original(self, span: _Span) -> _Span:
        """Returns the start and end of this span in the original."""
        return self.places[span[0]][0], self.places[span[1] - 1][1]


def _replaced(text: str, masks: Mapping[int, tuple[int, str]]) -> str:
    """Returns the text with substitutes. `masks`: the end and substitute of each part, by start."""
    parts, end = [], 0
    for start, (stop, substitute) in sorted(masks.items()):
        if start >= end:
            parts += [text[end:start], substitute]
        end = max(end, stop)
    return "".join([*parts, text[end:]])


def _found(text: str, patterns: Substitutes, codes: OneTimeCodes) -> Iterator[tuple[_Span, str]]:
    """Yields the places that have to be masked, with their substitutes."""
    for pattern, substitute in patterns:
        for match in pattern.finditer(text):
            if substitute or _is_secret(match[1], codes):
                yield match.span(pattern.groups), substitute or MASK


def _is_secret(text: str, codes: OneTimeCodes) -> bool:
    """Whether words on two lines form a token, or the text is a valid one-time code."""
    word = re.sub(r"[^a-z2-7]", "", re.sub(r"^[a-z]\.", "", text))
    is_token = len(word) in TOKEN_LENGTHS and any(sign in "234567" for sign in word)
    return is_token or bool(codes.digest(word))


@lru_cache
def _wanted(site: str) -> tuple[Substitutes, ...]:
    """Returns the patterns of secrets for each of the three readings of a text.

    The last two readings have words that nobody has written, so their patterns need more evidence.
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
    """Returns three readings of a text, each made from the previous one.

    The first one is decoded. In the second one, broken lines are joined. The third one has only
    characters that occur in addresses.
    """
    decoded = plain
    for _ in range(MAX_DECODINGS):
        decoded = replace(decoded, _ENCODED, _decode)
    joined = replace(replace(decoded, _TAG, _nothing), _LINE_BREAK, _nothing)
    dense = replace(replace(joined, _AT_WORD, lambda _: "@"), _OTHER_SIGN, _nothing)
    return decoded, joined, dense


def _plain(sign: str) -> str:
    """Returns a character in lower case. Full-width characters become ordinary ones."""
    plain = sign.lower() if sign.isascii() else unicodedata.normalize("NFKC", sign).lower()
    return plain if len(plain) == 1 else sign


def _decode(match: re.Match[str]) -> str:
    sign = match[0]
    if sign.startswith("&"):
        decoded = html.unescape(sign if sign.endswith(";") else f"{sign};")
    else:
        decoded = chr(int(sign[1:], 16)) if sign[1:].strip() else ""
    return _plain(decoded) if len(decoded) == 1 else decoded[:1]


def _nothing(_: re.Match[str]) -> str:
    return ""
