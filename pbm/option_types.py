"""How options are written: the kinds that `pbm.options` declares."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from pbm.errors import IllegalError, ParseError

LONGEST_DAYS = 3650
DECIMAL = re.compile(r"[0-9]{1,4}(\.[0-9]{1,4})?")

Value = TypeVar("Value")


@dataclass(frozen=True)
class Kind(ABC):
    """How one option is written; `name` below is its field's name."""

    dash: ClassVar[str] = "-"

    @property
    def value(self) -> str:
        """What follows the word, such as `=N`."""
        return ""

    @abstractmethod
    def words(self, name: str) -> Mapping[str, str]:
        """The words that may stand after the dash, each with its help."""

    def usage(self, name: str) -> str:
        """As it stands in a usage line, such as `[-size=N]` or `[-2d|-3d]`."""
        return f"[{'|'.join(f'{self.dash}{word}{self.value}' for word in self.words(name))}]"

    @abstractmethod
    def read(self, word: str, value: str | None) -> Any:
        """The field's value; refuses what isn't one."""

    @abstractmethod
    def write(self, name: str, value: Any) -> str:
        """The option as typed; the inverse of `read`. Empty for a value that isn't typed."""


@dataclass(frozen=True)
class Number(Kind):
    """`-size=N`, a whole number within limits."""

    low: int
    high: int | None
    help: str

    @property
    def value(self) -> str:
        """`=N`."""
        return "=N"

    def words(self, name: str) -> Mapping[str, str]:
        """The option's one word."""
        return {name: f"{self.help} ({self._limits()})"}

    def read(self, word: str, value: str | None) -> int:
        """Refuses what isn't a whole number within the limits."""
        if not value or not value.isdecimal() or not value.isascii() or len(value) > 20:
            raise ParseError(f"-{word} takes a whole number, {self._limits()}: -{word}={self.low}.")
        number = int(value)
        if number < self.low or (self.high is not None and number > self.high):
            raise IllegalError(f"-{word}={value} is outside its limits: {self._limits()}.")
        return number

    def write(self, name: str, value: int | None) -> str:
        """`-size=5`."""
        return "" if value is None else f"-{name}={value}"

    def _limits(self) -> str:
        return f"at least {self.low}" if self.high is None else f"{self.low} to {self.high}"


@dataclass(frozen=True)
class Choice(Kind):
    """`-2d|-3d`, one word out of several."""

    helps: Mapping[str, str]

    def words(self, name: str) -> Mapping[str, str]:
        """Every word that may be chosen."""
        return self.helps

    def read(self, word: str, value: str | None) -> str:
        """Refuses a value after the word."""
        return _bare(word, value, word)

    def write(self, name: str, value: str | None) -> str:
        """`-3d`."""
        return f"-{value}" if value else ""


@dataclass(frozen=True)
class Flag(Kind):
    """`-misere`, there or not."""

    help: str

    def words(self, name: str) -> Mapping[str, str]:
        """The option's one word."""
        return {name: self.help}

    def read(self, word: str, value: str | None) -> bool:
        """Refuses a value after the word."""
        return _bare(word, value, True)

    def write(self, name: str, value: bool) -> str:
        """`-misere` or nothing."""
        return f"-{name}" if value else ""


@dataclass(frozen=True)
class Days(Kind):
    """`--nagtime=DAYS`, a time; parts of a day are allowed."""

    dash: ClassVar[str] = "--"
    help: str

    @property
    def value(self) -> str:
        """`=DAYS`."""
        return "=DAYS"

    def words(self, name: str) -> Mapping[str, str]:
        """The option's one word."""
        return {name: f"{self.help}, in days"}

    def read(self, word: str, value: str | None) -> float:
        """Refuses what isn't a positive number of days, up to ten years."""
        if not value or not DECIMAL.fullmatch(value) or not 0 < float(value) <= LONGEST_DAYS:
            raise ParseError(f"--{word} takes a number of days up to {LONGEST_DAYS}: --{word}=7.")
        return float(value)

    def write(self, name: str, value: float | None) -> str:
        """`--nagtime=7`."""
        return "" if value is None else f"--{name}={value:g}"


@dataclass(frozen=True)
class Text(Kind):
    """`-start=c3,f6,d5`, read and written by functions of the game's own."""

    form: str
    help: str
    reader: Callable[[str], Any]
    writer: Callable[[Any], str]

    @property
    def value(self) -> str:
        """The form of its value."""
        return f"={self.form}"

    def words(self, name: str) -> Mapping[str, str]:
        """The option's one word."""
        return {name: self.help}

    def read(self, word: str, value: str | None) -> Any:
        """Refuses a missing value; the game's reader refuses the rest."""
        if not value:
            raise ParseError(f"-{word} takes a value: -{word}={self.form}.")
        return self.reader(value)

    def write(self, name: str, value: Any) -> str:
        """The option with its value, as the game's writer gives it."""
        return "" if value is None else f"-{name}={self.writer(value)}"


def _bare(word: str, value: str | None, result: Value) -> Value:
    if value is not None:
        raise ParseError(f"-{word} takes no value: write -{word} alone.")
    return result
