"""Asks questions on the terminal or reads the answers from a pipe, and prints text."""

import shutil
import sys
import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path

import typer

from commands.cli.setup.setting_words import in_questions
from commands.cli.terminal import clean
from commands.server.health.check import sentence
from pbm.wording import WIDTH

PROGRAM = "pbm"
BACK = "back"
KEEP = "keep"
Check = Callable[[str], None]
"""Raises ValueError with the reason if an answer can't be used."""


class GoBack(Exception):
    """Raised if the user types BACK instead of an answer."""


def prompt(question: str, default: str = "", *, show_default: bool) -> str:
    """Returns the answer to a question. Raises GoBack if it is BACK."""
    text = str(typer.prompt(question, default, show_default=show_default)).strip()
    if text.lower() == BACK:
        raise GoBack
    return text


def tell(text: str, *, err: bool = False) -> None:
    """Prints a paragraph, wrapped to the terminal's width.

    `err`: whether to print on standard error.
    """
    width = min(WIDTH, shutil.get_terminal_size().columns)
    lines = textwrap.fill(clean(text), width, break_long_words=False, break_on_hyphens=False)
    typer.echo(lines, err=err)


def tell_heading(text: str) -> None:
    """Prints an empty line and a heading."""
    typer.echo()
    typer.secho(clean(text), bold=True)


def tell_command(line: str) -> None:
    """Prints a command line of this program between empty lines.

    It begins with the path of the program if `pbm` isn't in PATH.
    """
    called = sys.argv[0]
    is_elsewhere = Path(called).name == PROGRAM and not shutil.which(PROGRAM)
    typer.echo(f"\n  {called if is_elsewhere else PROGRAM} {line}\n")


def ask(question: str, default: str = "", check: Check | None = None, typed: str = "") -> str:
    """Asks until an answer passes the check, and returns it.

    Without a default, it may be empty. Raises GoBack if the user types BACK.

    `typed`: an answer that was already typed. The question is asked only if it doesn't pass.
    """
    while True:
        text = typed or prompt(question, default, show_default=bool(default))
        typed = ""
        try:
            if check:
                check(text)
        except ValueError as error:
            text = in_questions(str(error)).rstrip(".")
            tell(text if text.endswith("?") else sentence(text))
        else:
            return text


def ask_secret(question: str) -> str:
    """Returns a password, which isn't displayed while the user types. It may be empty."""
    if sys.stdin.isatty():
        return _unless_back(str(typer.prompt(question, "", hide_input=True, show_default=False)))
    typer.echo(f"{question}: ")  # getpass would ask on the terminal instead of reading the pipe.
    line = sys.stdin.readline()
    if not line:
        raise typer.Abort
    return line.rstrip("\r\n")


def _unless_back(typed: str) -> str:
    if typed.lower() == BACK:
        raise GoBack
    return typed


def choose(options: Mapping[str, str], default: str) -> str:
    """Returns an option that the user chooses by its word or number."""
    words = list(options)
    width = max(map(len, words))
    for number, (word, text) in enumerate(options.items(), 1):
        typer.echo(f"  {number}  {word:{width}}  {text}")
    by_answer = {word: word for word in words} | {
        str(number): word for number, word in enumerate(words, 1)
    }

    def check(text: str) -> None:
        if text.lower() not in by_answer:
            raise ValueError(f"type a number from 1 to {len(words)}, or the word next to it")

    return by_answer[ask("Your choice", default, check).lower()]
