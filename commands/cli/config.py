"""Implements `pbm config`, which shows all settings, their values and their sources."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from commands.cli.arguments import AsJson
from commands.cli.games.served_games import game_data, game_rows
from commands.cli.terminal import print_blank, print_groups, print_json, print_line, print_section
from commands.settings import GROUPS, Settings
from commands.settings.reading import SourcedSetting, read_sourced, try_settings
from commands.settings.shown_values import shown_value
from commands.settings.sources import Source
from commands.settings.stored_settings import StoredSettings
from commands.system.data_folder import PREFIX
from commands.system.data_owner import as_owner
from commands.system.logs.logging import configure_logging
from commands.system.secrets.credentials import credentials_folder
from commands.system.settings_file import SETTINGS_FILE
from pbm import games
from pbm.errors import UsageError
from pbm.suggestions import did_you_mean

Names = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[NAME...]", help="name of a setting, such as address (default: all settings)"
    ),
]


@dataclass(frozen=True, slots=True)
class _CurrentSettings:
    """The settings in effect, and problems other than wrong values."""

    settings: Sequence[SourcedSetting]
    problems: Sequence[str]

    @property
    def is_good(self) -> bool:
        return not self.problems and not any(each.error for each in self.settings)


def config(names: Names = None, as_json: AsJson = False) -> None:
    """Show all settings, their values and their sources.

    Without names, it also shows all games, with their packages and versions. Passwords in URLs and
    the arguments of commands are hidden. Invalid settings are shown with the error, and make the
    exit status 1.

    Example: pbm config address relay
    """
    configure_logging(quiet=True)
    setting_names = _wanted(names or [])
    current = _find()
    settings = [each for each in current.settings if each.name in setting_names]
    if as_json:
        print_json(_data(current, settings) | ({} if names else {"games": game_data()}))
    else:
        _print(current, settings)
        if not names:
            print_section("Games", ("game", "package", "version", ""), game_rows())
    if not current.is_good:
        raise typer.Exit(1)


def _wanted(names: Sequence[str]) -> set[str]:
    """Returns the names of the requested settings, or of all settings if none is named.

    Raises UsageError for an unknown name.
    """
    all_names = Settings.model_fields
    requested = {name.lower().removeprefix(PREFIX.lower()) for name in names}
    for name in sorted(requested - set(all_names)):
        raise UsageError(f'The setting "{name}" doesn\'t exist.{did_you_mean(name, all_names)}')
    return requested or set(all_names)


def _find() -> _CurrentSettings:
    try:
        settings, _ = try_settings()
        if settings:
            games.watch(settings.data)
        games.choose(settings.games if settings else "")
        stored, problem = _stored_settings(settings) if settings else (StoredSettings(), "")
        sourced, unknown = read_sourced(stored)
    except UsageError as error:
        return _CurrentSettings((), (error.text,))
    return _CurrentSettings(sourced, [*map(str, unknown), *filter(None, [problem])])


def _stored_settings(settings: Settings) -> tuple[StoredSettings, str]:
    """Returns the settings stored in the database.

    If they can't be read, also returns the reason.
    """
    from storage.reading import read_stored_settings  # noqa: PLC0415 - slow to load

    if settings.is_file_missing:
        return StoredSettings(), ""
    try:
        with as_owner(settings.data):
            return StoredSettings(*read_stored_settings(settings.database_url)), ""
    except ConnectionError as error:
        problem = f"pbm can't read the settings in the database: {error}."
        return StoredSettings(), f"{problem} To find the cause, run: pbm doctor"


def _print(current: _CurrentSettings, settings: Sequence[SourcedSetting]) -> None:
    by_name = {each.name: each for each in settings}
    rows = {
        group.heading(): [
            row for name in group.model_fields if name in by_name for row in _rows(by_name[name])
        ]
        for group in GROUPS
    }
    if settings:
        print_groups(
            ("setting", "value", "from"), {title: each for title, each in rows.items() if each}
        )
        print_blank()
    for line in (*current.problems, *_places(settings)):
        print_line(line)


def _rows(setting: SourcedSetting) -> list[tuple[str, str, str]]:
    row = (_variable(setting), shown_value(setting.name, setting.value), setting.source)
    return [row, ("", f"error: {setting.error}", "")] if setting.error else [row]


def _places(settings: Sequence[SourcedSetting]) -> list[str]:
    """Returns lines that give the locations of the sources of these settings."""
    sources = {each.source for each in settings}
    lines = []
    if Source.FILE in sources or Path(SETTINGS_FILE).exists():
        lines.append(f"{SETTINGS_FILE}: {Path(SETTINGS_FILE).absolute()}")
    else:
        lines.append(f"{SETTINGS_FILE}: not found in {Path.cwd()}")
    if Source.CREDENTIAL in sources:
        lines.append(f"credential: a file in {credentials_folder()}")
    if Source.DATA in sources:
        lines.append("data: a value in the database, stored by the first server that used it")
    return lines


def _variable(setting: SourcedSetting) -> str:
    return f"{PREFIX}{setting.name.upper()}"


def _data(current: _CurrentSettings, settings: Sequence[SourcedSetting]) -> dict[str, Any]:
    return {
        "ok": current.is_good,
        "settings": [
            {
                "name": each.name,
                "variable": _variable(each),
                "value": _plain(each),
                "source": each.source,
                "place": each.place,
                "error": each.error,
            }
            for each in settings
        ],
        "problems": list(current.problems),
    }


def _plain(setting: SourcedSetting) -> Any:
    """Returns a setting's value in a form that JSON can represent."""
    value = setting.value
    is_plain = value is None or isinstance(value, bool | int | float)
    return value if is_plain else shown_value(setting.name, value)
