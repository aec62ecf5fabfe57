"""Writing files atomically."""

import os
import secrets
import tempfile
from pathlib import Path


def write_private(path: Path, content: str, *, new: bool) -> None:
    """Writes a file that only its owner may read; `new` doesn't replace an existing file."""
    # Written to a temporary file and moved, so that nobody ever reads half a file; a new one is
    # linked, which doesn't replace the file of another first start that was faster.
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(temporary, path) if new else temporary.replace(path)
    except FileExistsError:
        pass
    finally:
        temporary.unlink(missing_ok=True)
    _sync_folder(path.parent)


def write_atomically(path: Path, content: bytes) -> None:
    """Writes a file so that it exists completely or not at all."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        try:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            Path(file.name).replace(path)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
