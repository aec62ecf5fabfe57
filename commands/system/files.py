"""Writing files atomically."""

import os
import secrets
import tempfile
from pathlib import Path


def write_private(path: Path, content: str, *, new: bool) -> None:
    """Writes a file that only we may read; a new one leaves alone what is there already."""
    # Written aside and moved into place, so that nobody ever reads half a file; a new one is
    # linked, which leaves alone the file of another first start that was faster.
    aside = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(aside, path) if new else aside.replace(path)
    except FileExistsError:
        pass
    finally:
        aside.unlink(missing_ok=True)
    _sync_folder(path.parent)


def write_atomically(path: Path, content: bytes) -> None:
    """Writes a file so that it is there as a whole or not at all."""
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
