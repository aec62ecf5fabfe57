"""A game's options: the fields of a frozen dataclass, each with its help and its limits.

    @dataclass(frozen=True)
    class Options:
        size: int = number(8, low=4, high=26, help="rows and columns")
        misere: bool = flag("the player who would win loses")

These fields are the source for reading, checking, usage lines, help pages and the stored form.
"""

import dataclasses
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, TypeVar

from pbm.errors import IllegalError, NotFoundError, ParseError
from pbm.suggestions import did_you_mean_this, nearest
from pbm.wording import filled

MAX_DAYS = 3650
DECIMAL = re.compile(r"[0-9]{1,4}(\.[0-9]{1,4})?")
Value = TypeVar("Value")
Options = TypeVar("Options")


@dataclass(frozen=True)
class NoOptions:
    """The options of a game that has none."""


@dataclass(frozen=True)
class Kind(ABC):
    """The notation of one kind of option. `name` is always the name of the field."""

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
        """Returns the field's value. Raises UserError for invalid text."""

    @abstractmethod
    def write(self, name: str, value: Any) -> str:
        """Returns the option as players type it, or an empty string for the default.

        `read` is the inverse.
        """


@dataclass(frozen=True)
class Number(Kind):
    """A whole number within limits: `-size=N`."""

    low: int
    high: int | None
    help: str

    @property
    def value(self) -> str:
        return "=N"

    def words(self, name: str) -> Mapping[str, str]:
        return {name: f"{self.help} ({self._limits()})"}

    def read(self, word: str, value: str | None) -> int:
        """Returns the number.

        Raises UserError for other text, and for numbers outside the limits.
        """
        option = f"{self.dash}{word}"
        if not value or not value.isdecimal() or not value.isascii() or len(value) > 20:
            raise ParseError(
                f"{option} takes a whole number ({self._limits()}), such as {option}={self.low}."
            )
        number = int(value)
        if number < self.low or (self.high is not None and number > self.high):
            raise IllegalError(f"{option}={value} is out of range ({self._limits()}).")
        return number

    def write(self, name: str, value: int | None) -> str:
        return "" if value is None else f"{self.dash}{name}={value}"

    def _limits(self) -> str:
        return f"at least {self.low}" if self.high is None else f"{self.low} to {self.high}"


@dataclass(frozen=True)
class TermNumber(Number):
    """A term that is a whole number: `--rounds=N`. Underscores in its name become dashes."""

    dash: ClassVar[str] = "--"

    def words(self, name: str) -> Mapping[str, str]:
        return super().words(name.replace("_", "-"))

    def write(self, name: str, value: int | None) -> str:
        return super().write(name.replace("_", "-"), value)


@dataclass(frozen=True)
class Choice(Kind):
    """One of several alternatives, such as `-2d|-3d`."""

    helps: Mapping[str, str]

    def words(self, name: str) -> Mapping[str, str]:
        return self.helps

    def read(self, word: str, value: str | None) -> str:
        """Returns the word. Raises ParseError if `=` and a value follow it."""
        return _without_value(word, value, word)

    def write(self, name: str, value: str | None) -> str:
        return f"-{value}" if value else ""


@dataclass(frozen=True)
class Flag(Kind):
    """An option without a value: `-misere`."""

    help: str

    def words(self, name: str) -> Mapping[str, str]:
        return {name: self.help}

    def read(self, word: str, value: str | None) -> bool:
        """Returns True. Raises ParseError if `=` and a value follow the word."""
        return _without_value(word, value, True)

    def write(self, name: str, value: bool) -> str:
        return f"-{name}" if value else ""


@dataclass(frozen=True)
class Days(Kind):
    """A time in days, possibly with a fraction: `--nagtime=DAYS`."""

    dash: ClassVar[str] = "--"
    help: str
    least: float
    """Minimum for new boards. Boards made before there was a minimum may have less."""

    @property
    def value(self) -> str:
        return "=DAYS"

    def words(self, name: str) -> Mapping[str, str]:
        return {name: f"{self.help} (at least {self.least:g})"}

    def read(self, word: str, value: str | None) -> float:
        """Returns a positive number of days, at most MAX_DAYS. Raises ParseError for other text."""
        if not value or not DECIMAL.fullmatch(value) or not 0 < float(value) <= MAX_DAYS:
            raise ParseError(
                f"--{word} takes a number of days up to {MAX_DAYS}, such as --{word}=7."
            )
        return float(value)

    def write(self, name: str, value: float | None) -> str:
        return "" if value is None else f"--{name}={value:g}"

    def check_new(self, name: str, value: float | None) -> None:
        """Raises IllegalError for a time below the minimum.

        A shorter time could end before the other players have read the email.
        """
        if value is not None and value < self.least:
            raise IllegalError(
                f"--{name}={value:g} is too short. The minimum is {self.least:g} "
                f"{'day' if self.least == 1 else 'days'}.\n"
                "Players need time to read an email and answer it."
            )


