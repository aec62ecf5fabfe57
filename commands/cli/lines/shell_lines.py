"""Runs lines of the command language from the shell's arguments or from standard input."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import replace
from getpass import getpass
from itertools import chain
from typing import Any, TextIO, cast

from commands.cli.command_table import COMMANDS
from commands.cli.lines.line_runner import LineRunner, print_response
from commands.cli.open_database import missing_database, open_for_command, tell_missing_database
from commands.content.status import Status
from commands.context.caller import Caller
from commands.language import parser
from commands.language.command import Command
from commands.language.error_responses import refusal_response
from commands.language.grammar import missing_passwords
from commands.language.tokenizer import shell_words, tokenize
from commands.server.app.offline import make_dispatcher
from commands.settings import Settings, read_settings
from commands.system.data_owner import as_owner
from commands.system.logs.logging import configure_logging
from commands.system.secrets.secret import Secret
from commands.system.stored_types import UnitOfWork
from mail.reading.characters import clean
from pbm.errors import NotAllowedError, UsageError, UserError
from pbm.suggestions import did_you_mean
from pbm.wording import shown


class NoDatabase:
    """A unit of work for lines that need no database, such as `help`.

    Its savepoints do nothing.
    """

    def is_database_error(self, error: Exception) -> bool:
        return False

    def savepoint(self) -> AbstractContextManager[None]:
        return nullcontext()

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"{name}: a command without a database has no repositories")


def run_lines(words: Sequence[str], *, admin: bool, as_json: bool, force: bool) -> Status:
    """Runs the line in the arguments.

    If the only argument is a dash, runs the lines of standard input.
    """
    configure_logging(quiet=True)
    settings = read_settings()
    if words == ["-"]:
        _read_standard_input(settings, Caller(admin=admin), as_json=as_json, force=force)
        return Status.DONE
    caller = Caller("", admin, lambda: clean(_standard_input().read()))
    line = shell_words(words)
    if not parser.is_command(line) and not settings.is_file_missing:
        from storage.reading import learn_games  # noqa: PLC0415 - slow to load

        with as_owner(settings.data):
            learn_games(settings.database_url)
    try:
        readings = list(parser.readings(line, proven=admin))
        completed = [_with_passwords(command, caller) for command in readings[:1]]
    except UserError as error:
        suggestion = (
            did_you_mean(words[0], COMMANDS) if isinstance(error, parser.UnknownCommand) else ""
        )
        if suggestion and "Did you mean" not in error.text:
            error = UsageError(f'"{shown(words[0])}" isn\'t a command or a game.{suggestion}')
        return print_response(refusal_response(error, line), as_json=as_json)
    commands = [*completed, *readings[1:]]
    if not any(command.needs_database for command in commands):
        work = cast(UnitOfWork, NoDatabase())
        response = make_dispatcher(settings).execute(work, commands, line, caller)
        return print_response(response, as_json=as_json)
    new = any(command.may_be_first for command in commands)
    with open_for_command(settings, new=new, force=force) as app:
        status = LineRunner(app, as_json=as_json).run(commands, line, caller)
        if status != Status.DONE:
            tell_missing_database(settings)
        return status


def _read_standard_input(settings: Settings, caller: Caller, *, as_json: bool, force: bool) -> None:
    """Runs the lines of standard input.

    If the database is missing, the first line that may create it does so.
    """
    lines: Iterator[str] = iter(_standard_input())
    if missing_database(settings):
        with open_for_command(settings, new=False, force=force) as app:
            for line in lines:
                if _may_be_first(line, caller) or not missing_database(settings):
                    lines = chain([line], lines)
                    break
                LineRunner(app, as_json=as_json).read([line], caller)
            else:
                return
    with open_for_command(settings, new=True, force=force) as app:
        LineRunner(app, as_json=as_json).read(lines, caller)


def _may_be_first(line: str, caller: Caller) -> bool:
    """Whether a line may be the first on a new server, so that it creates the database."""
    with suppress(UserError):
        readings = parser.readings(tokenize(clean(line)), proven=caller.admin)
        return any(command.may_be_first for command in readings)
    return False


def _with_passwords(command: Command, caller: Caller) -> Command:
    """Asks for missing passwords and returns the completed command.

    This happens before a transaction begins, so that no transaction waits for the user.
    """
    missing = missing_passwords(command, proven=caller.admin)
    return replace(command, **{name: ask_password(f"{title}: ") for name, title in missing})


def ask_password(prompt: str) -> Secret:
    if not sys.stdin.isatty():
        raise NotAllowedError(
            'pbm can\'t ask for the password without a terminal. Write the password instead of "-".'
        )
    try:
        return Secret(getpass(prompt))
    except EOFError:
        raise NotAllowedError("You didn't type a password, so nothing was done.") from None


def _standard_input() -> TextIO:
    sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    return sys.stdin
