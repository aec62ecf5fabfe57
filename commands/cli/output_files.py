"""Checks output paths.

They must not be in the data folder or replace files of other programs.
"""

import gzip
import zlib
from pathlib import Path

from commands.cli.typer_app import is_forced
from pbm.errors import NotAllowedError
from pbm.process.files import real_path

GZIP_MAGIC = b"\x1f\x8b"
"""The first bytes of a gzip file."""


def check_outside(path: Path, data: Path, *, except_in: str = "") -> None:
    """Raises NotAllowedError for a path in the data folder, unless --force was given.

    `except_in`: the name of a subfolder in which paths are allowed.
    """
    real, folder = real_path(path), real_path(data)
    is_allowed = except_in and real.is_relative_to(folder / except_in)
    if real.is_relative_to(folder) and not is_allowed and not is_forced():
        raise NotAllowedError(
            f"{path} is in the data folder, which is only for pbm's own files. Choose a "
            "different folder."
        )


def check_output(path: Path, data: Path, beginning: str) -> None:
    """Raises NotAllowedError for a path in the data folder or a file of another kind.

    With --force, any file may be replaced.

    `beginning`: the first characters of every file that the command writes.
    """
    check_outside(path, data)
    if path.is_file() and not is_forced() and not _begins_with(path, beginning.encode()):
        raise NotAllowedError(
            f"{path} exists, but this command didn't write it. Choose a different name, or put "
            '--force after "pbm" to replace the file.'
        )


def _begins_with(path: Path, beginning: bytes) -> bool:
    """Whether a file, decompressed if necessary, begins with these bytes or is empty."""
    try:
        with path.open("rb") as file:
            is_packed = file.read(len(GZIP_MAGIC)) == GZIP_MAGIC
        with gzip.open(path) if is_packed else path.open("rb") as file:
            first_bytes = file.read(len(beginning))
    except (OSError, EOFError, zlib.error):
        return False
    return first_bytes in (b"", beginning)
