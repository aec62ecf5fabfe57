"""Mask email addresses in texts that everybody may read."""

import re

MASK = "***"
_AT = r"(?:[@\ufe6b\uff20]|%(?:25){0,9}40|&#0*64;|&#x0*40;|&commat;)"
_PART = r"[^\s<>()\[\]\",;:@]"
_QUOTED, _NUMBERS = r"\"[^\"\n]{1,64}\"", r"\[[0-9a-fA-F.:IPv]+\]"
_ADDRESS = re.compile(
    rf"(?:{_QUOTED}|{_PART}{{1,255}}?){_AT}(?:{_PART}{{1,255}}|{_NUMBERS})"
    rf"|{_PART}{{1,255}}?\s{{0,9}}{_AT}\s{{0,9}}{_PART}{{1,255}}?\.[^\W\d_]{{2,63}}\b",
    re.IGNORECASE,
)
"""Any email address, including ones with white space around the @ or with an encoded @."""


def without_addresses(text: str) -> str:
    """Returns the text with every email address replaced by MASK."""
    return _ADDRESS.sub(MASK, text)
