"""The grammar of commands: the fields of a command's dataclass, each annotated with a slot.

    @dataclass(frozen=True)
    class Resign(GameCommand):
        board: BoardNumber
        userid: Userid
        password: Password

Reading, usage lines and help derive from these fields.
"""

import dataclasses
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, cast, get_args, get_type_hints

from pbm import ports
from pbm.errors import Usage
from pbm.secret import Secret

SELECTORS = get_args(ports.Selector)
SHOWN_WORD = 40
"""Longer words are cut when they are quoted."""


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


class OtherFormError(Usage):
    """The line is another form of the verb, if any."""


class Slot(ABC):
    """A place in a command's line."""

    usage: str

    @abstractmethod
    def take(self, words: Words) -> Any:
        """The slot's value, its words taken; raises MissingWord or Usage."""


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
class Proof(Slot):
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


@dataclass(frozen=True, slots=True)
class Place:
    """A board, perhaps at an earlier ply."""

    number: int
    ply: int | None = None


def read_board_number(word: str) -> int:
    """The number of a board; the refusal doesn't quote the word."""
    if not re.fullmatch(r"[0-9]{1,9}", word):
        raise Usage("A board is named by its number, such as 101, and another word stands there.")
    return int(word)


def read_place(word: str) -> Place:
    """A board, perhaps at an earlier ply."""
    found = re.fullmatch(r"([0-9]{1,9})(?:#([0-9]{1,6}))?", word)
    if not found:
        raise Usage(f'"{shown(word)}" names no board: write 101, or 101#3 for its third ply.')
    return Place(int(found[1]), int(found[2]) if found[2] else None)


def _place_or_new(word: str) -> Place | None:
    return None if word.lower() == "new" else read_place(word)


def is_place_or_new(word: str) -> bool:
    """Whether a word can only mean a board, or that it is a new one: no move is a bare number."""
    return word == "new" or re.fullmatch(r"[0-9]+(#[0-9]+)?", word) is not None


def _userid(word: str) -> str:
    if not word[:1].isalpha():
        raise Usage(f'"{shown(word)}" is no userid: those begin with a letter.')
    return word


def _is_selector(word: str) -> bool:
    return word in SELECTORS


def shown(word: str) -> str:
    """A word as refusals quote it: not too long, and on one line."""
    printable = "".join(letter if letter.isprintable() else "?" for letter in word)
    return printable if len(printable) <= SHOWN_WORD else f"{printable[:SHOWN_WORD]}..."


BoardNumber = Annotated[int, One("BOARD", read_board_number)]
Places = Annotated[tuple[Place, ...], Many("BOARD[#PLY]+", 1, read_place)]
PlaceOrNew = Annotated[Place | None, One("BOARD[#PLY]|new", _place_or_new)]
Userid = Annotated[str, One("USERID")]
Password = Annotated[Secret, Proof()]
NewPassword = Annotated[Secret, One("PASSWORD", Secret)]


def selector_slot(*words: str) -> Optional:
    """One of these words, or the first of them."""
    return Optional(f"[{'|'.join(words)}]", words.__contains__, words[0])


Selector = Annotated[ports.Selector, Optional("[all|active|inactive|next]", _is_selector, "active")]
SomeUserids = Annotated[tuple[str, ...], Many("USERID*", read=_userid, stop=_is_selector)]
Userids = Annotated[tuple[str, ...], Many("USERID+", 1, _userid, _is_selector)]


@cache
def slots(command: Hashable) -> dict[str, Slot]:
    """The slots of a command class, by field, in their order."""
    kind = cast("type[Any]", command)
    hints = get_type_hints(kind, include_extras=True)
    annotated = {field.name: hints[field.name] for field in dataclasses.fields(kind)}
    return {
        name: slot
        for name, hint in annotated.items()
        for slot in getattr(hint, "__metadata__", ())
        if isinstance(slot, Slot)
    }


def unsaid(command: object, *, proven: bool) -> Iterator[tuple[str, str]]:
    """The fields, with what to call them, where a lone dash stands for a password needed."""
    for name, slot in slots(cast("Hashable", type(command))).items():
        needed = not (proven and isinstance(slot, Proof))
        if needed and getattr(command, name) == Secret("-"):
            yield name, slot.usage.capitalize()


def takes_proof(command: Hashable) -> bool:
    """Whether a password must be given with it."""
    return any(isinstance(slot, Proof) for slot in slots(command).values())


def fill(command: Hashable, words: list[str], *, proven: bool = False) -> dict[str, Any]:
    """The fields of a command from its words; `proven`: the password is left out."""
    left = Words(words)
    kept = slots(command)
    early = {name: slot.take(left) for name, slot in kept.items() if isinstance(slot, Options)}
    late = {
        name: slot.leave_out(left) if proven and isinstance(slot, Proof) else slot.take(left)
        for name, slot in kept.items()
        if name not in early
    }
    if len(left):
        raise Usage("There are more words than the command takes.")
    return early | late
