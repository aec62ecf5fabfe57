"""Parse the arguments of MAIL and RCPT.

The parser takes linear time, and tolerates errors that don't matter.
"""

import re
from collections.abc import Sequence

KNOWN_PARAMETERS = {"BODY", "SIZE", "SMTPUTF8"}
ADDRESS = r'(?:"(?:[^"\\]|\\.)*"|[^\s<>"])*'
PATH = re.compile(rf"\s*(?:<\s*(?:@[^:<>]*:)?({ADDRESS})\s*>|({ADDRESS})(?=\s|$))(.*)", re.DOTALL)
"""An address with or without angle brackets. In brackets, a route may precede the address. RFC 5321
says to ignore the route.
"""


def read_path(text: str) -> tuple[str | None, str | None]:
    """Returns the address and the rest of the text. Returns None twice if there is no address.

    A null address is returned as `<>`.
    """
    if not (match := PATH.match(text)):
        return None, None
    bracketed, bare, rest = match.groups()
    return (bare or "") if bracketed is None else (bracketed or "<>"), rest


def read_parameters(words: Sequence[str]) -> dict[str, str | bool]:
    """Returns the parameters that pbm knows.

    Real servers also send NOTIFY, ORCPT, MT-PRIORITY and more.
    """
    pairs = (word.partition("=") for word in words)
    return {name: value or True for name, _, value in pairs if name in KNOWN_PARAMETERS}
