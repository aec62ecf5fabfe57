"""Parse the Authentication-Results header of our own mail server (RFC 8601).

The header contains the id of the server that checked the email. For each method, its result and the
checked properties follow. Anybody can write such a header, so only the topmost one is used, and
only if it has the configured id.
"""

import re
from collections.abc import Iterator, Sequence

from mail.reading.parsed_mail import ParsedMail

_PIECES = re.compile(r'\\.|[()"]|[^\\()"]+', re.DOTALL)
_HEAD = re.compile(r'\s*("?)([A-Za-z0-9._:-]{1,255})\1(?:\s+[0-9]+)?\s*')
_PAIR = re.compile(
    r"""\s*([A-Za-z0-9_.-]+)(?:\s*/\s*[0-9]+)?\s*=\s*((?:"(?:\\.|[^"\\])*"|[^\s;"\\])+)\s*"""
)
"""Pairs such as `dkim = pass`, `header.d=example.org`, `reason="all is well"`."""
_NOTHING = re.compile(r";\s*none\s*;?\s*", re.IGNORECASE)
"""The rest of a header from a server that checked nothing."""
Result = Sequence[tuple[str, str]]
"""A method with its result, followed by properties with their values, in lower case."""


class BrokenResultsError(ValueError):
    """The header is malformed, so none of its results can be trusted."""


class _OtherServerError(ValueError):
    """The header was written by another server."""


def read_results(parsed_mail: ParsedMail, server: str) -> Sequence[Result] | None:
    """Returns the results that the server with this id wrote, or None if it wrote none.

    Raises BrokenResultsError if that server's header can't be read. The sender of the email may
    have caused this on purpose, by crafted addresses or by too many signatures.
    """
    header = parsed_mail.authentication_results
    if not server or header is None:
        return None
    if not header:
        raise BrokenResultsError
    try:
        return list(_results(header, server))
    except _OtherServerError:
        return None
    except BrokenResultsError:
        if server.lower() in header.partition(";")[0].lower():
            raise
        return None


def _results(header: str, server: str) -> Iterator[Result]:
    text = _without_comments(header)
    head = _HEAD.match(text)
    if not head:
        raise BrokenResultsError
    if head[2].lower() != server.lower():
        raise _OtherServerError
    at = head.end()
    if _NOTHING.fullmatch(text, at):
        return
    while at < len(text):
        if text[at] != ";":
            raise BrokenResultsError
        pairs, at = _pairs(text, at + 1)
        if pairs:
            yield pairs


def _pairs(text: str, at: int) -> tuple[Result, int]:
    """Returns all pairs up to the next semicolon, and the index of that semicolon."""
    pairs = []
    while pair := _PAIR.match(text, at):
        pairs.append((pair[1].lower(), pair[2].replace('"', "").lower()))
        at = pair.end()
    return pairs, at


def _without_comments(header: str) -> str:
    """Returns the header with each unquoted comment replaced by a space. Comments may be nested."""
    pieces, depth, quoted = [], 0, False
    for piece in _PIECES.findall(header):
        if piece == '"' and not depth:
            quoted = not quoted
        depth += {"(": 1, ")": -1}.get(piece, 0) * (not quoted)
        if depth < 0:
            raise BrokenResultsError
        pieces.append(" " if depth or (piece == ")" and not quoted) else piece)
    if depth or quoted:
        raise BrokenResultsError
    return "".join(pieces)
