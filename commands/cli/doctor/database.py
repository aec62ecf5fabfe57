"""Checks the database, without upgrading it, and the settings stored in it."""

import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from commands.cli.open_database import open_for_command
from commands.server.app.app import App
from commands.server.app.foundation import read_stored
from commands.server.app.opening import was_made
from commands.server.health.check import (
    CheckSkipped,
    Examined,
    Finding,
    broken,
    consider,
    ok,
    sentence,
)
from commands.settings import Settings
from commands.system.data_owner import as_owner
from pbm.clock import SystemClock
from pbm.errors import UsageError
from pbm.wording import counted, listing
from storage.error_kinds import error_reason
from storage.schema.schema_upgrade import NEWER_PBM
from storage.unit_of_work import UnitOfWork

SENTENCE_END = re.compile(r"(?<=[.?!])\s+(?=[A-Z])")
NOT_MADE = 'there is no database yet. "pbm serve" or the first sign-up will create it'
UNUSABLE = "the database can't be used"
STORED_SETTINGS = "stored settings"
"""The name of the check that compares the settings with the stored ones."""
LOOPBACK = ("localhost", "127.0.0.1", "::1")
MOUNTS = Path("/proc/self/mounts")
REMOTE_TYPES = ("9p", "afs", "ceph", "cifs", "fuse.glusterfs", "fuse.sshfs", "lustre", "nfs", "smb")
"""Prefixes of the names of network file systems."""


class UpgradeWaits(Exception):
    """Raised for the database of an older pbm, because opening it would upgrade it."""


def is_remote(settings: Settings) -> bool:
    """Whether the database is on another machine."""
    url = make_url(settings.database_url)
    hosts = str(url.query.get("host", url.host or "")).split(",")
    return not all(host in ("", *LOOPBACK) or host.startswith("/") for host in hosts)


@contextmanager
def open_unchanged(settings: Settings) -> Iterator[App]:
    """Yields the application without changing the database.

    Raises UpgradeWaits if opening the database would upgrade it, and UsageError if it can't be
    used.
    """
    from storage.schema.pending_upgrade import check_upgrade  # noqa: PLC0415 - slow to load

    if not settings.is_file_missing:
        try:
            with as_owner(settings.data):
                waiting = check_upgrade(settings.database_url).migrations
        except ConnectionError as error:
            raise UsageError(str(error)) from error
        if waiting:
            raise UpgradeWaits(counted(len(waiting), "upgrade"))
    with open_for_command(settings, new=False, force=True) as app:
        yield app


@contextmanager
def open_if_usable(settings: Settings) -> Iterator[App]:
    """Yields the application without changing the database.

    Raises CheckSkipped if the database doesn't exist or can't be used.
    """
    if not was_made(settings):
        raise CheckSkipped(NOT_MADE)
    with ExitStack() as opened:
        try:
            app = opened.enter_context(open_unchanged(settings))
        except PermissionError:
            raise
        except Exception as error:  # The check of the database itself reports the error.
            raise CheckSkipped(UNUSABLE) from error
        yield app


@contextmanager
def examined_database(settings: Settings) -> Iterator[tuple[Mapping[str, Finding], Examined]]:
    """Yields the findings on the database by name, and the input of the checks that follow."""
    now = SystemClock().now()
    stored: UnitOfWork | str = NOT_MADE
    findings = {"database": ok(f"{sentence(NOT_MADE)}")}
    # If the database fails, closing it fails in the same way.
    with suppress(SQLAlchemyError), ExitStack() as opened:
        try:
            if was_made(settings):
                app = opened.enter_context(open_unchanged(settings))
                findings = {
                    "database": _check_journal(app),
                    STORED_SETTINGS: _check_stored_settings(settings, app),
                }
                settings, now = app.settings, app.clock.now()
                stored = opened.enter_context(app.database.snapshot())
        except Exception as error:  # noqa: BLE001 - for example, a locked or damaged file
            findings, stored = {"database": _unusable(error)}, UNUSABLE
        yield findings, Examined(settings, now, stored)


def _unusable(error: Exception) -> Finding:
    """Returns the finding for an error. Some errors contain their own advice."""
    if isinstance(error, UpgradeWaits):
        return consider(
            f"The database is from an older version of pbm and needs {error}.",
            'Run "pbm upgrade", or start "pbm serve". Both make a backup first.',
        )
    text = f"The database can't be used: {error_reason(error)}."
    if isinstance(error, UsageError):
        text = error.text
    first, *rest = SENTENCE_END.split(" ".join(text.split()), maxsplit=1)
    first = sentence(first)
    if NEWER_PBM in first:
        return broken(first, "Install the newer version of pbm again, or restore an older backup.")
    usual = "Check PBM_DATABASE. Also check the database's disk or server."
    return broken(first, rest[0] if rest else usual)


def _check_stored_settings(settings: Settings, app: App) -> Finding:
    """Checks that the settings agree with the server that uses this data."""
    with app.database.snapshot() as work:
        stored = read_stored(work, app.clock.now(), app.settings, None)
    try:
        used = settings.with_stored(stored, force=False)
    except UsageError as error:
        text, _, advice = error.text.partition("\n")
        return broken(text, advice)
    if stored.nodes and (different := settings.differences(stored)):
        return consider(
            f"These settings differ from those on {listing(stored.nodes)}: {listing(different)}.",
            "pbm uses the values of the running nodes until you stop all nodes or run "
            '"pbm serve --force".',
        )
    return ok(f"The server's address is {used.address}, and its relay is {used.relay}.")


def _check_journal(app: App) -> Finding:
    """Reports how commits are written to a database that can be opened."""
    file, journal = app.settings.database_file, app.database.journal
    opened = "The database works"
    if file and (network := _network_file_system(file)):
        return consider(
            f"{opened}, but {file} is on a network file system ({network}). The file can be "
            "damaged if two machines use it.",
            "Move it to a local disk, or use PostgreSQL.",
        )
    if journal not in ("", "wal"):
        return consider(
            f"{opened}, but its file system doesn't support a write-ahead log (journal "
            f'"{journal}"). Reads and writes block each other.',
            "Move it to a local disk.",
        )
    text = f"{opened} (tables version {app.database.version}, {app.database.product})."
    return ok(f"{text}{_about_sqlite()}" if journal else text)


def _about_sqlite() -> str:
    """Returns a sentence on the WAL-reset bug of this version of SQLite, or an empty string."""
    from storage.wal_checkpoints import has_reset_fault  # noqa: PLC0415 - slow to load

    if has_reset_fault(sqlite3.sqlite_version_info):
        return " (pbm avoids a known bug in this version.)"
    return ""


def _network_file_system(path: Path) -> str:
    """Returns the name of the network file system that a path is on. Empty if it is local."""
    file_system = _file_system(path.resolve())
    return file_system if file_system.startswith(REMOTE_TYPES) else ""


def _file_system(path: Path) -> str:
    """Returns the type of a path's file system. Empty if it is unknown."""
    try:
        mounts = [line.split() for line in MOUNTS.read_text().splitlines()]
    except OSError:
        return ""
    above = [(mount[1], mount[2]) for mount in mounts if path.is_relative_to(_unescaped(mount[1]))]
    return max(above, key=lambda each: len(each[0]))[1] if above else ""


def _unescaped(folder: str) -> str:
    """Decodes the path of a mount point. The table of mounts writes spaces in octal."""
    return folder.encode().decode("unicode_escape").encode("latin-1").decode(errors="replace")
