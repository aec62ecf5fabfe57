"""Slots: the kinds of places in a command's line, each of which reads its words."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from commands.system.secrets.secret import NONE, PLACEHOLDER, Secret
from pbm.errors import UsageError
from pbm.suggestions import resembles

PASSWORD_OPTIONS = ("password", "passwd", "pass", "pw")
PASSWORD_LIKENESS = 0.75
"""The likeness from which an option counts as a misspelt password, which is never quoted."""


class Words:
    """The words of a line that haven't been read yet."""

    def __init__(self, words: list[str]) -> None:
        self._words = words

    def __len__(self) -> int:
        return len(self._words)

    def peek(self) -> str | None:
        """Returns the next word, or None at the end."""
        return self._words[0] if self._words else None

    def take(self) -> str:
        """Removes and returns the next word; raises IndexError at the end."""
        return self._words.pop(0)

    def options(self, wanted: Callable[[str], bool] = lambda _: True) -> tuple[str, ...]:
        """Removes and returns words that begin with a dash, wherever they are."""
        found = [
            word for word in self._words if word.startswith("-") and word != "-" and wanted(word)
        ]
        self._words = [word for word in self._words if word not in found]
        return tuple(found)


class MissingWord(Exception):
    """The line ended before this slot."""


class OtherFormError(UsageError):
    """The line doesn't fit this form of the verb, but may fit another."""


class Slot(ABC):
    """A place in a command's line."""

    usage: str

    @abstractmethod
    def take(self, words: Words) -> Any:
        """Returns the slot's value and removes its words; raises MissingWord or UsageError."""

    def complete(self, given: Any, words: Words) -> Any:
        """Returns the slot's value if the value, or a part of it, is given."""
        return given


@dataclass(frozen=True)
class One(Slot):
    """A single word."""

    usage: str
    read: Callable[[str], Any] = str

    def take(self, words: Words) -> Any:
        """Returns the word's value; raises MissingWord, or the UsageError of `read`."""
        if words.peek() is None:
            raise MissingWord
        return self.read(words.take())


@dataclass(frozen=True)
class OptionalWord(Slot):
    """A word that may be missing; any word in its place belongs to it."""

    usage: str
    read: Callable[[str], Any]

    def take(self, words: Words) -> Any:
        """Returns the word's value, or None."""
        return None if words.peek() is None else self.read(words.take())


@dataclass(frozen=True)
class Literal(Slot):
    """A fixed word, or one of several, in any case."""

    usage: str

    def take(self, words: Words) -> str:
        """Returns the word; raises OtherFormError for any other."""
        word = words.peek()
        if word is None:
            raise MissingWord
        if word.lower() not in self.usage.split("|"):
            raise OtherFormError(f'Here "{self.usage}" may stand.')
        return words.take().lower()


@dataclass(frozen=True)
class Choice(Slot):
    """One of several words."""

    words: tuple[str, ...]

    @property
    def usage(self) -> str:  # type: ignore[override]
        """The words, separated by bars."""
        return "|".join(self.words)

    def take(self, words: Words) -> str:
        """Returns the word.

        Raises UsageError, without quoting the word: it may be a misplaced password.
        """
        if words.peek() is None:
            raise MissingWord
        word = words.take().lower()
        if word not in self.words:
            raise UsageError(f"The last word is one of {', '.join(self.words)}.")
        return word


@dataclass(frozen=True)
class Optional(Slot):
    """A word that may be missing; a word that `wanted` rejects belongs to the next slot."""

    usage: str
    wanted: Callable[[str], bool]
    default: str

    def take(self, words: Words) -> str:
        """Returns the word, or the default."""
        word = words.peek()
        return words.take().lower() if word and self.wanted(word.lower()) else self.default


@dataclass(frozen=True)
class Many(Slot):
    """All words up to the end, or up to the first for which `stop` returns True."""

    usage: str
    least: int = 0
    read: Callable[[str], Any] = str
    stop: Callable[[str], bool] = lambda _: False

    def take(self, words: Words) -> tuple[Any, ...]:
        """Returns the words' values; raises MissingWord for fewer than `least`."""
        found = []
        while (word := words.peek()) is not None and not self.stop(word.lower()):
            found.append(self.read(words.take()))
        if len(found) < self.least:
            raise MissingWord
        return tuple(found)

    def complete(self, given: tuple[Any, ...], words: Words) -> tuple[Any, ...]:
        """Returns the given values and the values of the words that follow."""
        return (*given, *replace(self, least=0).take(words))


@dataclass(frozen=True)
class Options(Slot):
    """Words that begin with a dash, wherever they are."""

    usage: str = "[-OPTION[=VALUE]...]"

    def take(self, words: Words) -> tuple[str, ...]:
        """Returns the options as typed."""
        return words.options()


@dataclass(frozen=True)
class PasswordOption(Options):
    """A password that may be given as an option; it is read before the other options."""

    usage: str = ""
    """Nothing, as the usage of the other options covers it."""

    def take(self, words: Words) -> Any:
        """Returns the password, hidden from here on, or None; misspelt options count as well."""
        found = words.options(_is_password_option)
        return Secret(found[0].partition("=")[2]) if found else None


@dataclass(frozen=True)
class Rest(Slot):
    """All words up to the end of the line, at least one."""

    usage: str
    read: Callable[[str], Any] = str

    def take(self, words: Words) -> Any:
        """Returns the value of the words, joined by single spaces.

        Raises MissingWord, or the UsageError of `read`.
        """
        if words.peek() is None:
            raise MissingWord
        return self.read(" ".join(words.take() for _ in range(len(words))))


@dataclass(frozen=True)
class PasswordSlot(Slot):
    """The password that authenticates the caller; callers that need none may leave it out.

    The word PASSWORD, copied as it stands, counts as a lone dash.
    """

    usage: str = PLACEHOLDER

    def take(self, words: Words) -> Secret:
        """Returns the word, hidden from here on; raises MissingWord."""
        if words.peek() is None:
            raise MissingWord
        word = words.take()
        return Secret(NONE if word == PLACEHOLDER else word)

    def leave_out(self, words: Words) -> Secret:
        """Returns a lone dash, which stands for the password; removes it if it is the next word."""
        return Secret(words.take() if words.peek() == NONE else NONE)


def _is_password_option(word: str) -> bool:
    name, equals, _ = word.lstrip("-").partition("=")
    return bool(equals) and resembles(name.lower(), PASSWORD_OPTIONS, PASSWORD_LIKENESS)


def count(word: str) -> int:
    """Returns a number of boards.

    Raises UsageError, without quoting the word: it may be a misplaced password.
    """
    if not re.fullmatch(r"[0-9]{1,3}", word):
        raise UsageError("A number up to 999 is needed in the place of N.")
    return int(word)
