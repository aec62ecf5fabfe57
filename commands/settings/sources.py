"""The sources of the settings, and the value that each setting has from them."""

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
"""Settings that name a file, which may be a credential itself."""


class Source(StrEnum):
    """The kinds of sources."""

    ENVIRONMENT = "environment"
    CREDENTIAL = "credential"
    FILE = SETTINGS_FILE
    DATA = "data"
    """Kept with the data by the server that first used it."""
    DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class Given:
    """A value as it was given, and its source."""

    value: Any
    source: Source
    place: str
    """The variable, or the file of the credential or of the settings."""


def setting_sources(settings: type[BaseSettings]) -> dict[Source, PydanticBaseSettingsSource]:
    """Returns what settings are read from, by precedence; raises ValueError, OSError, UsageError.

    They are the library's own, so that what is shown is what is used.
    """
    return sources_above_file(settings) | {
        Source.FILE: InitSettingsSource(settings, file_settings())
    }


def sources_above_file(settings: type[BaseSettings]) -> dict[Source, PydanticBaseSettingsSource]:
    """Returns the sources that override `pbm.toml`, by precedence; raises as above."""
    return {
        Source.ENVIRONMENT: EnvSettingsSource(settings),
        Source.CREDENTIAL: CredentialsSource(settings, NAME_A_FILE),
    }


def read_given(settings: type[BaseSettings]) -> Mapping[str, Given]:
    """Returns the settings that are given anywhere, by name; also unknown ones of the file."""
    found: dict[str, Given] = {}
    for kind, source in setting_sources(settings).items():
        for name, value in source().items():
            found.setdefault(name, Given(value, kind, _place(kind, name)))
    return found


def _place(kind: Source, name: str) -> str:
    if kind is Source.ENVIRONMENT:
        return f"{PREFIX}{name.upper()}"
    folder = credentials_folder()
    if kind is Source.CREDENTIAL and folder:
        return str(folder / f"{PREFIX}{name}".lower())
    return str(Path(SETTINGS_FILE).absolute())
