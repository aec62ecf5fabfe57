"""Turns a typed command, such as `python3 bot.py`, into the arguments of a process."""

import os
import shlex
import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from pbm.errors import NotFoundError, UsageError

Argv = tuple[str, ...]


def read_command(typed: str) -> Argv:
    """Returns the words of a command. Raises NotFoundError if the program doesn't exist.

    Engines run in an empty folder. Words that name a file relative to the current folder are
    therefore replaced by full paths.
    """
    try:
        program, *words = shlex.split(typed)
    except ValueError:
        raise UsageError(
            f'"{typed}" isn\'t a valid command. Give a program, such as ./bot.'
        ) from None
    executable = shutil.which(program)
    if executable is None:
        raise NotFoundError(f"The program \"{program}\" doesn't exist or isn't executable.")
    return (str(Path(executable).absolute()), *map(_full_path, words))


def missing_program(command: Argv) -> str:
    """Returns a text if the program or its interpreter is missing, or an empty string.

    The engine can't be started without them.
    """
    program = command[0]
    if not os.access(program, os.X_OK):
        return f"the program {program} is missing or isn't executable"
    gone = [word for word in _interpreter(program) if not shutil.which(word)]
    return f"the interpreter {gone[0]} of the program {program} is missing" if gone else ""


def missing_part(command: Argv) -> str:
    """Returns a text if the program or a file among its arguments is missing."""
    gone = [word for word in command[1:] if Path(word).is_absolute() and not os.path.lexists(word)]
    return missing_program(command) or (f"{gone[0]} is missing" if gone else "")


def shebang(program: str) -> Sequence[str]:
    """Returns the words of a script's first line without `#!`, such as `/usr/bin/env python3`."""
    with suppress(OSError), Path(program).open("rb") as file:
        first = file.readline(256).decode("utf-8", "replace")
        if first.startswith("#!"):
            return first[2:].split()
    return ()


def _interpreter(program: str) -> Iterator[str]:
    """Yields a script's interpreter. If that is `env`, yields the program that `env` runs, too."""
    words = shebang(program)
    yield from words[:1]
    if words and Path(words[0]).name == "env":
        yield from [word for word in words[1:] if word[0] != "-" and "=" not in word][:1]


def _full_path(word: str) -> str:
    """Returns the full path if the word names a file. Otherwise, returns the word."""
    with suppress(OSError):  # The word may be too long for a path.
        path = Path(word)
        return str(path.absolute()) if path.is_file() else word
    return word
