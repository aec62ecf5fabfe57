"""Questions at the terminal, or answered from a pipe, and trials of the answers."""

import os
import re
import shutil
import socket
import sys
import textwrap
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import typer

from commands.cli.setup.answers import SECRETS, Answers
from commands.cli.setup.unfinished import remember
from commands.cli.terminal import clean
from commands.health.check import Finding, State, broken, ok
from commands.settings import Settings
from mail.smtp.listen_addresses import ListenAddress, UnixSocket
from pbm.wording import WIDTH

PROGRAM = "pbm"
Check = Callable[[str], None]
"""Raises ValueError with the reason for which an answer can't be used."""


def tell(text: str, *, err: bool = False) -> None:
    """Prints a paragraph, which fits narrow terminals as well; `err`: to standard error."""
    width = min(WIDTH, shutil.get_terminal_size().columns)
    lines = textwrap.fill(clean(text), width, break_long_words=False, break_on_hyphens=False)
    typer.echo(lines, err=err)


def tell_heading(text: str) -> None:
    """Prints an empty line and a heading."""
    typer.echo()
    typer.secho(clean(text), bold=True)


def tell_command(line: str) -> None:
    """Prints a line for the program, as it was called here, between empty lines."""
    called = sys.argv[0]
    is_elsewhere = Path(called).name == PROGRAM and not shutil.which(PROGRAM)
    typer.echo(f"\n  {called if is_elsewhere else PROGRAM} {line}\n")


def ask(question: str, default: str = "", check: Check | None = None, typed: str = "") -> str:
    """Returns an answer that passes the check; without a default, it may be empty.

    `typed`: the answer, if it was typed before; it is asked for if it doesn't pass.
    """
    while True:
        text = typed or str(typer.prompt(question, default, show_default=bool(default))).strip()
        typed = ""
        try:
            if check:
                check(text)
        except ValueError as error:
            tell(f"That can't be used: {in_questions(str(error)).rstrip('.')}.")
        else:
            return text


def ask_secret(question: str) -> str:
    """Returns a password, which isn't shown while it is typed; it may be empty."""
    if sys.stdin.isatty():
        return str(typer.prompt(question, "", hide_input=True, show_default=False))
    typer.echo(f"{question}: ")  # getpass would ask the terminal behind a pipe
    line = sys.stdin.readline()
    if not line:
        raise typer.Abort
    return line.rstrip("\r\n")


def choose(options: Mapping[str, str], default: str) -> str:
    """Returns one of the options, chosen by its word or number."""
    words = list(options)
    width = max(map(len, words))
    for number, (word, text) in enumerate(options.items(), 1):
        typer.echo(f"  {number}  {word:{width}}  {text}")
    by_answer = {word: word for word in words} | {
        str(number): word for number, word in enumerate(words, 1)
    }

    def check(text: str) -> None:
        if text.lower() not in by_answer:
            raise ValueError(f"a number from 1 to {len(words)} is needed, or its word")

    return by_answer[ask("Your choice", default, check).lower()]


# Trials of answers, by the checks of `pbm doctor` and by listening for real.

Ask = Callable[[Answers, str], Answers]
"""Asks for answers; the known ones are the defaults.

The text is the first answer, if it was typed already.
"""
Trial = Callable[[Settings], Finding]
WORDS = {State.OK: "It works: ", State.CONSIDER: "It works, but: ", State.BROKEN: "It fails: "}


def ask_until_it_works(
    answers: Answers, ask: Ask, first: str, trial: Trial, trying: str = ""
) -> Answers:
    """Asks until the trial succeeds, or the admin keeps what was answered anyway.

    `first`: the name of the first answer, which may be typed at once. `trying`: what is shown while
    it is tried.
    """
    typed = ""
    while True:
        answers = ask(answers, typed)
        remember(answers)
        if trying:
            tell(trying)
        if _shown(answers, trial) is not State.BROKEN:
            return answers
        again = f"Answer again? (Enter asks, no keeps it; or type another {first})"
        typed = str(typer.prompt(again, "", show_default=False)).strip()
        if typed.lower() in ("n", "no"):
            return answers
        typed = "" if typed.lower() in ("y", "yes") else typed


