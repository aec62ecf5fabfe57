"""The answers to the questions, as settings that can be tried before anything is written."""

import os
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn, Self

import tomlkit
from pydantic import ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource

from commands.settings import GROUPS, SETTINGS_FILE, Settings
from commands.settings.sources import Given, Source, read_given, setting_sources, sources_above_file
from commands.system.files import give_to_owner, write_atomically
from pbm.errors import NotAllowedError
from pbm.wording import WIDTH

SECRETS = {
    "mailbox_password_file": "mailbox-password",
    "relay_password_file": "relay-password",
}
"""The files for passwords beside `pbm.toml`, by the settings that name them."""
ABOVE_THE_FILE = (Source.ENVIRONMENT, Source.CREDENTIAL)
"""The sources that count more than `pbm.toml`."""


class TrialSettings(Settings):
    """The settings as they would be with these arguments in `pbm.toml`."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Returns the sources by precedence."""
        return *sources_above_file(settings_cls).values(), init_settings


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers so far, and the values in an older `pbm.toml`."""

    values: Mapping[str, Any] = field(default_factory=dict)
    """The values of settings by name."""
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)
    """New passwords by the settings that name their files."""

    def having(self, **values: Any) -> Self:
        """Returns the answers with other values; None takes a setting away."""
        merged = {**self.values, **values}
        kept = {name: value for name, value in merged.items() if value is not None}
        return replace(self, values=kept)

    def having_secret(self, name: str, secret: str) -> Self:
        """Returns the answers with a password for the file that the setting names."""
        secrets = {**self.secrets, name: secret}
        return replace(self.having(**{name: SECRETS[name]}), secrets=secrets)

    @contextmanager
    def tried(self) -> Iterator[Settings]:
        """Yields the settings, with new passwords in files that only live meanwhile.

        Raises ValueError with the reason for which they can't be used.
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
        """Raises ValueError with the reason for which these values can't be used."""
        with self.having(**values).tried():
            pass


def _made(values: Mapping[str, Any]) -> Settings:
    try:
        return TrialSettings(**values)
    except ValidationError as error:
        raise ValueError(_reason(error)) from None


def _reason(error: ValidationError) -> str:
    """Returns what is wrong with the first value: others may only follow from it."""
    return error.errors()[0]["msg"].removeprefix("Value error, ").rstrip(".")


def given_above() -> Mapping[str, Given]:
    """Returns the settings from sources that count more than `pbm.toml`."""
    found = read_given(Settings)
    return {name: each for name, each in found.items() if each.source in ABOVE_THE_FILE}


def read_file() -> Answers:
    """Returns what stands in the present `pbm.toml` and can be used; nothing if there is none."""
    try:
        found = setting_sources(Settings)[Source.FILE]()
    except (ValueError, OSError) as error:
        raise NotAllowedError(f"{SETTINGS_FILE} can't be read: {error}. Move it away.") from None
    return Answers(usable(found))


