"""Which sender the site's own mail server vouches for, in an Authentication-Results header.

RFC 8601: an id of the server that checked, then for each method its result and what it looked at.
Anybody may write such a header; only the topmost one counts, and only under the configured id.
"""

import re
from collections.abc import Iterator, Sequence

from mail.reading.letter import Letter

_PIECES = re.compile(r'\\.|[()"]|[^\\()"]+', re.DOTALL)
_HEAD = re.compile(r'\s*("?)([A-Za-z0-9._:-]{1,255})\1(?:\s+[0-9]+)?\s*')
_PAIR = re.compile(
    r"""\s*([A-Za-z0-9_.-]+)(?:\s*/\s*[0-9]+)?\s*=\s*((?:"(?:\\.|[^"\\])*"|[^\s;"\\])+)\s*"""
)
"""`dkim = pass`, `header.d=example.org`, `reason="all is well"`."""

_Result = Sequence[tuple[str, str]]
"""A method with its result, and then what it looked at, in small letters."""


class _BrokenError(ValueError):
    """The header isn't one; nothing in it counts."""


def authenticated_sender(letter: Letter, server: str) -> str:
    """The address in From, if the server of this id says that it is true; else nothing.

    DMARC must have passed for exactly its domain. Where DMARC has no say (`none`, or not checked),
    a DKIM signature of exactly that domain will do: which shorter name would still belong to the
    same people can't be told without a list of public suffixes.
    """
    domain = letter.sole_author.rpartition("@")[2].lower()
    if not (server and domain and letter.verdict):
        return ""
    try:
        results = list(_results(letter.verdict, server))
    except _BrokenError:
        return ""
    return letter.sole_author if _passes(results, domain) else ""


def _passes(results: Sequence[_Result], domain: str) -> bool:
    dmarc = [result for result in results if result[0][0] == "dmarc"]
    if len(dmarc) > 1:  # one of them may be part of something that wasn't quoted
        return False
    if dmarc and dmarc[0][0][1] != "none":
        return _says(dmarc[0], "dmarc", "header.from", domain)
    return any(_says(result, "dkim", "header.d", domain) for result in results)


def _says(result: _Result, method: str, name: str, domain: str) -> bool:
    """Whether the method has passed, and looked at this domain alone."""
    looked_at = [value for key, value in result if key == name]
    return result[0] == (method, "pass") and looked_at == [domain]


def _results(header: str, server: str) -> Iterator[_Result]:
    text = _without_comments(header)
    head = _HEAD.match(text)
    if not head or head[2].lower() != server.lower():
        raise _BrokenError
    at = head.end()
    while at < len(text):
        if text[at] != ";":
            raise _BrokenError
        pairs, at = _pairs(text, at + 1)
        if pairs:
            yield pairs


def _pairs(text: str, at: int) -> tuple[_Result, int]:
    """All up to the next semicolon, and where that is."""
    found = []
    while pair := _PAIR.match(text, at):
        found.append((pair[1].lower(), pair[2].replace('"', "").lower()))
        at = pair.end()
    return found, at


def _without_comments(header: str) -> str:
    """The header with a space for each comment, unless it stands in quotes; comments nest."""
    kept, depth, quoted = [], 0, False
    for piece in _PIECES.findall(header):
        if piece == '"' and not depth:
            quoted = not quoted
        depth += {"(": 1, ")": -1}.get(piece, 0) * (not quoted)
        if depth < 0:
            raise _BrokenError
        kept.append(" " if depth or (piece == ")" and not quoted) else piece)
    if depth or quoted:
        raise _BrokenError
    return "".join(kept)
