"""Moves all data into an empty database.

Either everything is moved and checked, or nothing is.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import datetime

from commands.cli.database.backups.restoring import database_files
from commands.settings import Settings
from commands.system.only_server import only_server
from commands.system.users import real_user
from pbm.errors import NotAllowedError, UsageError
from pbm.wording import listing
from storage import Database, TransientError
from storage.admin.audit_log import AuditEntry
from storage.admin.integrity import Damage
from storage.backup.copying import CopyError, database_kind, masked_url
from storage.error_kinds import error_reason
from storage.new_database import new_database
from storage.schema.schema_upgrade import newest
from storage.unit_of_work import UnitOfWork

BoardName = tuple[str, int]
WithProgress = Callable[[Sequence[BoardName]], AbstractContextManager[Iterable[BoardName]]]
"""Wraps the boards in an iterable that shows progress."""

STILL_RUNS = (
    "Stop all servers on this database first: {}. If you just killed a server, wait 30 "
    "seconds and try again."
)


@dataclass(frozen=True, slots=True)
class MovedDatabase:
    """Counts of the data in the new database, and its damaged boards."""

    tables: int
    rows: int
    boards: int
    """The number of boards that were replayed."""
    damaged: Sequence[Damage]
    """Boards that were already damaged in the old database."""


def move_database(
    database: Database, settings: Settings, url: str, with_progress: WithProgress
) -> MovedDatabase:
    """Copies the whole database that `settings` name into the empty one at `url`.

    While it is copied, no other program can change the old database. The old database isn't
    modified.

    Raises UsageError or NotAllowedError if the copy fails. The database at `url` is then still
    empty.
    """
    new = settings.model_copy(update={"database": url})
    _check_version(database.version)
    _check_is_free(new)
    with only_server(settings.database_file), only_server(new.database_file), _reasons():
        with _source(database, settings) as source, new_database(url) as target:
            moved = _fill(source, target, with_progress)
            _adapt(target, new)
            target.audit_log.add(_audit_entry(database, settings.database_url, url))
        return moved


def _check_version(version: str) -> None:
    """Raises UsageError if the database may have tables and columns that this pbm doesn't know."""
    if version != newest():
        raise UsageError(
            f"The database has schema version {version}, but this version of pbm uses schema "
            f"version {newest()}. Use the same version of pbm as the server."
        )


def _check_is_free(settings: Settings) -> None:
    """Raises NotAllowedError if the file of the new SQLite database exists already."""
    file = settings.database_file
    if file is None and database_kind(settings.database_url) == "sqlite":
        raise UsageError("You can't move to an in-memory database. Give sqlite:///PATH.")
    if file and not file.name:
        raise UsageError(f"{file} isn't a file. Give sqlite:///PATH.")
    for path in database_files(file) if file else ():
        if path.exists():
            raise NotAllowedError(
                f"Nothing was moved, because {path} already exists. Give the path of a new file."
            )


@contextmanager
def _source(database: Database, settings: Settings) -> Iterator[UnitOfWork]:
    """Yields the old database with all other writers locked out.

    Raises UsageError if a node is running. The server of an SQLite database is detected by its lock
    instead.
    """
    if settings.database_file is None:
        # The lock below would wait for running nodes, so check for them first.
        with database.snapshot() as work:
            _check_no_node(work, database.clock.now())
    with database.without_writers() as source:
        if settings.database_file is None:
            # A node may have started before the writers were locked out.
            _check_no_node(source, database.clock.now())
        yield source


def _check_no_node(work: UnitOfWork, now: datetime) -> None:
    if living := [f"{node.name} on {node.host}" for node in work.nodes.running(now)]:
        raise UsageError(STILL_RUNS.format(listing(living, "and")))


@contextmanager
def _reasons() -> Iterator[None]:
    """Converts database errors to NotAllowedError."""
    try:
        yield
    except (CopyError, OSError, *TransientError) as error:
        raise NotAllowedError(f"Nothing was moved: {error_reason(error)}.") from error


def _fill(source: UnitOfWork, target: UnitOfWork, with_progress: WithProgress) -> MovedDatabase:
    """Copies everything and checks it, each row by its checksum and each board by a replay."""
    sums = target.all_rows.copy_from(source.all_rows)
    target.all_rows.check(sums)
    target.all_rows.continue_after(source.identity.last_commit.number)
    boards = target.overview.existing()
    with with_progress(boards) as names:
        damaged = [each for name in names for each in _board_damage(source, target, name)]
    return MovedDatabase(len(sums), sum(each.rows for each in sums.values()), len(boards), damaged)


def _board_damage(source: UnitOfWork, target: UnitOfWork, name: BoardName) -> Iterator[Damage]:
    """Yields the damage of a board.

    Raises CopyError if the old database doesn't have the same damage.
    """
    problem = target.board_logs.damage(*name)
    if not problem:
        return
    where = f"{name[0]} {name[1]}"
    if source.board_logs.damage(*name) != problem:
        raise CopyError(f"the copy of {where} is damaged: {problem}")
    yield Damage(where, problem)


def _adapt(target: UnitOfWork, settings: Settings) -> None:
    """Adapts the stored data to the new database.

    The relay is stored in the spelling of the new settings, because they may contain the full path
    of its folder. Nodes that were drained for the move work again when they are started.
    """
    stored = target.server_settings.all()
    if "relay" in stored:
        target.server_settings.put(stored | {"relay": settings.values_to_store["relay"]})
    for node in target.nodes.all():
        target.nodes.change(node.name, draining=False)


def _audit_entry(database: Database, old: str, new: str) -> AuditEntry:
    detail = f"from {masked_url(old)} to {masked_url(new)}"
    return AuditEntry(database.clock.now(), real_user(), "move-database", "database", detail, "")
