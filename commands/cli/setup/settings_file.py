"""Writes `pbm.toml` and the password files next to it."""

import os
import textwrap
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import tomlkit

from commands.cli.setup.answers import SECRETS, Answers
from commands.settings import GROUPS, SETTINGS_FILE
from pbm.errors import NotAllowedError
from pbm.process.files import give_to_owner, write_atomically
from pbm.wording import WIDTH

HEADING = """\
pbm settings that differ from the defaults. To see all settings, run "pbm config".
Written by "pbm setup" or "pbm restore". Only the owner can read this file."""


def check_target(*, force: bool) -> None:
    """Raises NotAllowedError if the files can't be written or would replace existing ones."""
    folder = Path.cwd()
    if not os.access(folder, os.W_OK | os.X_OK):
        raise NotAllowedError(
            f'You can\'t write to {folder}. Run "pbm setup" in a folder that belongs to you.'
        )
    there = [name for name in (SETTINGS_FILE, *SECRETS.values()) if os.path.lexists(name)]
    if there and not force:
        raise NotAllowedError(
            f"{folder / there[0]} already exists. To change the settings, run: pbm setup --force"
        )


def write_files(answers: Answers, *, force: bool) -> list[Path]:
    """Writes all files, the settings last, and returns their paths.

    Raises NotAllowedError if a file can't be written. New files are removed again, unless `force`
    is set, because that may have replaced older ones.
    """
    texts = {SECRETS[name]: f"{secret}\n" for name, secret in answers.secrets.items()}
    texts[SETTINGS_FILE] = settings_text(answers.values, _present())
    written: list[Path] = []
    try:
        for name, text in texts.items():
            written.append(write_file(Path(name).absolute(), text, new=not force))
    except BaseException:
        for path in written if not force else ():
            path.unlink(missing_ok=True)
        raise
    return written


def write_file(path: Path, text: str, *, new: bool) -> Path:
    try:
        if write_atomically(path, text.encode(), new=new):
            give_to_owner(path)
            return path
    except OSError as error:
        raise NotAllowedError(f"pbm can't write to {path}: {error.strerror}.") from error
    raise NotAllowedError(
        f'Another program has just created {path}, so pbm didn\'t write it. Run "pbm setup" again.'
    )


def settings_text(values: Mapping[str, Any], present: str = "") -> str:
    """Returns the text of `pbm.toml`, with a comment on each setting.

    `present`: the existing text. Its comments and other content are kept.
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
    text = text.replace("`", "")
    return _commented(textwrap.wrap(f"{text[:1].upper()}{text[1:]}", WIDTH - 2))


def _commented(lines: Iterable[str]) -> str:
    return "".join(f"# {line}\n" for line in lines)


def _plain(value: Any) -> Any:
    """Converts a value to a type that TOML supports."""
    return value if isinstance(value, bool | int | float) else str(value)


def _present() -> str:
    """Returns the text of the existing file. Empty if there is none."""
    path = Path(SETTINGS_FILE)
    return path.read_text("utf-8") if path.exists() else ""
