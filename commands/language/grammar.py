"""The grammar of commands: the fields of a command's dataclass, each annotated with a slot.

    @dataclass(frozen=True)
    class Resign(GameCommand):
        board: BoardNumber
        userid: Userid
        password: Password

Reading, usage lines and help derive from these fields.
"""

import dataclasses
from collections.abc import Hashable, Iterator
from functools import cache
from typing import Any, cast, get_type_hints

from commands.language.slots import Options, Proof, Slot, Words
from pbm.errors import Usage
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
