"""Commands as typed, such as `python3 bot.py`, prepared to run."""

import shlex
import shutil
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
    found = shutil.which(program)
    if found is None:
        raise NotFoundError(f'There is no program "{program}" here that could be run.')
    return (str(Path(found).absolute()), *map(_full_path, words))


def _full_path(word: str) -> str:
    """Returns the full path of a word that names a file, and any other word unchanged."""
    with suppress(OSError):  # a word may be too long for a path
        path = Path(word)
        return str(path.absolute()) if path.is_file() else word
    return word
