"""Read text, Message-IDs and addresses from the headers of a parsed email.

Returns empty values for headers that are missing or broken, and never raises.
"""

import re
from collections.abc import Sequence
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.utils import getaddresses
from itertools import accumulate, islice

from mail.reading.text import UNSAFE_SIGNS, clean, decode

MAX_DELIVERIES = 20
DELIVERIES = ("delivered-to", "x-original-to", "envelope-to")
MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,250}>")
_IN_ADDRESS = rf"[^\s<>@,;:\"(){UNSAFE_SIGNS}]"
ADDRESS = re.compile(f"{_IN_ADDRESS}{{1,200}}@{_IN_ADDRESS}{{1,250}}")
_ATOMS, _LABELS = (
    r"[A-Za-z0-9+_=-]++(?:\.[A-Za-z0-9+_=-]++)*+",
    r"[A-Za-z0-9-]++(?:\.[A-Za-z0-9-]++)*+",
)
PLAIN_MAILBOX = re.compile(rf"[A-Za-z0-9 ]*+<({_ATOMS}@{_LABELS})>|({_ATOMS}@{_LABELS})")
"""A name of plain words with an address in brackets, or an address: what most mails have."""
_QUOTED = re.compile(r'(\\.)|"(?:\\.|[^"\\])*"', re.DOTALL)
"""A quoted string, or an escaped sign outside of one."""
_ESCAPED = re.compile(r"\\.", re.DOTALL)
Headers = Sequence[tuple[str, str]]
"""Names in lower case, each with its value."""
REFERENCE = re.compile(r"[ \t]*\[ref-((?:[a-z]{1,8}\.)?[a-z0-9]{16,40})\]", re.IGNORECASE)


def header_text(message: Message, name: str) -> str:
    """Returns the first header of this name as text in one line; empty if there is none."""
    return text_of(read_headers(message), name.lower())


def read_headers(message: Message) -> Headers:
    """Returns the headers, undecoded; many programs send undeclared UTF-8."""
    raw = ((name.lower(), str(value)) for name, value in message.raw_items())
    return [(name, text if text.isascii() else _utf8(text)) for name, text in raw]


def _utf8(text: str) -> str:
    return decode(text.encode("ascii", "surrogateescape"), None)


def values(headers: Headers, *names: str) -> list[str]:
    """Returns the headers of these names, given in lower case."""
    return [value for name, value in headers if name in names]


def text_of(headers: Headers, name: str) -> str:
    """Returns the first header of this name as text in one line; empty if there is none."""
    decoded = clean(_decoded(_first(headers, name)))
    return re.sub(r"\s*\n\s*", " ", decoded).strip()


def _first(headers: Headers, name: str) -> str:
    return next(iter(values(headers, name)), "")


def _decoded(value: str) -> str:
    try:
        parts = decode_header(value)
    except HeaderParseError:
        return value
    return "".join(
        decode(part, charset) if isinstance(part, bytes) else part for part, charset in parts
    )


def message_ids(headers: Headers, name: str) -> tuple[str, ...]:
    """Returns the Message-IDs in a header; some programs encode long ones as if they were words."""
    raw = _first(headers, name)
    return tuple(MESSAGE_ID.findall(_decoded(raw) if "=?" in raw else raw))


def first_author(authors: Sequence[Sequence[str]]) -> str:
    """Returns the first address in the first From header."""
    return next((each for found in authors[:1] for each in found if ADDRESS.fullmatch(each)), "")


def sole_author(authors: Sequence[Sequence[str]]) -> str:
    found = authors[0] if len(authors) == 1 else []
    return found[0] if len(found) == 1 and ADDRESS.fullmatch(found[0]) else ""


def addressees(headers: Headers) -> tuple[str, ...]:
    found = (each for header in values(headers, "to", "cc") for each in addresses(header))
    return tuple(address for address in found if ADDRESS.fullmatch(address))


def addresses(header: str) -> list[str]:
    if plain := PLAIN_MAILBOX.fullmatch(header):
        return [plain[1] or plain[2]]
    try:
        found = [address for _, address in getaddresses([header])]
    except Exception:  # noqa: BLE001 - the parser fails in many ways on hostile input
        return []
    # Older Pythons read more addresses from a malformed header than it has (CVE-2023-27043).
    unquoted = _QUOTED.sub(lambda match: match[1] or "", header)
    if len(found) != 1 + unquoted.count(",") or not _has_balanced_parentheses(unquoted):
        return []
    return ["" if "[" in address else address for address in found]


def _has_balanced_parentheses(text: str) -> bool:
    signs = [sign for sign in _ESCAPED.sub("", text) if sign in "()"]
    depths = list(accumulate(1 if sign == "(" else -1 for sign in signs))
    return not depths or (min(depths) >= 0 and depths[-1] == 0)


def delivered_to(headers: Headers) -> tuple[str, ...]:
    delivered = values(headers, *DELIVERIES)[:MAX_DELIVERIES]
    found = (address[0] for header in delivered for address in ADDRESS.finditer(header))
    return tuple(islice(found, MAX_DELIVERIES))


def subject_reference(label: str) -> str:
    """Returns the words that a subject carries for a label of lower-case letters and digits."""
    return f"[ref-{label}]"


def split_reference(subject: str) -> tuple[str, str]:
    """Returns a subject without references, and the label of the last; empty if there is none."""
    labels = REFERENCE.findall(subject)
    return (REFERENCE.sub("", subject).strip(), labels[-1].lower()) if labels else (subject, "")
