"""The answers of a setup that was cut off, which the next one proposes."""

from pathlib import Path

import tomlkit

from commands.cli.setup.answers import SECRETS, Answers, given_above, usable
from commands.cli.setup.settings_file import settings_text, write_file
from commands.system.settings_file import read_settings_file

UNFINISHED = "pbm-setup.toml"
"""The file beside `pbm.toml` with the answers so far."""


def remember(answers: Answers) -> None:
    """Stores the answers so far, without passwords, and without commands, which may have some."""
    given = given_above()
    values = {name: value for name, value in answers.values.items() if name not in given}
    for file, usual in SECRETS.items():
        if values.pop(file.replace("password_file", "token_command"), None):
            values[file] = usual
    write_file(Path(UNFINISHED).absolute(), settings_text(values), new=False)


def read_unfinished() -> Answers | None:
    """Returns the answers of a setup that was cut off; None if there is none, or it is damaged.

    Raises UsageError for a file of another user: setup tries the answers with the caller's rights.
    """
    try:
        found = tomlkit.parse(read_settings_file(UNFINISHED)).unwrap()
    except (OSError, ValueError):
        return None
    return Answers(usable(found))


def is_unfinished() -> bool:
    """Returns True if there are answers of a setup that was cut off."""
    return Path(UNFINISHED).exists()


def forget_unfinished() -> None:
    """Deletes the answers of a setup that was cut off."""
    Path(UNFINISHED).unlink(missing_ok=True)
