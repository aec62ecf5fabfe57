"""Slots for words that are numbers, or one of a few."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from pbm.errors import UsageError
from pbm.secret import Secret


class Words:
    """The words of a line, taken one by one."""

    def __init__(self, words: list[str]) -> None:
        self._words = words

    def __len__(self) -> int:
        return len(self._words)

    def peek(self) -> str | None:
        """The next word, or None at the end."""
        return self._words[0] if self._words else None

    def take(self) -> str:
        """The next word; raises IndexError at the end."""
        return self._words.pop(0)

    def options(self) -> tuple[str, ...]:
        """Takes all words that begin with a dash, wherever they stand."""
        found = [word for word in self._words if word.startswith("-") and word != "-"]
        self._words = [word for word in self._words if word not in found]
        return tuple(found)


class MissingWord(Exception):
    """The line ended before this slot."""


class OtherFormError(UsageError):
    """The line is another form of the verb, if any."""


class Slot(ABC):
    """A place in a command's line."""

    usage: str

    @abstractmethod
    def take(self, words: Words) -> Any:
        """Returns the slot's value and takes its words; raises MissingWord or UsageError."""

    def complete(self, given: Any, words: Words) -> Any:
        """Returns the slot's value where it is given, or a part of it."""
        return given


@dataclass(frozen=True)
class One(Slot):
    """A single word."""

    usage: str
    read: Callable[[str], Any] = str

    def take(self, words: Words) -> Any:
        """Refuses what `read` refuses."""
        if words.peek() is None:
            raise MissingWord
        return self.read(words.take())


@dataclass(frozen=True)
class OptionalWord(Slot):
    """A word that may be missing."""

    usage: str
    read: Callable[[str], Any]

    def take(self, words: Words) -> Any:
        """What the word says, or None."""
        return None if words.peek() is None else self.read(words.take())


@dataclass(frozen=True)
class Literal(Slot):
    """A word that must stand just so."""

    usage: str

    def take(self, words: Words) -> str:
        """Refuses any other word."""
        word = words.peek()
        if word is None:
            raise MissingWord
        if word.lower() != self.usage:
            raise OtherFormError(f'Here "{self.usage}" may stand.')
        return words.take().lower()


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
            raise UsageError(f"The last word is one of {', '.join(self.words)}.")
        return word


@dataclass(frozen=True)
class Optional(Slot):
    """A word that may be missing; one that `wanted` rejects isn't it."""

    usage: str
    wanted: Callable[[str], bool]
    default: str

    def take(self, words: Words) -> str:
        """The word, or the default."""
        word = words.peek()
        return words.take().lower() if word and self.wanted(word.lower()) else self.default


@dataclass(frozen=True)
class Many(Slot):
    """As many words as there are, up to one that `stop` knows."""

    usage: str
    least: int = 0
    read: Callable[[str], Any] = str
    stop: Callable[[str], bool] = lambda _: False

    def take(self, words: Words) -> tuple[Any, ...]:
        """Refuses too few words."""
        found = []
        while (word := words.peek()) is not None and not self.stop(word.lower()):
            found.append(self.read(words.take()))
        if len(found) < self.least:
            raise MissingWord
        return tuple(found)

    def complete(self, given: tuple[Any, ...], words: Words) -> tuple[Any, ...]:
        """Returns the given words and those that follow."""
        return (*given, *replace(self, least=0).take(words))


@dataclass(frozen=True)
class Options(Slot):
    """Words that begin with a dash, wherever they stand."""

    usage: str = "[-OPTION[=VALUE]...]"

    def take(self, words: Words) -> tuple[str, ...]:
        """The options as typed."""
        return words.options()


@dataclass(frozen=True)
class Rest(Slot):
    """All words up to the end of the line, at least one."""

    usage: str

    def take(self, words: Words) -> str:
        """The words, joined by single spaces."""
        if words.peek() is None:
            raise MissingWord
        return " ".join(words.take() for _ in range(len(words)))


@dataclass(frozen=True)
class PasswordSlot(Slot):
    """The password that shows who is speaking; whoever needs none may leave it out."""

    usage: str = "PASSWORD"

    def take(self, words: Words) -> Secret:
        """The word, hidden from here on."""
        if words.peek() is None:
            raise MissingWord
        return Secret(words.take())

    def leave_out(self, words: Words) -> Secret:
        """No word, or the lone dash that stands for it."""
        return Secret(words.take() if words.peek() == "-" else "-")


def count(word: str) -> int:
    """A number of boards; quotes no word."""
    if not re.fullmatch(r"[0-9]{1,3}", word):
        raise UsageError("A number up to 999 is needed in the place of N.")
    return int(word)
