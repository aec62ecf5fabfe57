"""The grammar of commands: the fields of a command's dataclass, each annotated with a slot.

    @dataclass(frozen=True)
    class Resign(GameCommand):
        board: BoardNumber
        userid: Userid
        password: Password

Reading, usage lines and help derive from these fields.
"""

import dataclasses
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, cast, get_type_hints

from commands.language.slots import Options, PasswordSlot, Slot, Words
from pbm.errors import UsageError
from pbm.secret import Secret


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


def missing_passwords(command: object, *, proven: bool) -> Iterator[tuple[str, str]]:
    """The fields, with what to call them, where a lone dash stands for a password needed."""
    for name, slot in slots(cast("Hashable", type(command))).items():
        needed = not (proven and isinstance(slot, PasswordSlot))
        if needed and getattr(command, name) == Secret("-"):
            yield name, slot.usage.capitalize()


def takes_password(command: Hashable) -> bool:
    """Whether a password must be given with it."""
    return any(isinstance(slot, PasswordSlot) for slot in slots(command).values())


def fill(
    command: Hashable,
    words: Sequence[str],
    *,
    proven: bool = False,
    given: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Returns the fields of a command, read from its words; raises MissingWord or UsageError.

    `proven`: the password is left out. `given`: fields whose values are known.
    """
    left = Words([*words])
    kinds, given = slots(command), given or {}
    early = {name: slot.take(left) for name, slot in kinds.items() if isinstance(slot, Options)}
    late = {
        name: _take(slot, left, proven=proven, given=given.get(name))
        for name, slot in kinds.items()
        if name not in early
    }
    if len(left):
        raise UsageError("There are more words than the command takes.")
    return early | late


def _take(slot: Slot, words: Words, *, proven: bool, given: Any) -> Any:
    if given is not None:
        return slot.complete(given, words)
    if proven and isinstance(slot, PasswordSlot):
        return slot.leave_out(words)
    return slot.take(words)
