"""Reading MAIL and RCPT: in linear time, and without a quarrel over what doesn't matter here."""

import re
from collections.abc import Sequence

KNOWN_PARAMETERS = {"BODY", "SIZE", "SMTPUTF8"}

ADDRESS = r'(?:"(?:[^"\\]|\\.)*+"|[^\s<>"])*+'
PATH = re.compile(rf"\s*(?:<\s*(?:@[^:<>]*:)?({ADDRESS})\s*>|({ADDRESS})(?=\s|$))(.*)", re.DOTALL)
"""In brackets, perhaps after a route, which RFC 5321 says to ignore; or bare."""


def read_path(text: str) -> tuple[str | None, str | None]:
    """The address, `<>` for the null one, and what follows it; None where there is none."""
    if not (found := PATH.match(text)):
        return None, None
    bracketed, bare, rest = found.groups()
    return (bare or "") if bracketed is None else (bracketed or "<>"), rest


def read_parameters(words: Sequence[str]) -> dict[str, str | bool]:
    """Those we know. Real servers send NOTIFY, ORCPT, RET, ENVID, MT-PRIORITY and more."""
    pairs = (word.partition("=") for word in words)
    return {name: value or True for name, _, value in pairs if name in KNOWN_PARAMETERS}
