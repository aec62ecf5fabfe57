"""A password that must not be shown, logged or stored."""

import re

NONE = "-"
"""The text in place of a password, if something else proves the sender."""
PLACEHOLDER = "PASSWORD"
"""The word in place of a password in examples. Some people copy it."""


class Secret:
    """A password whose string representation is `***`."""

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
        """Returns the password itself, for hashing and checking only."""
        return self._word

    def hide(self, text: str) -> str:
        """Replaces the password by `***` wherever it is a separate word in the text."""
        if self._word in ("", NONE):
            return text
        return re.sub(rf"(?<!\w){re.escape(self._word)}(?!\w)", "***", text)
