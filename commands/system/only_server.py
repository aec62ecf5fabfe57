"""Locks that allow only one server for an SQLite database and for a data folder."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from pbm.errors import UsageError
from pbm.process.lazy_logger import get_logger

FOLDER_LOCK = "server"
"""The file in a data folder that its server locks."""
BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
"""A random id that Linux chooses at every boot, so it is different on all machines."""

log = get_logger()


@contextmanager
def only_server(database: Path | None) -> Iterator[None]:
    """Holds the lock of an SQLite file. Raises UsageError while another server holds it.

    The operating system releases it when the process ends, even if it is killed. Other databases
    (None) may have several servers.
    """
    if database is None:
        yield
        return
    advice = "To run several servers at once, use PostgreSQL (see PBM_DATABASE)."
    with _open_lock(_lock_file(database), f"The database {database}") as file:
        _lock(file, str(database), advice)
        yield


@contextmanager
def only_server_of_folder(data: Path) -> Iterator[str]:
    """Holds the lock of a data folder. Raises UsageError while another server holds it.

    Yields a name of the folder. Copies of the folder and folders on other machines have other
    names. If a server with this name was recorded before, it has ended. The name is "" if there is
    no lock.
    """
    advice = "Servers that share a database each need their own data folder (see PBM_DATA)."
    with _open_lock(data / FOLDER_LOCK, f"The data folder {data}") as file:
        yield _folder_id(file) if _lock(file, f"the data folder {data}", advice) else ""


def other_server(database: Path | None) -> str:
    """Returns the id of another process that is the server of an SQLite file, or ""."""
    lock = _lock_file(database) if database else None
    if lock is None or not lock.exists():
        return ""
    with lock.open() as file:
        holder = file.read().strip() or "unknown"
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return "" if holder == str(os.getpid()) else holder
        except OSError:  # the file system doesn't support locks
            return ""
    return ""


def _lock_file(database: Path) -> Path:
    real = Path(os.path.realpath(database))  # resolve() raises RuntimeError for a loop of links
    return real.with_name(f"{real.name}-server")


def _open_lock(path: Path, subject: str) -> TextIO:
    """Returns the open file that is locked for a subject. Raises UsageError."""
    try:
        return path.open("a+")
    except OSError as error:
        raise UsageError(f"{subject} can't be used: {error.strerror}.") from error


def _lock(file: TextIO, subject: str, advice: str) -> bool:
    """Locks a file, and writes our process id into it. Returns whether locks are supported."""
    file.seek(0)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise UsageError(
            f"A server is already running on {subject} (process "
            f"{file.read().strip() or 'unknown'}). Stop it first. {advice}"
        ) from None
    except OSError as error:  # the file system doesn't support locks
        log.warning("can't tell whether another server is running", error=error)
        return False
    try:
        file.truncate()
        os.write(file.fileno(), f"{os.getpid()}\n".encode())
    except OSError as error:  # the disk is full
        raise OSError(error.errno, error.strerror, file.name) from None
    return True


def _folder_id(file: TextIO) -> str:
    status = os.fstat(file.fileno())
    try:
        boot = BOOT_ID.read_text().strip()
    except OSError:
        return ""
    return f"{boot} {status.st_dev} {status.st_ino}"
