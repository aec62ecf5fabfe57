"""Reads the settings, and reports errors in them."""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_settings import SettingsConfigDict

from commands.settings.groups.login_check import wrong_setting
from commands.settings.settings import Settings
from commands.settings.sources import Given, Source, read_given
from commands.settings.stored_settings import FIXED, SHARED, StoredSettings, written
from commands.system.data_folder import PREFIX
from commands.system.logs.logging import use_log_style
from commands.system.secrets.credentials import credential_names
from commands.system.settings_file import SETTINGS_FILE
from pbm import games
from pbm.errors import UsageError
from pbm.suggestions import did_you_mean

GOING_TOGETHER = ("mailbox", "relay", "tls", "unsubscribe")
"""First words of settings that are checked together."""


@dataclass(frozen=True, slots=True)
class WrongSetting:
    """A setting that can't be used."""

    name: str
    """The name of the setting in `pbm.toml`."""
    place: str
    """The name in messages: the variable, or the file if the setting is unknown."""
    text: str

    def __str__(self) -> str:
        return f"{self.place}: {self.text}"


@dataclass(frozen=True, slots=True)
class SourcedSetting:
    """A setting with its value, its source, and its error."""

    name: str
    value: Any
    """The value that is used, or the given text if any setting is wrong."""
    source: Source
    place: str = ""
    """The variable, or the file of the credential or of the settings."""
    error: str = ""


def read_settings(**given: Any) -> Settings:
    """Returns the settings. Raises UsageError with the names of the wrong settings.

    Afterwards the chosen games are served, and calls of their code are recorded in the data folder.

    `given`: settings that override all other sources.
    """
    settings, wrong = try_settings(**given)
    if settings is None or wrong:
        raise UsageError("\n".join(["Fix these settings:", *(f"  {w}" for w in wrong)]))
    use_log_style(settings.log_style)
    games.watch(settings.data)
    games.choose(settings.games)
    return settings


def try_settings(**given: Any) -> tuple[Settings | None, Sequence[WrongSetting]]:
    """Returns the settings, or None, and the errors.

    Raises UsageError if `pbm.toml` or a credential can't be read.
    """
    wrong = [*_misnamed()]
    if _isnt_there():
        raise UsageError(f"{SETTINGS_FILE} can't be read: it is a folder or a broken link.")
    try:
        return Settings(**given), wrong
    except ValidationError as error:
        parts = error.errors()
        errors = [_wrong(wrong_setting(each), each["type"], each["msg"]) for each in parts]
        return None, wrong + errors
    except ValueError as error:
        raise UsageError(f"{SETTINGS_FILE} can't be read: {error}") from None
    except OSError as error:
        raise UsageError(f"{SETTINGS_FILE} can't be read: {error.strerror}") from None


def _isnt_there() -> bool:
    """Whether the settings file is a folder or a broken link. The library would ignore that."""
    file = Path(SETTINGS_FILE)
    return file.is_dir() or (file.is_symlink() and not file.exists())


def usable_settings(wrong: Sequence[WrongSetting]) -> tuple[Settings | None, frozenset[str]]:
    """Returns the settings without the wrong values, and the names of the omitted settings.

    Settings that belong together, such as a mailbox and its password, are omitted together. Returns
    None instead of the settings if even the remaining ones can't be used.
    """
    words = {each.name.partition("_")[0] for each in wrong} & set(GOING_TOGETHER)
    fields = Settings.model_fields
    names = {each.name for each in wrong if each.name in fields}
    names |= {name for name in fields if name.partition("_")[0] in words}
    try:
        settings = _WithoutUnknown(**{name: fields[name].default for name in names})
    except ValueError:
        return None, frozenset(names)
    settings.model_fields_set.difference_update(names)
    return settings, frozenset(names)


class _WithoutUnknown(Settings):
    """Settings that ignore unknown names in the file."""

    model_config = SettingsConfigDict(extra="ignore")


def read_sourced(stored: StoredSettings) -> tuple[list[SourcedSetting], Sequence[WrongSetting]]:
    """Returns all settings with their sources, and errors about unknown names.

    `stored`: the stored settings. Raises UsageError as `try_settings` does.
    """
    settings, wrong = try_settings()
    given_settings = read_given(Settings)
    errors = {each.name: each.text for each in wrong if each.name in Settings.model_fields}
    values = dict(settings.with_stored(stored, force=True)) if settings else {}
    used = set(FIXED)
    if stored.nodes:
        used.update(SHARED)
    else:  # stored settings are used unless a value is given
        used.update(
            name for name in SHARED if name not in given_settings and _differs(name, values)
        )
    stored_values = {name: text for name, text in stored.values.items() if name in used}
    sourced = [
        _sourced(name, given_settings.get(name), values, stored_values, errors)
        for name in Settings.model_fields
    ]
    return sourced, [each for each in wrong if each.name not in Settings.model_fields]


def _differs(name: str, values: Mapping[str, Any]) -> bool:
    """Whether the value isn't the default."""
    return name in values and values[name] != Settings.model_fields[name].default


def _sourced(
    name: str,
    given_value: Given | None,
    values: Mapping[str, Any],
    stored: Mapping[str, str],
    errors: Mapping[str, str],
) -> SourcedSetting:
    if given_value:
        value, error = values.get(name, given_value.value), errors.get(name, "")
        if not error and values and stored.get(name, written(value)) != written(value):
            error = f"the database has a different value: {stored[name]}"
        return SourcedSetting(name, value, given_value.source, given_value.place, error)
    if name in stored:
        return SourcedSetting(name, values.get(name, stored[name]), Source.DATA)
    default = values.get(name, Settings.model_fields[name].default)
    return SourcedSetting(name, default, Source.DEFAULT, error=errors.get(name, ""))


def _misnamed() -> Iterator[WrongSetting]:
    """Yields errors about unknown names of variables and credentials."""
    variables = {name for name in os.environ if name.startswith(PREFIX)}
    credentials = {name for name in credential_names() if name.upper().startswith(PREFIX)}
    names = {name[len(PREFIX) :].lower() for name in variables | credentials}
    fields = Settings.model_fields
    for name in sorted(names - set(fields)):
        text = f"this setting doesn't exist.{did_you_mean(name, fields)}"
        yield WrongSetting(name, f"{PREFIX}{name.upper()}", text)


def _wrong(name: str, kind: str, message: str) -> WrongSetting:
    if kind == "extra_forbidden":
        text = f'the setting "{name}" doesn\'t exist.{did_you_mean(name, Settings.model_fields)}'
        return WrongSetting(name, SETTINGS_FILE, text)
    return WrongSetting(name, f"{PREFIX}{name.upper()}", message.removeprefix("Value error, "))
