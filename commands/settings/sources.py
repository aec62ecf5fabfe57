"""Finds the sources of the settings, and the value that each source gives."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    InitSettingsSource,
    PydanticBaseSettingsSource,
)

from commands.system.data_folder import PREFIX, file_settings
from commands.system.secrets.credentials import CredentialsSource, credentials_folder
from commands.system.settings_file import SETTINGS_FILE

NAME_A_FILE = frozenset(
    {
        "tls_certificate",
        "tls_key",
        "mailbox_password_file",
        "relay_password_file",
        "master_key_file",
    }
)
"""Settings that name a file. The credential may be the file itself."""


class Source(StrEnum):
    """The kinds of sources."""

    ENVIRONMENT = "environment"
    CREDENTIAL = "credential"
    FILE = SETTINGS_FILE
    DATA = "data"
    """Stored with the data by the server that first used the value."""
    DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class Given:
    """A given value and its source."""

    value: Any
    source: Source
    place: str
    """The variable, or the file of the credential or of the settings."""


def setting_sources(settings: type[BaseSettings]) -> dict[Source, PydanticBaseSettingsSource]:
    """Returns the sources of settings by precedence. Raises ValueError, OSError and UsageError.

    They are pydantic's own, so the values that are shown are the values that are used.
    """
    return sources_above_file(settings) | {
        Source.FILE: InitSettingsSource(settings, file_settings())
    }


def sources_above_file(settings: type[BaseSettings]) -> dict[Source, PydanticBaseSettingsSource]:
    """Returns the sources that override `pbm.toml`, by precedence.

    Raises ValueError, OSError and UsageError.
    """
    return {
        Source.ENVIRONMENT: EnvSettingsSource(settings),
        Source.CREDENTIAL: CredentialsSource(settings, NAME_A_FILE),
    }


def read_given(settings: type[BaseSettings]) -> Mapping[str, Given]:
    """Returns the settings that the admin has set, including unknown names in the settings file."""
    settings_given: dict[str, Given] = {}
    for kind, source in setting_sources(settings).items():
        for name, value in source().items():
            settings_given.setdefault(name, Given(value, kind, _place(kind, name)))
    return settings_given


def how_to_unset(settings: type[BaseSettings], name: str) -> str:
    """Returns the beginning of a sentence that says where a given setting must be removed."""
    given = read_given(settings).get(name)
    if given and given.source is Source.FILE:
        return f'Remove the line "{name} = ..." from {given.place}'
    if given and given.source is Source.CREDENTIAL:
        return f"Remove the credential {given.place}"
    return f"Unset {PREFIX}{name.upper()}"


def _place(kind: Source, name: str) -> str:
    if kind is Source.ENVIRONMENT:
        return f"{PREFIX}{name.upper()}"
    folder = credentials_folder()
    if kind is Source.CREDENTIAL and folder:
        return str(folder / f"{PREFIX}{name}".lower())
    return str(Path(SETTINGS_FILE).absolute())