def _shown(answers: Answers, trial: Trial) -> State:
    """Tries answers, and prints the finding."""
    with answers.tried() as settings:
        finding = trial(settings)
        tell(told(finding, settings))
    return finding.state


def told(finding: Finding, settings: Settings) -> str:
    """Returns a finding in words; files with passwords have the names that they will get."""
    text = f"{WORDS[finding.state]}{finding.text} {finding.advice}"
    for name, path in SECRETS.items():
        text = text.replace(str(getattr(settings, name)) or path, path)
    return in_questions(text.strip())


# Sentences that name settings, in the words of the questions: there is no pbm.toml yet.

SAID: Sequence[tuple[str, str | Callable[[re.Match[str]], str]]] = (
    (r"Put the right password into [^;:]+(: a running.* at once)?", "Type the password again"),
    (r"Put the right command into PBM_\w+_TOKEN_COMMAND, which", "Type a command that"),
    (r"Put the right command, which (.*?), into PBM_\w+_TOKEN_COMMAND", r"Type a command that \1"),
    (r"Set PBM_RELAY to submissions://USER@HOST, and .* with the password", "Name a USER@ there"),
    (r"Leave it out or set it to that; --force", "Begin again with that; or pbm serve --force"),
    (r", and keeps it if the command is serve", ", and keeps it"),
    (r"Set (PBM_(?!ADDRESS|ADMIN)\w+=)", r"Keep it, and write later \1"),
    (r" with PBM_ENVELOPE_SENDER=\w+", ""),
    (r"PBM_REPLIES=\w+ has players reply", "players reply"),
    (r"PBM_(MAILBOX|RELAY)_PASSWORD_FILE", "the password"),
    (r"PBM_ADDRESS", "the server's address"),
    (r"PBM_ADMIN", "the admin's address"),
    (r"PBM_DATA\b", "the answer"),
    (r"PBM_MAILBOX\b", "the IMAP server"),
    (r"PBM_RELAY\b", "the server for outgoing mail"),
    (r"PBM_(\w+)=(\w+)", lambda found: f'{found[1].lower()} = "{found[2]}" in pbm.toml'),
)


def in_questions(text: str) -> str:
    """Returns a text that speaks of the answers to the questions instead of settings."""
    for pattern, words in SAID:
        text = re.sub(pattern, words, text)
    return text


def try_listening(place: ListenAddress) -> Finding:
    """Listens there for a moment."""
    try:
        for listening in place.open():
            listening.close()
    except OSError as error:
        number = error.errno or 0
        reason = os.strerror(number) if number > 0 else str(error)
        return broken(f"Nothing can listen on {place}: {reason}.", _advice(place))
    finally:
        if isinstance(place, UnixSocket):
            _remove(place)
    return ok(f"pbm can listen on {place}.")


def _remove(place: UnixSocket) -> None:
    """Removes a socket that nobody listens on; never another server's, nor another file."""
    if place.path.is_socket():
        with socket.socket(socket.AF_UNIX) as probe:
            if probe.connect_ex(str(place.path)):
                place.remove()


def _advice(place: ListenAddress) -> str:
    if isinstance(place, UnixSocket):
        return f"The folder {place.path.parent} must be there, and pbm's user may write to it."
    if place.port < 1024:
        return (
            "Ports below 1024 need rights that pbm shouldn't have: let a container, a firewall or "
            "a mail server pass port 25 on to a higher one, such as 2525."
        )
    return "Stop what listens there, or take another port."


def try_folder(path: Path) -> Finding:
    """Tries to write into a folder, or into that in which it would be made."""
    if path.exists() and not path.is_dir():
        return broken(f"{path} isn't a folder.", "Name another one.")
    there = next(each for each in (path.absolute(), *path.absolute().parents) if each.exists())
    try:
        with TemporaryDirectory(prefix=".pbm-", dir=there):
            return ok(f"{path} can be used." if path.exists() else f"{path} can be made.")
    except OSError as error:
        return broken(
            f"Nothing can be written into {there}: {error.strerror}.",
            "Name another folder, or give it to the user of pbm.",
        )
