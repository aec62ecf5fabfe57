"""Words that open something: the signed parts of the server's addresses, wherever they stand."""

import re

LABEL = r"(?:confirm\.[a-z2-7]{8,}|(?:[a-z]\.)?[a-z2-7]{16,})"
"""The part after the +, or after `ref-` in a subject: a code, or a token with its purpose."""
MIN_LENGTH = 16
SIGNED = re.compile(
    rf"(?:(?<=\+)|(?<=ref-)){LABEL}(?![a-z0-9])"
    r"|(?<![a-z0-9.])(?:[a-z]\.)?(?=[a-z]{0,32}[2-7])[a-z2-7]{29,32}(?![a-z0-9])",
    re.IGNORECASE,
)


_MAY_BE = re.compile(r"\+|[=%]2B|ref-|[A-Za-z2-7]{29}", re.IGNORECASE)
"""Tells quickly that nearly all texts have none."""


def without_signed_words(text: str) -> str:
    """Returns the text with ... for each such word; a relay or an error may quote one."""
    if len(text) < MIN_LENGTH or not _MAY_BE.search(text):
        return text
    return SIGNED.sub("...", text.replace("%2B", "+").replace("=2B", "+"))
