"""The sender authenticated by the site's own mail server in an Authentication-Results header.

RFC 8601: an id of the server that checked, then for each method its result and the properties
checked. Anybody may write such a header; only the topmost one counts, and only under the
configured id.
"""

import re
from collections.abc import Iterator, Sequence

from mail.reading.letter import Letter

_PIECES = re.compile(r'\\.|[()"]|[^\\()"]+', re.DOTALL)
_HEAD = re.compile(r'\s*("?)([A-Za-z0-9._:-]{1,255})\1(?:\s+[0-9]+)?\s*')
_PAIR = re.compile(
    r"""\s*([A-Za-z0-9_.-]+)(?:\s*/\s*[0-9]+)?\s*=\s*((?:"(?:\\.|[^"\\])*"|[^\s;"\\])+)\s*"""
)
"""Pairs such as `dkim = pass`, `header.d=example.org`, `reason="all is well"`."""

_Result = Sequence[tuple[str, str]]
"""A method with its result, then its properties, in lower case."""


class _BrokenError(ValueError):
    """The header is malformed; nothing in it counts."""


def authenticated_sender(letter: Letter, server: str) -> str:
    """Returns the address in From if the server with this id authenticated it; else nothing.

    DMARC must have passed for exactly its domain. If DMARC has no result (`none`, or not checked),
    a DKIM signature of exactly that domain suffices: which shorter name would still belong to the
    same organization can't be known without a list of public suffixes.
    """
    domain = letter.sole_author.rpartition("@")[2].lower()
    if not (server and domain and letter.authentication_results):
        return ""
    try:
        results = list(_results(letter.authentication_results, server))
    except _BrokenError:
        return ""
    return letter.sole_author if _passes(results, domain) else ""


def _passes(results: Sequence[_Result], domain: str) -> bool:
    dmarc = [result for result in results if result[0][0] == "dmarc"]
    if len(dmarc) > 1:  # one of them may be part of something that wasn't quoted
        return False
    if dmarc and dmarc[0][0][1] != "none":
        return _has_passed(dmarc[0], "dmarc", "header.from", domain)
    return any(_has_passed(result, "dkim", "header.d", domain) for result in results)


def _has_passed(result: _Result, method: str, name: str, domain: str) -> bool:
    """Returns True if the method has passed, and checked this domain alone."""
    checked = [value for key, value in result if key == name]
    return result[0] == (method, "pass") and checked == [domain]


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
    """Returns all pairs up to the next semicolon, and its index."""
    found = []
    while pair := _PAIR.match(text, at):
        found.append((pair[1].lower(), pair[2].replace('"', "").lower()))
        at = pair.end()
    return found, at


def _without_comments(header: str) -> str:
    """Returns the header with a space for each unquoted comment; comments nest."""
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
