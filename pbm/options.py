"""A game's options: the fields of a frozen dataclass, each with its help and its limits.

    @dataclass(frozen=True)
    class Options:
        size: int = number(8, low=4, high=26, help="rows and columns")
        misere: bool = flag("whoever would win loses")

Reading, checking, usage lines, help pages and the stored form all derive from these fields.
"""

import dataclasses
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from pbm.errors import IllegalError, NotFoundError
from pbm.option_types import Choice, Days, Flag, Kind, Number, Text
from pbm.suggestions import nearest
from pbm.wording import WIDTH

Options = TypeVar("Options")


def number(default: int | None, *, low: int, high: int | None = None, help: str) -> Any:
    """Declares `-name=N`."""
    return _declare(default, Number(low, high, help))


def choice(helps: Mapping[str, str], *, default: str | None) -> Any:
    """Declares words of which one may be given, each with its help."""
    return _declare(default, Choice(helps))


def days(default: float | None, *, least: float, help: str) -> Any:
    """Declares `--name=DAYS`; new boards must have at least that many."""
    return _declare(default, Days(help, least))


def flag(help: str) -> Any:
    """Declares `-name`."""
    return _declare(False, Flag(help))


def text(form: str, *, help: str, read: Callable[[str], Any], write: Callable[[Any], str]) -> Any:
    """Declares `-name=FORM`, with a pair of inverse functions for its value."""
    return _declare(None, Text(form, help, read, write))


def kinds(options: type[Any]) -> dict[str, Kind]:
    """Returns the options that a dataclass declares, by field."""
    return {field.name: field.metadata["option"] for field in dataclasses.fields(options)}


def usage(options: type[Any]) -> list[str]:
    """Returns the usage of each option, in the order declared."""
    return [kind.usage(name) for name, kind in kinds(options).items()]


def helps(options: type[Any]) -> Iterator[tuple[str, str]]:
    """Yields every option as typed, with its help."""
    for name, kind in kinds(options).items():
        for word, help in kind.words(name).items():
            yield f"{kind.dash}{word}{kind.value}", help


def read_options(options: type[Options], words: Iterable[str], owner: str) -> Options:
    """Returns the options given by words such as `-size=5` and `-3d`; errors name the `owner`."""
    fields = {word: name for name, kind in kinds(options).items() for word in kind.words(name)}
    found: dict[str, tuple[str, Any]] = {}
    for typed in words:
        word, _, value = typed.lstrip("-").partition("=")
        name = fields.get(word.lower())
        if name is None:
            raise NotFoundError(_unknown(typed.partition("=")[0], options, owner))
        read = kinds(options)[name].read(word.lower(), value if "=" in typed else None)
        if name in found and found[name][1] != read:
            raise IllegalError(f'"{found[name][0]}" and "{typed}" contradict each other.')
        found[name] = (typed, read)
    return options(**{name: value for name, (_, value) in found.items()})


def check_new(options: Any) -> None:
    """Raises IllegalError for values that older boards may have, but new ones may not."""
    for name, kind in kinds(type(options)).items():
        if isinstance(kind, Days):
            kind.check_new(name, getattr(options, name))


@lru_cache(maxsize=1024)
def write_options(options: Any) -> tuple[str, ...]:
    """Returns the words that read back as these options; the stored form."""
    written = (
        kind.write(name, getattr(options, name)) for name, kind in kinds(type(options)).items()
    )
    return tuple(word for word in written if word)


def plain_phrases(options: Any) -> tuple[str, ...]:
    """Returns these options as phrases made of their words, such as `size 5`."""
    return tuple(word.lstrip("-").replace("=", " ") for word in write_options(options))


def _declare(default: Any, kind: Kind) -> Any:
    return dataclasses.field(default=default, metadata={"option": kind})


def _unknown(word: str, options: type[Any], owner: str) -> str:
    typed = {option.partition("=")[0].lstrip("-"): option for option, _ in helps(options)}
    found = nearest(word.lstrip("-"), typed)
    guess = f' Did you mean "{typed[found].partition("=")[0]}"?' if found else ""
    its = f"Its options: {' '.join(typed.values())}." if typed else "It takes none."
    filled = textwrap.fill(its, WIDTH, break_on_hyphens=False)
    return f'{owner} has no option "{word}".{guess}\n{filled}'
