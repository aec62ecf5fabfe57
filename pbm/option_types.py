"""Option types: the notations that `pbm.options` declares."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from pbm.errors import IllegalError, ParseError

MAX_DAYS = 3650
DECIMAL = re.compile(r"[0-9]{1,4}(\.[0-9]{1,4})?")

Value = TypeVar("Value")


@dataclass(frozen=True)
class Kind(ABC):
    """The notation of one option; `name` below is its field's name."""

    dash: ClassVar[str] = "-"

    @property
    def value(self) -> str:
        """The text after the word, such as `=N`."""
        return ""

    @abstractmethod
    def words(self, name: str) -> Mapping[str, str]:
        """Returns the words that may follow the dash, each with its help."""

    def usage(self, name: str) -> str:
        """Returns the usage, such as `[-size=N]` or `[-2d|-3d]`."""
        return f"[{'|'.join(f'{self.dash}{word}{self.value}' for word in self.words(name))}]"

    @abstractmethod
    def read(self, word: str, value: str | None) -> Any:
        """Returns the field's value; refuses invalid text."""

    @abstractmethod
    def write(self, name: str, value: Any) -> str:
        """Returns the option as typed; the inverse of `read`. Empty for a default value."""


@dataclass(frozen=True)
class Number(Kind):
    """A whole number within limits: `-size=N`."""

    low: int
    high: int | None
    help: str

    @property
    def value(self) -> str:
        """The text `=N`."""
        return "=N"

    def words(self, name: str) -> Mapping[str, str]:
        """Returns the option's only word."""
        return {name: f"{self.help} ({self._limits()})"}

    def read(self, word: str, value: str | None) -> int:
        """Returns a whole number; refuses other text, and numbers outside the limits."""
        if not value or not value.isdecimal() or not value.isascii() or len(value) > 20:
            raise ParseError(f"-{word} takes a whole number, {self._limits()}: -{word}={self.low}.")
        number = int(value)
        if number < self.low or (self.high is not None and number > self.high):
            raise IllegalError(f"-{word}={value} is outside its limits: {self._limits()}.")
        return number

    def write(self, name: str, value: int | None) -> str:
        """Returns the option as typed, such as `-size=5`."""
        return "" if value is None else f"-{name}={value}"

    def _limits(self) -> str:
        return f"at least {self.low}" if self.high is None else f"{self.low} to {self.high}"


@dataclass(frozen=True)
class Choice(Kind):
    """One word out of several: `-2d|-3d`."""

    helps: Mapping[str, str]

    def words(self, name: str) -> Mapping[str, str]:
        """Returns all words to choose from."""
        return self.helps

    def read(self, word: str, value: str | None) -> str:
        """Returns the value of the word; refuses text after it."""
        return _without_value(word, value, word)

    def write(self, name: str, value: str | None) -> str:
        """Returns the option as typed, such as `-3d`."""
        return f"-{value}" if value else ""


@dataclass(frozen=True)
class Flag(Kind):
    """An option that is either given or not: `-misere`."""

    help: str

    def words(self, name: str) -> Mapping[str, str]:
        """Returns the option's only word."""
        return {name: self.help}

    def read(self, word: str, value: str | None) -> bool:
        """Returns the value of the word; refuses text after it."""
        return _without_value(word, value, True)

    def write(self, name: str, value: bool) -> str:
        """Returns `-misere` or nothing."""
        return f"-{name}" if value else ""


@dataclass(frozen=True)
class Days(Kind):
    """A time in days, which may have a fraction: `--nagtime=DAYS`."""

    dash: ClassVar[str] = "--"
    help: str
    least: float
    """The least that can be chosen; boards from before there was one may have less."""

    @property
    def value(self) -> str:
        """The text `=DAYS`."""
        return "=DAYS"

    def words(self, name: str) -> Mapping[str, str]:
        """Returns the option's only word."""
        return {name: f"{self.help} (at least {self.least:g})"}

    def read(self, word: str, value: str | None) -> float:
        """Returns a positive number of days, up to ten years; refuses other text."""
        if not value or not DECIMAL.fullmatch(value) or not 0 < float(value) <= MAX_DAYS:
            raise ParseError(f"--{word} takes a number of days up to {MAX_DAYS}: --{word}=7.")
        return float(value)

    def write(self, name: str, value: float | None) -> str:
        """Returns the option as typed, such as `--nagtime=7`."""
        return "" if value is None else f"--{name}={value:g}"

    def check_new(self, name: str, value: float | None) -> None:
        """Raises IllegalError for a time that ends before the other players can have read."""
        if value is not None and value < self.least:
            raise IllegalError(
                f"--{name}={value:g} is too short: the least is --{name}={self.least:g}, in days.\n"
                "Everybody needs the time to read a mail and to answer it."
            )


@dataclass(frozen=True)
class Text(Kind):
    """An option in a game's own notation, read and written by its functions: `-start=c3,f6,d5`."""

    form: str
    help: str
    reader: Callable[[str], Any]
    writer: Callable[[Any], str]

    @property
    def value(self) -> str:
        """The text `=` and the notation's form."""
        return f"={self.form}"

    def words(self, name: str) -> Mapping[str, str]:
        """Returns the option's only word."""
        return {name: self.help}

    def read(self, word: str, value: str | None) -> Any:
        """Returns the value as the game's reader gives it; refuses a missing one."""
        if not value:
            raise ParseError(f"-{word} takes a value: -{word}={self.form}.")
        return self.reader(value)

    def write(self, name: str, value: Any) -> str:
        """Returns the option with its value, as the game's writer gives it."""
        return "" if value is None else f"-{name}={self.writer(value)}"


def _without_value(word: str, value: str | None, result: Value) -> Value:
    if value is not None:
        raise ParseError(f"-{word} takes no value: write -{word} alone.")
    return result
