"""Commands as typed, such as `python3 bot.py`, prepared to run."""

import os
import shlex
import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from pbm.errors import NotFoundError, UsageError

Argv = tuple[str, ...]


def read_command(typed: str) -> Argv:
    """Returns the words of a command; raises NotFoundError for a missing program.

    Engines run in an empty folder, so words that name files here become full paths.
    """
    try:
        program, *words = shlex.split(typed)
    except ValueError:
        raise UsageError(
            f'"{typed}" isn\'t a command: a program and its words, such as ./bot.'
        ) from None
    executable = shutil.which(program)
    if executable is None:
        raise NotFoundError(f'There is no program "{program}" here that could be run.')
    return (str(Path(executable).absolute()), *map(_full_path, words))


def missing_program(command: Argv) -> str:
    """Returns in words that the program, or its interpreter, isn't on this machine; else nothing.

    Without it the engine can't be started.
    """
    program = command[0]
    if not os.access(program, os.X_OK):
        return f"its program {program} isn't there, or may not be run"
    gone = [word for word in _interpreter(program) if not shutil.which(word)]
    return f"the interpreter {gone[0]} of its program {program} isn't there" if gone else ""


def missing_part(command: Argv) -> str:
    """Returns in words that the program, or a file that it gets, isn't on this machine."""
    gone = [word for word in command[1:] if Path(word).is_absolute() and not os.path.lexists(word)]
    return missing_program(command) or (f"{gone[0]} isn't there" if gone else "")


def shebang(program: str) -> Sequence[str]:
    """Returns the words of the first line of a script, such as `#!/usr/bin/env python3`."""
    with suppress(OSError), Path(program).open("rb") as file:
        first = file.readline(256).decode("utf-8", "replace")
        if first.startswith("#!"):
            return first[2:].split()
    return ()


def _interpreter(program: str) -> Iterator[str]:
    """Yields the interpreter of a script; if that is `env`, also the program that it looks for."""
    words = shebang(program)
    yield from words[:1]
    if words and Path(words[0]).name == "env":
        yield from [word for word in words[1:] if word[0] != "-" and "=" not in word][:1]


def _full_path(word: str) -> str:
    """Returns the full path of a word that names a file, and any other word unchanged."""
    with suppress(OSError):  # a word may be too long for a path
        path = Path(word)
        return str(path.absolute()) if path.is_file() else word
    return word
