"""Read the email addresses in headers. Broken headers have none."""

import re
from collections.abc import Sequence
from email.utils import getaddresses
from itertools import accumulate, islice

from mail.reading.characters import UNSAFE_SIGNS
from mail.reading.headers import Headers, values

MAX_DELIVERIES = 20
DELIVERIES = ("delivered-to", "x-original-to", "envelope-to")
_IN_ADDRESS = rf"[^\s<>@,;:\"(){UNSAFE_SIGNS}]"
ADDRESS = re.compile(f"{_IN_ADDRESS}{{1,200}}@{_IN_ADDRESS}{{1,250}}")
_ATOMS, _LABELS = (
    r"[A-Za-z0-9+_=-]+(?:\.[A-Za-z0-9+_=-]+)*",
    r"[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*",
)
PLAIN_MAILBOX = re.compile(rf"[A-Za-z0-9 ]*<({_ATOMS}@{_LABELS})>|({_ATOMS}@{_LABELS})")
"""An address, or plain words followed by an address in angle brackets. Most emails have this form.
"""
_QUOTED = re.compile(r'(\\.)|"(?:\\.|[^"\\])*"', re.DOTALL)
"""A quoted string, or an escaped character outside of one."""
_ESCAPED = re.compile(r"\\.", re.DOTALL)


def addresses(header: str) -> list[str]:
    if plain := PLAIN_MAILBOX.fullmatch(header):
        return [plain[1] or plain[2]]
    try:
        parsed = [address for _, address in getaddresses([header])]
    except Exception:  # noqa: BLE001 - the parser fails in many ways on hostile input
        return []
    # Older Pythons read more addresses from a malformed header than it has (CVE-2023-27043).
    unquoted = _QUOTED.sub(lambda match: match[1] or "", header)
    if len(parsed) != 1 + unquoted.count(",") or not _has_balanced_parentheses(unquoted):
        return []
    return ["" if "[" in address else address for address in parsed]


def _has_balanced_parentheses(text: str) -> bool:
    signs = [sign for sign in _ESCAPED.sub("", text) if sign in "()"]
    depths = list(accumulate(1 if sign == "(" else -1 for sign in signs))
    return not depths or (min(depths) >= 0 and depths[-1] == 0)


def first_author(authors: Sequence[Sequence[str]]) -> str:
    """Returns the first address in the first From header, or an empty string."""
    return next(
        (address for header in authors[:1] for address in header if ADDRESS.fullmatch(address)), ""
    )


def sole_author(authors: Sequence[Sequence[str]]) -> str:
    first_header = authors[0] if len(authors) == 1 else []
    return first_header[0] if len(first_header) == 1 and ADDRESS.fullmatch(first_header[0]) else ""


def addressees(headers: Headers) -> tuple[str, ...]:
    listed = (address for header in values(headers, "to", "cc") for address in addresses(header))
    return tuple(address for address in listed if ADDRESS.fullmatch(address))


def delivered_to(headers: Headers) -> tuple[str, ...]:
    delivered = values(headers, *DELIVERIES)[:MAX_DELIVERIES]
    delivery_addresses = (
        address[0] for header in delivered for address in ADDRESS.finditer(header)
    )
    return tuple(islice(delivery_addresses, MAX_DELIVERIES))
