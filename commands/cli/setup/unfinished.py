"""Stores the answers of an interrupted setup, which the next setup proposes."""

from pathlib import Path

import tomlkit

from commands.cli.setup.answers import SECRETS, Answers, given_above, usable
from commands.cli.setup.settings_file import settings_text, write_file
from commands.system.settings_file import read_settings_file

UNFINISHED = "pbm-setup.toml"
"""The file for unfinished answers, next to `pbm.toml`."""


def remember(answers: Answers) -> None:
    """Stores the answers so far.

    Passwords are left out, and also commands, because they may contain passwords.
    """
    overriding = given_above()
    values = {name: value for name, value in answers.values.items() if name not in overriding}
    for file, usual in SECRETS.items():
        if values.pop(file.replace("password_file", "token_command"), None):
            values[file] = usual
    write_file(Path(UNFINISHED).absolute(), settings_text(values), new=False)


def read_unfinished() -> Answers | None:
    """Returns the answers of an interrupted setup.

    Returns None if there are none or the file is damaged.

    Raises UsageError if the file belongs to another user, because setup tries the answers with the
    caller's permissions.
    """
    try:
        values = tomlkit.parse(read_settings_file(UNFINISHED)).unwrap()
    except (OSError, ValueError):
        return None
    return Answers(usable(values))


def is_unfinished() -> bool:
    """Whether there are answers of an interrupted setup."""
    return Path(UNFINISHED).exists()


def forget_unfinished() -> None:
    Path(UNFINISHED).unlink(missing_ok=True)
