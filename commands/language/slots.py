"""Slots for words that are numbers, or one of a few."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from commands.language.grammar import MissingWord, Slot, Words
from pbm.errors import Usage


@dataclass(frozen=True)
class Perhaps(Slot):
    """A word that may be missing."""

    usage: str
    read: Callable[[str], Any]

    def take(self, words: Words) -> Any:
        """What the word says, or None."""
        return None if words.peek() is None else self.read(words.take())


@dataclass(frozen=True)
class Choice(Slot):
    """One of these words."""

    words: tuple[str, ...]

    @property
    def usage(self) -> str:  # type: ignore[override]
        """The words, with bars between them."""
        return "|".join(self.words)

    def take(self, words: Words) -> str:
        """Quotes no word: a password may have slipped here."""
        if words.peek() is None:
            raise MissingWord
        word = words.take().lower()
        if word not in self.words:
            raise Usage(f"The last word is one of {', '.join(self.words)}.")
        return word


def count(word: str) -> int:
    """A number of boards; quotes no word."""
    if not re.fullmatch(r"[0-9]{1,3}", word):
        raise Usage("A number up to 999 is needed in the place of N.")
    return int(word)
