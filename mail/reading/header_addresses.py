"""Read the email addresses in headers; those of broken headers are left out."""

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
    r"[A-Za-z0-9+_=-]++(?:\.[A-Za-z0-9+_=-]++)*+",
    r"[A-Za-z0-9-]++(?:\.[A-Za-z0-9-]++)*+",
)
PLAIN_MAILBOX = re.compile(rf"[A-Za-z0-9 ]*+<({_ATOMS}@{_LABELS})>|({_ATOMS}@{_LABELS})")
"""A name of plain words with an address in brackets, or an address: what most mails have."""
_QUOTED = re.compile(r'(\\.)|"(?:\\.|[^"\\])*"', re.DOTALL)
"""A quoted string, or an escaped sign outside of one."""
_ESCAPED = re.compile(r"\\.", re.DOTALL)


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


def first_author(authors: Sequence[Sequence[str]]) -> str:
    """Returns the first address in the first From header."""
    return next((each for found in authors[:1] for each in found if ADDRESS.fullmatch(each)), "")


def sole_author(authors: Sequence[Sequence[str]]) -> str:
    found = authors[0] if len(authors) == 1 else []
    return found[0] if len(found) == 1 and ADDRESS.fullmatch(found[0]) else ""


def addressees(headers: Headers) -> tuple[str, ...]:
    found = (each for header in values(headers, "to", "cc") for each in addresses(header))
    return tuple(address for address in found if ADDRESS.fullmatch(address))


def delivered_to(headers: Headers) -> tuple[str, ...]:
    delivered = values(headers, *DELIVERIES)[:MAX_DELIVERIES]
    found = (address[0] for header in delivered for address in ADDRESS.finditer(header))
    return tuple(islice(found, MAX_DELIVERIES))