def usable(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Returns the values that can be used.

    Raises NotAllowedError if the invalid value comes from a source that overrides `pbm.toml`.
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
    name, reason = error.errors()[0]["loc"][0], _reason(error)
    raise NotAllowedError(
        f"PBM_{str(name).upper()}: {reason}. Set that right, in the environment or the "
        "credentials, or take it away: setup asks for it then."
    ) from None


# The answers of a setup that was cut off, which the next one proposes.

UNFINISHED = "pbm-setup.toml"
"""The file beside `pbm.toml` with the answers so far."""


def remember(answers: Answers) -> None:
    """Stores the answers so far, without passwords, and without commands, which may have some."""
    given = given_above()
    values = {name: value for name, value in answers.values.items() if name not in given}
    for file, usual in SECRETS.items():
        if values.pop(file.replace("password_file", "token_command"), None):
            values[file] = usual
    _write(Path(UNFINISHED).absolute(), settings_text(values), new=False)


def read_unfinished() -> Answers | None:
    """Returns the answers of a setup that was cut off; None if there is none, or it is damaged."""
    try:
        found = tomlkit.parse(Path(UNFINISHED).read_text("utf-8")).unwrap()
    except (OSError, ValueError):
        return None
    return Answers(usable(found))


def is_unfinished() -> bool:
    """Returns True if there are answers of a setup that was cut off."""
    return Path(UNFINISHED).exists()


def forget_unfinished() -> None:
    """Deletes the answers of a setup that was cut off."""
    Path(UNFINISHED).unlink(missing_ok=True)


# Writing `pbm.toml`, and the files with passwords beside it.

HEADING = """\
The settings of pbm that differ from the defaults; "pbm config" shows all.
Made by "pbm setup" or "pbm restore". Only its owner may read this file."""


def check_target(*, force: bool) -> None:
    """Raises NotAllowedError if the files can't be written, or something would be lost."""
    folder = Path.cwd()
    if not os.access(folder, os.W_OK | os.X_OK):
        raise NotAllowedError(f"Nothing can be written into {folder}: start in a folder of yours.")
    there = [name for name in (SETTINGS_FILE, *SECRETS.values()) if os.path.lexists(name)]
    if there and not force:
        raise NotAllowedError(
            f"There is a file {folder / there[0]} already, which setup doesn't replace. --force "
            "asks again, with its values as the defaults, and replaces it then."
        )


def write_files(answers: Answers, *, force: bool) -> list[Path]:
    """Writes all files, the settings last, and returns their paths; raises NotAllowedError.

    None of them stays if one can't be written, unless `force` has replaced older ones.
    """
    texts = {SECRETS[name]: f"{secret}\n" for name, secret in answers.secrets.items()}
    texts[SETTINGS_FILE] = settings_text(answers.values, _present())
    written: list[Path] = []
    try:
        for name, text in texts.items():
            written.append(_write(Path(name).absolute(), text, new=not force))
    except BaseException:
        for path in written if not force else ():
            path.unlink(missing_ok=True)
        raise
    return written


def _write(path: Path, text: str, *, new: bool) -> Path:
    try:
        if write_atomically(path, text.encode(), new=new):
            give_to_owner(path)
            return path
    except OSError as error:
        raise NotAllowedError(f"{path} can't be written: {error.strerror}.") from error
    raise NotAllowedError(f"{path} was made by somebody else meanwhile: nothing was written.")


def settings_text(values: Mapping[str, Any], present: str = "") -> str:
    """Returns the text of `pbm.toml`, with a comment on each setting.

    `present`: the text that it had; what stands there besides settings stays.
    """
    fields = {name: info for group in GROUPS for name, info in group.model_fields.items()}
    comments = {name: _comment(text) for g in GROUPS for name, text in g.descriptions().items()}
    for name in fields.keys() - set(values):
        present = present.replace(f"\n{comments[name]}{name} = ", f"{name} = ")
    document = tomlkit.parse(present or _commented(HEADING.splitlines()))
    for name in [name for name in document if name not in values]:
        del document[name]
    new = ""
    for name, info in fields.items():
        if name in document:
            document[name] = _plain(values[name])
        elif name in values and str(values[name]) != str(info.default):
            line = tomlkit.dumps({name: _plain(values[name])})
            new += f"\n{comments[name]}{line}"
    return tomlkit.dumps(document) + new


def _comment(text: str) -> str:
    """Returns the comment above a setting."""
    text = text.replace("`", "")
    return _commented(textwrap.wrap(f"{text[:1].upper()}{text[1:]}", WIDTH - 2))


def _commented(lines: Iterable[str]) -> str:
    return "".join(f"# {line}\n" for line in lines)


def _plain(value: Any) -> Any:
    """Returns a value that TOML has."""
    return value if isinstance(value, bool | int | float) else str(value)


def _present() -> str:
    """Returns the text of the present file; nothing if there is none."""
    path = Path(SETTINGS_FILE)
    return path.read_text("utf-8") if path.exists() else ""
