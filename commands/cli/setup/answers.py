"""The answers to `pbm setup`, as settings that can be tried before anything is written."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn, Self

from pydantic import ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource

from commands.settings import SETTINGS_FILE, Settings
from commands.settings.groups.login_check import wrong_setting
from commands.settings.sources import Given, Source, read_given, setting_sources, sources_above_file
from pbm.errors import NotAllowedError

SECRETS = {
    "mailbox_password_file": "mailbox-password",
    "relay_password_file": "relay-password",
}
"""Files for passwords next to `pbm.toml`, by the settings that name them."""
ABOVE_THE_FILE = (Source.ENVIRONMENT, Source.CREDENTIAL)
"""The sources that override `pbm.toml`."""


class TrialSettings(Settings):
    """Settings whose arguments have the precedence of values in `pbm.toml`."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Returns the sources, highest precedence first."""
        return *sources_above_file(settings_cls).values(), init_settings


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers so far, including the values of an existing `pbm.toml`."""

    values: Mapping[str, Any] = field(default_factory=dict)
    """The values of settings, by name."""
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)
    """New passwords, by the settings that name their files."""
    has_pipe: bool = False
    """Whether a mail server will run `pbm receive`. No setting records this."""

    def with_values(self, **values: Any) -> Self:
        """Returns the answers with changed values. The value None removes a setting."""
        merged = {**self.values, **values}
        present = {name: value for name, value in merged.items() if value is not None}
        return replace(self, values=present)

    def with_secret(self, name: str, secret: str) -> Self:
        """Returns the answers with a new password and the setting that names its file."""
        secrets = {**self.secrets, name: secret}
        return replace(self.with_values(**{name: SECRETS[name]}), secrets=secrets)

    @contextmanager
    def tried(self) -> Iterator[Settings]:
        """Yields the settings, with new passwords in temporary files.

        Raises ValueError with the reason if the settings can't be used.
        """
        with TemporaryDirectory(prefix="pbm-setup-") as folder:
            paths = {path: str(Path(folder) / path) for path in SECRETS.values()}
            for name, secret in self.secrets.items():
                Path(paths[SECRETS[name]]).write_text(f"{secret}\n", "utf-8")
            new = {SECRETS[name] for name in self.secrets}
            named = {name: self.values.get(name) for name in SECRETS}
            files = {name: paths[path] for name, path in named.items() if path in new and path}
            yield _made({**self.values, **files})

    def check(self, **values: Any) -> None:
        """Raises ValueError with the reason if these values can't be used."""
        with self.with_values(**values).tried():
            pass


def _made(values: Mapping[str, Any]) -> Settings:
    try:
        return TrialSettings(**values)
    except ValidationError as error:
        raise ValueError(_reason(error)) from None


def _reason(error: ValidationError) -> str:
    """Returns the problem with the first invalid value.

    Further problems may only follow from it.
    """
    return error.errors()[0]["msg"].removeprefix("Value error, ").rstrip(".")


def given_above() -> Mapping[str, Given]:
    """Returns the settings from sources that override `pbm.toml`."""
    settings = read_given(Settings)
    return {name: each for name, each in settings.items() if each.source in ABOVE_THE_FILE}


def read_file() -> Answers:
    """Returns the usable values of the existing `pbm.toml`. Empty if there is none."""
    try:
        settings = setting_sources(Settings)[Source.FILE]()
    except (ValueError, OSError) as error:
        raise NotAllowedError(
            f"{SETTINGS_FILE} can't be read: {error}. Move the file out of the way and try again."
        ) from None
    return Answers(usable(settings))


def usable(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Returns the values without the invalid ones.

    Raises NotAllowedError if an invalid value comes from a source that overrides `pbm.toml`.
    """
    while True:
        try:
            TrialSettings(**values)
        except ValidationError as error:
            wrong = {part["loc"][0] for part in error.errors()}
            if not wrong & values.keys():
                _raise_wrong_above(error)
            values = {name: value for name, value in values.items() if name not in wrong}
        else:
            return values


def _raise_wrong_above(error: ValidationError) -> NoReturn:
    name, reason = wrong_setting(error.errors()[0]), _reason(error)
    raise NotAllowedError(
        f"PBM_{name.upper()}: {reason}. Correct this setting in the environment or the "
        "credentials, or remove it there, and setup will ask for it."
    ) from None
