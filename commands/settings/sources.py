"""The sources of the settings, and the value that each setting has from them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path, PurePath
from typing import Any

from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    InitSettingsSource,
    PydanticBaseSettingsSource,
)

from commands.system.credentials import CredentialsSource, credentials_folder
from commands.system.data_folder import PREFIX, file_settings
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


# Values of settings as they may be shown: without what could be a secret.

MASK = "***"
COMMANDS = frozenset({"mailbox_token_command", "relay_token_command"})
"""Settings that are commands, whose words may hold secrets."""

SERVERS = frozenset({"database", "mailbox", "relay"})
"""Settings that are addresses of servers, in which a password may stand wherever it shouldn't."""

_SCHEME = r"[a-z0-9+.-]+://"
_PASSWORD = re.compile(rf"^((?:{_SCHEME}|(?!{_SCHEME}|maildir:))[^:/?]*):.*@", re.IGNORECASE)
"""All up to the last @, as a password may have any letter in it, and a user one @ or more."""
_PORT = re.compile(rf"^({_SCHEME}(?:[^/?]*@)?[^:/?@\[]*):(?!\d*(?:[/?]|$)|\*\*\*).*", re.IGNORECASE)
"""Text in place of a port."""
_PARAMETER = re.compile(
    r"((?:^|[?&\s])[^=&]*(?:pass|pwd|secret|token|key)[^=&]*=)[^&\s]*", re.IGNORECASE
)


def shown_value(name: str, value: Any) -> str:
    """Returns the value of a setting as it is written in `pbm.toml`, with secrets masked."""
    if value is None:
        return "off"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    text = ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
    if name in COMMANDS:
        return _program(text)
    return _without_password(text) if name in SERVERS else text


def _without_password(address: str) -> str:
    masked = _PORT.sub(rf"\1:{MASK}", _PASSWORD.sub(rf"\1:{MASK}@", address))
    return _PARAMETER.sub(rf"\1{MASK}", masked)


def _program(command: str) -> str:
    """Returns the name of the program that a command runs; its words may be secrets."""
    program, *words = command.split() or [""]
    program = MASK if "=" in program else program  # the value of a variable
    return " ".join([PurePath(program).name, *(["..."] if words else [])])
