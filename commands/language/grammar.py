"""The grammar of a command: the fields of its dataclass, each annotated with a slot.

    class Resign(GameCommand):
        board: BoardNumber
        userid: Userid
        password: Password

Parsing, usage lines and help are derived from these fields.
"""

import dataclasses
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, cast, get_type_hints

from commands.language.slots import Options, PasswordSlot, Slot, Words
from commands.system.secrets.secret import Secret
from pbm.errors import UsageError

TOO_MANY = "There are too many words."


@cache
def slots(command: Hashable) -> dict[str, Slot]:
    """Returns the slots of a command class by field name, in the order of its fields."""
    kind = cast("type[Any]", command)
    hints = get_type_hints(kind, include_extras=True)
    annotated = {field.name: hints[field.name] for field in dataclasses.fields(kind)}
    return {
        name: slot
        for name, hint in annotated.items()
        for slot in getattr(hint, "__metadata__", ())
        if isinstance(slot, Slot)
    }


def missing_passwords(command: object, *, proven: bool) -> Iterator[tuple[str, str]]:
    """Yields the name and title of each password field that contains only a dash.

    `proven`: whether the caller needs no password of their own.
    """
    for name, slot in slots(cast("Hashable", type(command))).items():
        needed = not (proven and isinstance(slot, PasswordSlot))
        if needed and getattr(command, name) == Secret("-"):
            yield name, slot.usage.capitalize()


def takes_password(command: Hashable) -> bool:
    """Whether the command takes the password of its player."""
    return any(isinstance(slot, PasswordSlot) for slot in slots(command).values())


def fill(
    command: Hashable,
    words: Sequence[str],
    *,
    proven: bool = False,
    preset: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Returns the fields of a command, read from its words. Raises MissingWord or UsageError.

    `proven`: whether the password is left out.
    `preset`: values of fields that are already known.
    """
    remaining = Words([*words])
    by_field, preset = slots(command), preset or {}
    options = {
        name: slot.take(remaining) for name, slot in by_field.items() if isinstance(slot, Options)
    }
    words_read = {
        name: _take(slot, remaining, proven=proven, preset=preset.get(name))
        for name, slot in by_field.items()
        if name not in options
    }
    if len(remaining):
        raise UsageError(TOO_MANY)
    return options | words_read


def _take(slot: Slot, words: Words, *, proven: bool, preset: Any) -> Any:
    if preset is not None:
        return slot.complete(preset, words)
    if proven and isinstance(slot, PasswordSlot):
        return slot.leave_out(words)
    return slot.take(words)
