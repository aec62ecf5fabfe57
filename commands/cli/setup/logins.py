"""The questions for passwords, and for commands that print access tokens."""

from pathlib import Path

from commands.cli.setup.answers import Answers
from commands.cli.setup.dialogue import ask, ask_secret

NO_COMMAND = "a command is needed, or a password before"


def ask_login(answers: Answers, server: str, like: str = "") -> Answers:
    """Asks for the secret of a login; `server`: the setting that names the server.

    `like`: another such setting, whose secret may be used here as well.
    """
    file, command = f"{server}_password_file", f"{server}_token_command"
    if _has_secret(answers, server):
        other, kept = "keeps the one before", answers
    elif like and _has_secret(answers, like):
        other, kept = f"takes that of the {like}", _alike(answers, server, like)
    else:
        other, kept = "asks for a command instead", None
    password = ask_secret(f"Password (it isn't shown; Enter alone {other})")
    if password:
        return answers.having_secret(file, password).having(**{command: None})
    if kept:
        return kept
    typed = ask(
        "Command that prints an access token",
        check=lambda text: _check_command(answers, server, text),
    )
    return answers.having(**{command: typed, file: None})


def _has_secret(answers: Answers, server: str) -> bool:
    file = str(answers.values.get(f"{server}_password_file", ""))
    is_there = f"{server}_password_file" in answers.secrets or (file and Path(file).is_file())
    return bool(is_there or answers.values.get(f"{server}_token_command"))


def _alike(answers: Answers, server: str, like: str) -> Answers:
    secrets = ("password_file", "token_command")
    return answers.having(
        **{f"{server}_{each}": answers.values.get(f"{like}_{each}") for each in secrets}
    )


def _check_command(answers: Answers, server: str, text: str) -> None:
    if not text:
        raise ValueError(NO_COMMAND)
    answers.check(**{f"{server}_token_command": text, f"{server}_password_file": None})
