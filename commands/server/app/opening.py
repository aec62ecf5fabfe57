"""Opens the database with the settings that are kept with its data."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from commands.security.passwords import Hasher
from commands.server.app.app import App
from commands.server.app.foundation import new_incarnation, read_kept
from commands.settings import LAST_COMMIT_FILE, Settings
from commands.settings.kept import Kept
from commands.system.only_server import other_server
from commands.system.stored_types import Database
from pbm.errors import UsageError

if TYPE_CHECKING:
    from storage.schema.schema_upgrade import Migration

LOST_COMMITS = """\
The database isn't as new as {file} says: {loss}.
Was it moved (pbm move-database)? Then let PBM_DATABASE name the one that is in use, everywhere.
Was a file of it lost (such as pbm.db-wal), or an older copy put in its place? Then put back the
newest there is, with all its files. If that is this one, go on with it by:
  pbm admin new-generation --reason "restored from a backup"
Mails about what is lost can't be answered by reply then, and no number is used twice."""
OLD_SERVER = """\
The database is of an older pbm, whose server still runs: process {}.
Stop that one first. Nothing was changed."""


@contextmanager
def open_app(
    settings: Settings,
    hasher: Hasher | None = None,
    *,
    incarnation: str = "",
    folder_id: str | None = None,
    new: bool = True,
    force: bool = False,
    may_be_older: bool = False,
    check_key: bool = True,
) -> Iterator[App]:
    """Opens the database; raises UsageError.

    `incarnation`: the server's to which this process belongs; a command gets one of its own.
    `folder_id`: the data folder's, for a server which starts.
    `new`: a database and a data folder that are missing are made; without it, a missing database
    is an empty one in memory. `force`: settings may differ from those kept with the data, as in the
    processes of a server, which have its own.
    `may_be_older`: commits of the database may be missing. `check_key`: its key must be there.
    """
    in_memory = not new and not was_made(settings)
    database, backup = _open_database(settings, may_be_older=may_be_older, in_memory=in_memory)
    try:
        kept = _read_kept(database, settings, folder_id)
        settings = settings.with_kept(kept, force=force, serving=folder_id is not None)
        app = App(settings, database, hasher, backup, force, incarnation or new_incarnation())
        if check_key and not in_memory:
            app.check_key()
        yield app
    finally:
        database.close()


def was_made(settings: Settings) -> bool:
    """Returns True if the database is there, or should be, as its last commit is known."""
    return not settings.is_file_missing or is_lost(settings)


def is_lost(settings: Settings) -> bool:
    """Returns True if the database is missing, although its last commit is known."""
    known = settings.data / LAST_COMMIT_FILE
    return settings.is_file_missing and known.exists() and known.stat().st_size > 0


def make_data_folder(settings: Settings) -> None:
    """Makes the folder for the data if it is missing; raises UsageError."""
    try:
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        text = f"These settings can't be used: {settings.data}: {error.strerror}."
        raise UsageError(text) from error


def _read_kept(database: Database, settings: Settings, folder_id: str | None) -> Kept:
    """Returns what `read_kept` does; another process may change keys or generation just now."""
    from storage import again_after_contention  # noqa: PLC0415 - it is slow to load

    def read() -> Kept:
        with database.work() as work:
            return read_kept(work, database.clock.now(), settings, folder_id)

    return again_after_contention(read)()


def _open_database(
    settings: Settings, *, may_be_older: bool, in_memory: bool
) -> "tuple[Database, Path | None]":
    """Returns the database, and the backup that was made before its tables were upgraded."""
    from storage import IN_MEMORY, LostCommitsError, open_database  # noqa: PLC0415 - slow to load

    if in_memory:
        return open_database(IN_MEMORY), None
    file = settings.data / LAST_COMMIT_FILE
    if is_lost(settings) and not may_be_older:
        loss = f"{settings.database_file} is missing"
        raise UsageError(LOST_COMMITS.format(file=file, loss=loss))
    make_data_folder(settings)
    made: list[Path] = []
    try:
        database = open_database(
            settings.database_url,
            last_commit_file=file,
            may_be_older=may_be_older,
            before_upgrade=lambda waiting: made.extend(_back_up(waiting, settings)),
        )
    except OSError as error:
        raise UsageError(f"These settings can't be used: {error}") from error
    except LostCommitsError as error:
        raise UsageError(LOST_COMMITS.format(file=file, loss=error)) from error
    return database, made[0] if made else None


def _back_up(waiting: "Sequence[Migration]", settings: Settings) -> "list[Path]":
    """Makes the backup before an upgrade; raises UsageError while an older server runs."""
    from commands.server.app.backup_before_upgrade import back_up_before  # noqa: PLC0415 - seldom needed

    if process := other_server(settings.database_file):
        raise UsageError(OLD_SERVER.format(process))
    return back_up_before(waiting, settings)
