"""Parse the arguments of MAIL and RCPT.

The parser takes linear time, and tolerates errors that don't matter.
"""

import re
from collections.abc import Sequence

KNOWN_PARAMETERS = {"BODY", "SIZE", "SMTPUTF8"}
ADDRESS = r'(?:"(?:[^"\\]|\\.)*+"|[^\s<>"])*+'
PATH = re.compile(rf"\s*(?:<\s*(?:@[^:<>]*:)?({ADDRESS})\s*>|({ADDRESS})(?=\s|$))(.*)", re.DOTALL)
"""An address in brackets, perhaps after a route, which RFC 5321 says to ignore; or bare."""


def read_path(text: str) -> tuple[str | None, str | None]:
    """Returns the address, `<>` for the null one, and the rest; None if there is none."""
    if not (found := PATH.match(text)):
        return None, None
    bracketed, bare, rest = found.groups()
    return (bare or "") if bracketed is None else (bracketed or "<>"), rest


def read_parameters(words: Sequence[str]) -> dict[str, str | bool]:
    """Returns the known parameters; real servers also send NOTIFY, ORCPT, MT-PRIORITY and more."""
    pairs = (word.partition("=") for word in words)
    return {name: value or True for name, _, value in pairs if name in KNOWN_PARAMETERS}
