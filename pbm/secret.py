"""A word that must not be shown, logged or stored."""

import re

NONE = "-"
"""Stands in the place of a password where something else proves who is speaking."""


class Secret:
    """Holds a password; prints as *** wherever it goes."""

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
        """The word itself, for hashing and checking alone."""
        return self._word

    def hide(self, text: str) -> str:
        """The text with *** wherever the secret stands in it as a word of its own."""
        if self._word in ("", NONE):
            return text
        return re.sub(rf"(?<!\w){re.escape(self._word)}(?!\w)", "***", text)
