"""The settings that are kept with the data, which all commands and nodes must have in common."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, ValidationError

from commands.security.policy import PlayerSettings

FIXED = ("address", "relay")
"""Settings that change only if the admin insists."""
OF_MAILS = ("replies", "envelope_sender", "name", "site_url", "unsubscribe_url")
SHARED = (*PlayerSettings.model_fields, *OF_MAILS)
"""Settings that players depend on: one server alone may change them, several share them."""

DIFFERENT = """\
PBM_{} is {}, but the server of this data uses {}.
Leave it out or set it to that; --force uses {} all the same, and keeps it
if the command is serve."""
NOT_SHARED = """\
These settings differ from those of the nodes that run on this database ({}):
  {}
Leave them out or set them to that. To change them, stop all nodes first; or start each with
--force, which uses its own all the same, and keeps them."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The settings that are kept with the data."""

    values: Mapping[str, str] = field(default_factory=dict)
    """By name; empty before a server has run."""
    nodes: Sequence[str] = ()
    """The names of the other nodes that run, and so use them now."""


def written(value: object) -> str:
    """Returns the value of a setting as it is kept."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def read_shared(model: type[BaseModel], kept: Mapping[str, str]) -> dict[str, Any]:
    """Returns the values of the shared settings; without values that this version can't read."""
    return {
        name: value
        for name in SHARED
        if name in kept and (value := _read(model, name, kept[name])) is not None
    }


def _read(model: type[BaseModel], name: str, text: str) -> Any:
    """Returns the value of a setting from its text; None if it has no such value."""
    probe = model.model_construct()
    try:
        model.__pydantic_validator__.validate_assignment(probe, name, text)
    except ValidationError:
        return None
    return getattr(probe, name)
