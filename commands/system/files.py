"""Writing files atomically."""

import os
import secrets
from contextlib import suppress
from pathlib import Path


def write_atomically(path: Path, content: bytes, *, new: bool = False) -> None:
    """Writes a file that only its owner may read, so that it exists completely or not at all.

    `new`: a file that exists already is not replaced.
    """
    # A new file is linked, not moved: another process may have made it in the meantime.
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        _write_durably(temporary, content)
        with suppress(FileExistsError):
            os.link(temporary, path) if new else temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    _sync_folder(path.parent)


def _write_durably(path: Path, content: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
