"""A password that must not be shown, logged or stored."""

import re

NONE = "-"
"""The text typed instead of a password where the sender is authenticated otherwise."""
PLACEHOLDER = "PASSWORD"
"""The word in the place of a password in lines that show how to write one; people copy it."""
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


class Secret:
    """A password, printed as *** everywhere."""

    __slots__ = ("_word",)

    def __init__(self, word: str) -> None:
        self._word = word

    def __repr__(self) -> str:
        return "***"

    __str__ = __repr__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and self._word == other._word

    def __hash__(self) -> int:
        return hash((Secret, self._word))

    def reveal(self) -> str:
        """Returns the password itself, only for hashing and checking."""
        return self._word

    def hide(self, text: str) -> str:
        """Returns the text with *** for each occurrence of the password as a separate word."""
        if self._word in ("", NONE):
            return text
        return re.sub(rf"(?<!\w){re.escape(self._word)}(?!\w)", "***", text)


def without_signed_words(text: str) -> str:
    """Returns the text with ... for each such word; a relay or an error may quote one."""
    if len(text) < MIN_LENGTH or not _MAY_BE.search(text):
        return text
    return SIGNED.sub("...", text.replace("%2B", "+").replace("=2B", "+"))