@dataclass(frozen=True)
class Text(Kind):
    """An option in a game's own notation, such as `-start=c3,f6,d5`."""

    form: str
    help: str
    reader: Callable[[str], Any]
    writer: Callable[[Any], str]

    @property
    def value(self) -> str:
        return f"={self.form}"

    def words(self, name: str) -> Mapping[str, str]:
        return {name: self.help}

    def read(self, word: str, value: str | None) -> Any:
        """Returns the value that the game's reader returns. Raises ParseError if it is missing."""
        if not value:
            raise ParseError(f"{self.dash}{word} takes a value: {self.dash}{word}={self.form}.")
        return self.reader(value)

    def write(self, name: str, value: Any) -> str:
        return "" if value in (None, "") else f"{self.dash}{name}={self.writer(value)}"


@dataclass(frozen=True)
class TermText(Text):
    """A term in words, stored as typed: `--daysoff=sat,sun`."""

    dash: ClassVar[str] = "--"


def _without_value(word: str, value: str | None, result: Value) -> Value:
    if value is not None:
        raise ParseError(f"-{word} takes no value: write only -{word}.")
    return result


def number(default: int | None, *, low: int, high: int | None = None, help: str) -> Any:
    """Declares `-name=N`."""
    return _declare(default, Number(low, high, help))


def choice(helps: Mapping[str, str], *, default: str | None) -> Any:
    """Declares a choice of several words. `helps`: each word with its help."""
    return _declare(default, Choice(helps))


def days(default: float | None, *, least: float, help: str) -> Any:
    """Declares `--name=DAYS`. `least`: minimum for new boards."""
    return _declare(default, Days(help, least))


def flag(help: str) -> Any:
    """Declares `-name`."""
    return _declare(False, Flag(help))


def text(form: str, *, help: str, read: Callable[[str], Any], write: Callable[[Any], str]) -> Any:
    """Declares `-name=FORM`. `read` and `write`: inverse functions for its value."""
    return _declare(None, Text(form, help, read, write))


def kinds(options: type[Any]) -> dict[str, Kind]:
    """Returns the options that a dataclass declares, by field."""
    return {field.name: field.metadata["option"] for field in dataclasses.fields(options)}


def usage(options: type[Any]) -> list[str]:
    """Returns the usage of each option, in the order of declaration."""
    return [kind.usage(name) for name, kind in kinds(options).items()]


def helps(options: type[Any]) -> Iterator[tuple[str, str]]:
    """Yields every option as players type it, with its help."""
    for name, kind in kinds(options).items():
        for word, help in kind.words(name).items():
            yield f"{kind.dash}{word}{kind.value}", help


def read_options(options: type[Options], words: Iterable[str], owner: str) -> Options:
    """Returns the options in words such as `-size=5` and `-3d`. Raises UserError.

    `owner`: the subject of error texts, such as `A challenge`.
    """
    kind: Any = options  # mypy considers a class unhashable
    read: Options = _read_options(kind, tuple(words), owner)
    return read


@lru_cache(maxsize=1024)
def _read_options(options: type[Any], words: Sequence[str], owner: str) -> Any:
    fields = {word: name for name, kind in kinds(options).items() for word in kind.words(name)}
    values: dict[str, tuple[str, Any]] = {}
    for typed in words:
        word, _, value = typed.lstrip("-").partition("=")
        name = fields.get(word.lower())
        if name is None:
            raise NotFoundError(_unknown(typed.partition("=")[0], options, owner))
        read = kinds(options)[name].read(word.lower(), value if "=" in typed else None)
        if name in values and values[name][1] != read:
            raise IllegalError(
                f'"{values[name][0]}" and "{typed}" contradict each other. Give only one of them.'
            )
        values[name] = (typed, read)
    return options(**{name: value for name, (_, value) in values.items()})


def check_new(options: Any) -> None:
    """Raises IllegalError for values that only older boards may have."""
    for name, kind in kinds(type(options)).items():
        if isinstance(kind, Days):
            kind.check_new(name, getattr(options, name))


@lru_cache(maxsize=1024)
def write_options(options: Any) -> tuple[str, ...]:
    """Returns these options as players type them. The database stores them in the same form."""
    written = (
        kind.write(name, getattr(options, name)) for name, kind in kinds(type(options)).items()
    )
    return tuple(word for word in written if word)


def plain_phrases(options: Any) -> tuple[str, ...]:
    """Returns these options as phrases made of their words, such as `size 5`."""
    return tuple(word.lstrip("-").replace("=", " ") for word in write_options(options))


def term_text(form: str, *, help: str, read: Callable[[str], str], default: str = "") -> Any:
    """Declares `--name=FORM`. Its value is the text that `read` returns. Empty means none."""
    return _declare(default, TermText(form, help, read, str))


def term_number(default: int | None, *, low: int, high: int | None = None, help: str) -> Any:
    """Declares `--name=N`."""
    return _declare(default, TermNumber(low, high, help))


def _declare(default: Any, kind: Kind) -> Any:
    return dataclasses.field(default=default, metadata={"option": kind})


def _unknown(word: str, options: type[Any], owner: str) -> str:
    typed = {option.partition("=")[0].lstrip("-"): option for option, _ in helps(options)}
    nearest_word = nearest(word.lstrip("-"), typed)
    guess = did_you_mean_this(nearest_word and typed[nearest_word].partition("=")[0])
    its = f"Its options: {' '.join(typed.values())}." if typed else "It takes none."
    lines = filled(its)
    return f'{owner} has no option "{word}".{guess}\n{lines}'
