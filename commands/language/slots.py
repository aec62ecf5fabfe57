"""Slots read the words of a command line into the fields of a command."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from commands.system.secrets.secret import NONE, PLACEHOLDER, Secret
from pbm.errors import UsageError
from pbm.suggestions import resembles
from pbm.wording import listing

PASSWORD_OPTIONS = ("password", "passwd", "pass", "pw")
PASSWORD_LIKENESS = 0.75
"""Minimum likeness of an option to `password` to be taken as a misspelling. Error messages never
quote the value of such an option.
"""


class Words:
    """The words of a line that haven't been read yet."""

    def __init__(self, words: list[str]) -> None:
        self._words = words

    def __len__(self) -> int:
        return len(self._words)

    def peek(self) -> str | None:
        """Returns the next word without removing it, or None at the end."""
        return self._words[0] if self._words else None

    def take(self) -> str:
        """Removes and returns the next word. Raises IndexError at the end."""
        return self._words.pop(0)

    def options(self, wanted: Callable[[str], bool] = lambda _: True) -> tuple[str, ...]:
        """Removes and returns words that begin with a dash, from anywhere in the line.

        `wanted`: whether to take such a word.
        """
        options = [
            word for word in self._words if word.startswith("-") and word != "-" and wanted(word)
        ]
        self._words = [word for word in self._words if word not in options]
        return tuple(options)


class MissingWord(Exception):
    """The line ended before this slot."""


class OtherFormError(UsageError):
    """The line doesn't fit this form of the verb, but may fit another."""


class Slot(ABC):
    """A part of a command line. It reads its words into one field."""

    usage: str

    @abstractmethod
    def take(self, words: Words) -> Any:
        """Removes the slot's words, and returns their value. Raises MissingWord or UsageError."""

    def complete(self, preset: Any, words: Words) -> Any:
        """Completes a preset value from the words, if necessary, and returns it."""
        return preset


@dataclass(frozen=True)
class One(Slot):
    """A single word."""

    usage: str
    read: Callable[[str], Any] = str

    def take(self, words: Words) -> Any:
        """Returns the word's value. Raises MissingWord, or the UsageError of `read`."""
        if words.peek() is None:
            raise MissingWord
        return self.read(words.take())


@dataclass(frozen=True)
class OptionalWord(Slot):
    """A word that may be missing. If there is one, it always belongs to this slot."""

    usage: str
    read: Callable[[str], Any]

    def take(self, words: Words) -> Any:
        """Returns the word's value, or None if there is no word."""
        return None if words.peek() is None else self.read(words.take())


@dataclass(frozen=True)
class Literal(Slot):
    """A fixed word, or one of several. Upper and lower case are equivalent."""

    usage: str

    def take(self, words: Words) -> str:
        """Returns the word. Raises OtherFormError for any other word."""
        word = words.peek()
        if word is None:
            raise MissingWord
        if word.lower() not in self.usage.split("|"):
            words_in_quotes = [f'"{each}"' for each in self.usage.split("|")]
            raise OtherFormError(f"Expected {listing(words_in_quotes, 'or')}.")
        return words.take().lower()


@dataclass(frozen=True)
class Choice(Slot):
    """One of several words. For any other word, no other form of the command is tried."""

    words: tuple[str, ...]

    @property
    def usage(self) -> str:  # type: ignore[override]
        """Returns the words, separated by bars."""
        return "|".join(self.words)

    def take(self, words: Words) -> str:
        """Returns the word in lower case.

        Raises UsageError. The error doesn't quote the word, which may be a misplaced password.
        """
        if words.peek() is None:
            raise MissingWord
        word = words.take().lower()
        if word not in self.words:
            raise UsageError(f"Choose {listing(self.words, 'or')}.")
        return word


@dataclass(frozen=True)
class Optional(Slot):
    """A word that may be missing. A word that `wanted` rejects is left for the next slot."""

    usage: str
    wanted: Callable[[str], bool]
    default: str

    def take(self, words: Words) -> str:
        """Returns the word in lower case, or the default."""
        word = words.peek()
        return words.take().lower() if word and self.wanted(word.lower()) else self.default


@dataclass(frozen=True)
class Many(Slot):
    """All words up to the end, or up to the first word for which `stop` returns True."""

    usage: str
    least: int = 0
    read: Callable[[str], Any] = str
    stop: Callable[[str], bool] = lambda _: False

    def take(self, words: Words) -> tuple[Any, ...]:
        """Returns the words' values. Raises MissingWord if there are fewer than `least`."""
        values = []
        while (word := words.peek()) is not None and not self.stop(word.lower()):
            values.append(self.read(words.take()))
        if len(values) < self.least:
            raise MissingWord
        return tuple(values)

    def complete(self, preset: tuple[Any, ...], words: Words) -> tuple[Any, ...]:
        """Returns the preset values, followed by the values of further words."""
        return (*preset, *replace(self, least=0).take(words))


@dataclass(frozen=True)
class Options(Slot):
    """All words that begin with a dash, from anywhere in the line."""

    usage: str = "[-OPTION[=VALUE]...]"

    def take(self, words: Words) -> tuple[str, ...]:
        return words.options()


@dataclass(frozen=True)
class PasswordOption(Options):
    """A password given as an option. It is read before the other options."""

    usage: str = ""
    """Empty, because the usage text of the other options includes the password."""

    def take(self, words: Words) -> Any:
        """Returns the password, or None. Misspelled password options are recognized, too."""
        values = words.options(_is_password_option)
        return Secret(values[0].partition("=")[2]) if values else None


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
    """The password that authenticates the caller. Callers who need none may leave it out.

    The word PASSWORD, copied from a usage line, is treated like a dash.
    """

    usage: str = PLACEHOLDER

    def take(self, words: Words) -> Secret:
        """Returns the password as a secret. Raises MissingWord."""
        if words.peek() is None:
            raise MissingWord
        word = words.take()
        return Secret(NONE if word == PLACEHOLDER else word)

    def leave_out(self, words: Words) -> Secret:
        """Returns a dash as the password.

        If the next word is a dash, it is taken from the words.
        """
        return Secret(words.take() if words.peek() == NONE else NONE)


def _is_password_option(word: str) -> bool:
    name, equals, _ = word.lstrip("-").partition("=")
    return bool(equals) and resembles(name.lower(), PASSWORD_OPTIONS, PASSWORD_LIKENESS)


def count(word: str) -> int:
    """Returns a number of boards or games.

    Raises UsageError. The error doesn't quote the word, which may be a misplaced password.
    """
    if not re.fullmatch(r"[0-9]{1,3}", word):
        raise UsageError("Replace N with a number up to 999.")
    return int(word)
