"""Asks for a mail server, and for the user and the password or token command to log in there."""

import socket
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from commands.cli.setup.answers import SECRETS, Answers
from commands.cli.setup.dialogue import KEEP, ask, ask_secret, tell
from commands.cli.setup.typed_servers import server_url, user_of, without_user
from commands.cli.setup.unfinished import remember
from commands.settings.groups.mail_in import IMAP_PORTS

SUBMISSION_PORTS = {"submissions": 465, "submission": 587}
LOGINS: Mapping[str, tuple[str, Mapping[str, int]]] = {
    "mailbox": ("IMAP server", IMAP_PORTS),
    "relay": ("Outgoing mail server", SUBMISSION_PORTS),
}
"""For each setting that names a server: the question, and the default port of each URL scheme."""
UNKNOWN_HOST = (socket.EAI_NONAME, getattr(socket, "EAI_NODATA", socket.EAI_NONAME))
"""Errors that show that a host doesn't exist. Others may pass."""


def ask_login(answers: Answers, typed: str, setting: str, usual: str) -> Answers:
    """Asks for a server and for the login there.

    `setting`: the setting that will name the server.
    `typed`: the server, if it was already typed.
    `usual`: the server to propose if the setting doesn't name one yet.
    """
    title, usual_ports = LOGINS[setting]
    file = f"{setting}_password_file"
    present = str(answers.values.get(setting, ""))
    present = present if urlsplit(present).scheme in usual_ports else ""

    def check(text: str) -> None:
        url = server_url(text, usual_ports, "user")
        login = {f"{setting}_password_file": "-", f"{setting}_token_command": None}
        answers.check(**{setting: url, **login})

    server = ask(title, without_user(present) or usual, check, typed)
    while not _is_host_known(server_url(server, usual_ports)):
        tell(
            f'There is no host named "{_host(server_url(server, usual_ports))}". Correct the name, '
            f'or type "{KEEP}" to use it anyway.'
        )
        before, server = server, ask(title, server, check)
        if server in (before, KEEP):
            server = before
            break
    mailbox_user = user_of(answers.values.get("mailbox", ""))
    usual_user = user_of(server) or user_of(present) or mailbox_user or answers.values["address"]
    user = ask("User name", usual_user)
    answers = answers.with_values(**{setting: server_url(server, usual_ports, user)})
    remember(answers.with_values(**{file: answers.values.get(file, SECRETS[file])}))
    return _ask_secret_of(answers, setting, "mailbox" if user == mailbox_user else "")


def _host(url: str) -> str:
    return urlsplit(url).hostname or ""


def _is_host_known(url: str) -> bool:
    """Whether the DNS knows the host, or can't be asked now."""
    try:
        socket.getaddrinfo(_host(url), None)
    except socket.gaierror as error:
        return error.errno not in UNKNOWN_HOST
    except (OSError, UnicodeError):
        return True
    return True


def _ask_secret_of(answers: Answers, server: str, like: str) -> Answers:
    """Asks for the secret of a login.

    `server`: the setting that names the server.
    `like`: another such setting whose secret can be reused, or an empty string.
    """
    file, command = f"{server}_password_file", f"{server}_token_command"
    if _has_secret(answers, server):
        enter, without_password = "press Enter to keep the current password or token", answers
    elif like and _has_secret(answers, like):
        enter = f"press Enter to use the same password or token as for the {like}"
        without_password = _alike(answers, server, like)
    else:
        enter, without_password = "if your provider uses OAuth, press Enter", None
    password = ask_secret(f"Password (hidden; {enter})")
    if password:
        return answers.with_secret(file, password).with_values(**{command: None})
    if without_password:
        return without_password
    typed = ask(
        "Command that prints an OAuth access token",
        check=lambda text: _check_command(answers, server, text),
    )
    return answers.with_values(**{command: typed, file: None})


def _has_secret(answers: Answers, server: str) -> bool:
    file = str(answers.values.get(f"{server}_password_file", ""))
    is_there = f"{server}_password_file" in answers.secrets or (file and Path(file).is_file())
    return bool(is_there or answers.values.get(f"{server}_token_command"))


def _alike(answers: Answers, server: str, like: str) -> Answers:
    secrets = ("password_file", "token_command")
    return answers.with_values(
        **{f"{server}_{each}": answers.values.get(f"{like}_{each}") for each in secrets}
    )


def _check_command(answers: Answers, server: str, text: str) -> None:
    if not text:
        raise ValueError("type a command")
    answers.check(**{f"{server}_token_command": text, f"{server}_password_file": None})
