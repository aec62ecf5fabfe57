"""Check the disks to which the server writes."""

import errno
import os
import platform
from collections.abc import Iterator
from pathlib import Path
from tempfile import NamedTemporaryFile

from commands.server.health.check import Examined, Finding, broken, consider
from commands.settings import Settings

MEGABYTE = 2**20
ON_HOST = f" on {platform.node()}"
"""Suffix of the names of disk problems. Servers on several machines may share a database."""
FREE_SHARE = 0.1
FREE_BYTES = 2**30
"""Share and number of free bytes below which a disk is nearly full.

Both limits must be crossed: a tenth of a large disk is plenty, and a small disk may never have a
gigabyte free.
"""
MIN_FREE_FILES = 10_000
"""Number of free inodes below which a disk is nearly full, unless FREE_SHARE is fewer."""


def check_disks(examined: Examined) -> Iterator[Finding]:
    """Yields a finding for each disk that is nearly full, read-only or missing."""
    settings = examined.settings
    yield from _missing_database(settings)
    seen: set[int] = set()
    for folder in _folders(settings):
        try:
            device, disk = folder.stat().st_dev, os.statvfs(folder)
        except OSError as error:
            yield broken(
                f"The folder {folder} can't be used: {error.strerror}.",
                "Mount its disk, or move the folder back.",
                f"{folder}{ON_HOST}",
            )
            continue
        if device not in seen:
            yield from _troubles(folder, disk)
        seen.add(device)


def _missing_database(settings: Settings) -> Iterator[Finding]:
    """Yields a problem if the database file was moved away."""
    file = settings.database_file
    if file and file.parent.exists() and settings.is_file_missing:
        yield broken(
            f"The database {file.absolute()} is missing. Until it is back, pbm defers incoming "
            "mail.",
            f"Move it back, together with {file.name}-wal and {file.name}-shm. The server then "
            "continues.",
            f"{file.absolute()}{ON_HOST}",
        )


def _folders(settings: Settings) -> list[Path]:
    """Returns the folders of data, database and outgoing mail, except ones that may be missing."""
    file, outbox = settings.database_file, settings.outbox_folder
    folders = [settings.data, file.parent if file else None, outbox]
    existing = [folder for folder in folders if folder and (folder.exists() or folder != outbox)]
    return [folder.absolute() for folder in existing]


def _write_error(folder: Path) -> str:
    """Returns why no file can be created in the folder, or an empty string.

    Only an attempt shows whether the kernel has made a file system read-only after an error.
    """
    try:
        with NamedTemporaryFile(prefix=".pbm-", dir=folder):
            return ""
    except PermissionError:  # the folder belongs to another user, who may be able to write
        return ""
    except OSError as error:
        # This process has too many open files, so the disk's state is unknown.
        if error.errno in (errno.EMFILE, errno.ENFILE):
            return ""
        return error.strerror or str(error)


def _troubles(folder: Path, disk: os.statvfs_result) -> Iterator[Finding]:
    """Yields a finding if a disk can't be written to or is nearly full."""
    name = f"{folder}{ON_HOST}"
    if error := _write_error(folder):
        yield broken(
            f"pbm can't write to {folder}: {error}. Until you fix this, pbm defers incoming mail.",
            "Check whether the disk is full (df) or failing (dmesg).",
            name,
        )
        return
    free, size = disk.f_bavail * disk.f_frsize, disk.f_blocks * disk.f_frsize
    if free < size * FREE_SHARE and free < FREE_BYTES:
        free_space = f"{free // MEGABYTE} of {size // MEGABYTE} megabytes"
        full = f"The disk with {folder} is nearly full: {free_space} free."
        yield consider(
            f"{full} Once it is full, pbm can't store anything and defers incoming mail.",
            "Free some space or enlarge the disk. A lower PBM_KEEP_MAIL_DAYS also helps.",
            name,
        )
    elif disk.f_files and disk.f_favail < min(MIN_FREE_FILES, disk.f_files * FREE_SHARE):
        yield consider(
            f"The disk with {folder} has room for only {disk.f_favail} more files (inodes).",
            "Delete small files, such as old emails in a Maildir.",
            name,
        )
