"""Open the database with the settings stored in it, and construct the App for them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from commands.security.passwords import Hasher
from commands.server.app.app import App
from commands.server.app.foundation import new_incarnation, read_stored
from commands.settings import LAST_COMMIT_FILE, Settings
from commands.settings.stored_settings import StoredSettings
from commands.system.only_server import other_server
from commands.system.stored_types import Database
from pbm.errors import UsageError

if TYPE_CHECKING:
    from storage.schema.schema_upgrade import Migration

LOST_COMMITS = """\
Changes recorded in {file} are missing from the database: {loss}.
- If you moved the database ("pbm move-database"), set PBM_DATABASE to the new one on every node.
- If one of its files is missing (such as pbm.db-wal), or somebody replaced it with an older copy,
  restore the newest copy with all its files.
- If this is the newest copy you have, continue with it:
    pbm admin new-generation --reason "restored from a backup"
  After that, players can't reply to emails about moves and games that were lost."""
OLD_SERVER = """\
A server that runs an older version of pbm is still using this database (process {}). Stop it first.
Nothing has been changed."""


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
    """Opens the database and yields an App. Raises UsageError if it can't be opened.

    `incarnation`: identifies the run of the server that this process belongs to. If empty, the App
    gets a new one.
    `folder_id`: identifies the data folder of a starting server. None in other processes.
    `new`: create the database and data folder if they don't exist. Otherwise, use an empty
    in-memory database.
    `force`: accept settings that differ from the stored ones. Child processes of a server need this
    because they get the server's settings.
    `may_be_older`: open the database even if commits are missing from it.
    `check_key`: raise UsageError if the database has keys that can't be decrypted.
    """
    in_memory = not new and not was_made(settings)
    database, backup = _open_database(settings, may_be_older=may_be_older, in_memory=in_memory)
    try:
        stored = _read_stored(database, settings, folder_id)
        settings = settings.with_stored(stored, force=force, serving=folder_id is not None)
        app = App(settings, database, hasher, backup, force, incarnation or new_incarnation())
        if check_key and not in_memory:
            app.check_key()
        yield app
    finally:
        database.close()


def was_made(settings: Settings) -> bool:
    """Whether a database was ever created.

    It was if it exists, or if the file that records its last commit does.
    """
    return not settings.is_file_missing or is_lost(settings)


def is_lost(settings: Settings) -> bool:
    """Whether the database is missing although the last-commit file shows that it existed."""
    last_commit = settings.data / LAST_COMMIT_FILE
    return settings.is_file_missing and last_commit.exists() and last_commit.stat().st_size > 0


def make_data_folder(settings: Settings) -> None:
    """Creates the data folder if it is missing. Raises UsageError if that isn't possible."""
    try:
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        text = f"The data folder {settings.data} can't be used: {error.strerror}."
        raise UsageError(text) from error


def _read_stored(database: Database, settings: Settings, folder_id: str | None) -> StoredSettings:
    """Reads the stored settings in a transaction. Retries it if another process interferes."""
    from storage import retry_after_contention  # noqa: PLC0415 - it is slow to load

    def read() -> StoredSettings:
        with database.work() as work:
            return read_stored(work, database.clock.now(), settings, folder_id)

    return retry_after_contention(read)()


def _open_database(
    settings: Settings, *, may_be_older: bool, in_memory: bool
) -> "tuple[Database, Path | None]":
    """Opens and upgrades the database.

    Returns it with the backup made before the upgrade, if any.
    """
    from storage import IN_MEMORY, LostCommitsError, open_database  # noqa: PLC0415 - slow to load

    if in_memory:
        return open_database(IN_MEMORY), None
    file = settings.data / LAST_COMMIT_FILE
    if is_lost(settings) and not may_be_older:
        loss = f"{settings.database_file} is missing"
        raise UsageError(LOST_COMMITS.format(file=file, loss=loss))
    make_data_folder(settings)
    backups: list[Path] = []
    try:
        database = open_database(
            settings.database_url,
            last_commit_file=file,
            may_be_older=may_be_older,
            before_upgrade=lambda waiting: backups.extend(_back_up(waiting, settings)),
        )
    except OSError as error:
        text = str(error)
        raise UsageError(f"{text[:1].upper()}{text[1:]}.") from error
    except LostCommitsError as error:
        raise UsageError(LOST_COMMITS.format(file=file, loss=error)) from error
    return database, backups[0] if backups else None


def _back_up(waiting: "Sequence[Migration]", settings: Settings) -> "list[Path]":
    """Makes the backup before an upgrade.

    Raises UsageError while a server of an older version runs.
    """
    from commands.server.app.backup_before_upgrade import back_up_before  # noqa: PLC0415 - seldom needed

    if process := other_server(settings.database_file):
        raise UsageError(OLD_SERVER.format(process))
    return back_up_before(waiting, settings)
