"""Questions at the terminal, or answered from a pipe, and trials of the answers."""

import shutil
import sys
import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path

import typer

from commands.cli.setup.setting_words import in_questions
from commands.cli.terminal import clean
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
