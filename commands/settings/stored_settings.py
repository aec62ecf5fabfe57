"""Stored settings. They are in the database because all commands and nodes must share them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, ValidationError

from commands.security.player_limits import PlayerSettings
from pbm.errors import UsageError

FIXED = ("address", "relay")
"""Settings that change only if the admin forces it."""
OF_MAILS = ("replies", "envelope_sender", "name", "site_url", "unsubscribe_url")
SHARED = (*PlayerSettings.model_fields, *OF_MAILS)
"""Settings on which players depend. They change only while no other node runs."""

DIFFERENT = """\
PBM_{0} is {1}, but the value stored in this database is {2}.
{3} to use the stored value. To store the new value instead, run: pbm serve --force"""
NOT_SHARED = """\
These settings of this node differ from those of the other nodes ({}):
  {}
Unset them to use the values of the other nodes. To change them for all nodes, stop all nodes
first, or start each node with --force."""


class DifferentSettingError(UsageError):
    """Raised for a setting that only --force changes. The second line says what to do."""


@dataclass(frozen=True, slots=True)
class StoredSettings:
    """The stored settings, and the nodes that use them."""

    values: Mapping[str, str] = field(default_factory=dict)
    """Values by name. Empty before a server has run."""
    nodes: Sequence[str] = ()
    """Names of the other running nodes."""


def written(value: object) -> str:
    """Returns the text form in which the value of a setting is stored."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def read_shared(model: type[BaseModel], stored: Mapping[str, str]) -> dict[str, Any]:
    """Returns the values of the shared settings, except values that this version can't read."""
    return {
        name: value
        for name in SHARED
        if name in stored and (value := _read(model, name, stored[name])) is not None
    }


def _read(model: type[BaseModel], name: str, text: str) -> Any:
    """Returns the value of a setting from its text, or None if the text isn't valid."""
    probe = model.model_construct()
    try:
        model.__pydantic_validator__.validate_assignment(probe, name, text)
    except ValidationError:
        return None
    return getattr(probe, name)
