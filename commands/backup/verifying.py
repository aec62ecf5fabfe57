"""Verifies a backup: unpacks it into a private folder, and checks everything in the copy there."""

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from commands.backup.archive import DamagedBackupError, unpack, unpacked_database
from commands.backup.manifest import Manifest
from commands.messages.content import load
from commands.security.key_changes import prepare_keys
from commands.security.key_ring import UnusableKeyError
from commands.security.key_store import KeyStore
from commands.security.master_key import MASTER_KEY, MasterKeyFile
from commands.security.record_signing import Signer, check_record, write_signed
from pbm import games
from pbm.board.record import Record, write_record
from pbm.clock import Clock, SystemClock
from pbm.errors import UserError
from storage import Database, is_transient, open_database
from storage.admin.copying import CopyError
from storage.admin.integrity import Check, Damage, table_names
from storage.boards.counts import RATED
from storage.unit_of_work import UnitOfWork

# Checks that the database and the keys of a backup are those that its manifest is about.


def identity_damage(work: UnitOfWork, manifest: Manifest) -> Iterator[Damage]:
    """Yields the differences between the unpacked database and what the manifest says of it."""
    found = work.identity.last_commit
    if manifest.name not in ("", found.database):
        yield Damage("database", "it is another one than the manifest says")
    if found.generation != manifest.generation:
        yield Damage("database", "it is of another generation than the manifest says")
    # on PostgreSQL the count is a sequence, which may be ahead of what the dump sees
    if manifest.database == "sqlite" and manifest.commit not in (None, found.number):
        difference = f"its last commit is {found.number}, and the manifest says {manifest.commit}"
        yield Damage("database", difference)


def key_damage(database: Database, master_key: MasterKeyFile, clock: Clock) -> Iterator[Damage]:
    """Yields why the keys of the copy can't be used."""
    try:
        prepare_keys(database, master_key, clock.now())
        store = KeyStore(lambda: database.signing_keys, master_key)
        store.reply_keys()
        store.record_secret()
    except UnusableKeyError as error:
        yield Damage("key", error.problem)


# Checks everything that a database holds: every table, every row, every log.

CHECKS: dict[str, dict[str, Check]] = {
    "outbox": {"said": load},
    "held": {"said": load},
    "overflow": {"said": load},
    "code": {"content": json.loads},
}
"""The readers of what stands in columns, by table; a board's are read by its replay."""

MAX_DAMAGES = 1000
"""The most that is told of one table: a small backup may hold any number of damaged rows."""
COUNTS = "materialized_count"
"""The place of numbers that are kept and wrong."""


def storage_damage(database: Database) -> Iterator[Damage]:
    """Yields the damage in SQLite's file, in all rows, and in all tournaments."""
    yield from damage(database, "database", lambda work: work.integrity.file_damage())
    for table in table_names():
        read = partial(_row_damage, table=table)
        yield from damage(database, table, read)
    yield from damage(database, COUNTS, _count_damage)
    with database.snapshot() as work:
        names = work.tournaments.names()
    for name in names:
        yield from damage(database, f"tournament {name}", partial(_tournament_damage, name=name))


def board_damage(database: Database, game: str, number: int) -> list[Damage]:
    """Replays a board in its own transaction, so that none lasts long."""
    name = f"{game} {number}"

    def replay(work: UnitOfWork) -> Iterator[Damage]:
        problem = work.board_logs.damage(game, number)
        if problem:
            yield Damage(name, problem)

    return damage(database, name, replay)


def damage(
    database: Database, where: str, read: Callable[[UnitOfWork], Iterator[Damage]]
) -> list[Damage]:
    """Returns the damage that a reader finds, and that by which it fails itself."""
    found: list[Damage] = []
    try:
        with database.snapshot() as work:
            for each in islice(read(work), MAX_DAMAGES):
                found.append(each)  # noqa: PERF402 - those before an error count as well
    except Exception as error:
        if is_transient(error):
            raise
        found.append(Damage(where, f"can't be read: {getattr(error, 'orig', error)}"))
    return found


def _row_damage(work: UnitOfWork, table: str) -> Iterator[Damage]:
    return work.integrity.row_damage(table, CHECKS.get(table, {}))


def _tournament_damage(work: UnitOfWork, name: str) -> Iterator[Damage]:
    return (Damage(f"tournament {name}", found) for found in work.tournaments.damage(name))


def _count_damage(work: UnitOfWork) -> Iterator[Damage]:
    for group, kept, right in work.materialized_counts.differences():
        what = "rated players" if group.kind == RATED else f"{group.kind} boards"
        yield Damage(
            COUNTS,
            f"{kept} {group.game} {what}, {group.visibility}, are counted instead of {right}: "
            '"pbm admin verify --recount" counts all',
        )


BoardName = tuple[str, int]
NO_MASTER_KEY = (
    "The signing keys were not checked, and no record was signed: they are encrypted with a "
    "master key that isn't in the backup. PBM_MASTER_KEY_FILE names its file."
)


@dataclass
class Verification:
    """The result of verifying a backup."""

    manifest: Manifest | None = None
    boards: int = 0
    """The boards that were replayed."""
    records: int = 0
    """The finished boards whose records were signed, and their signatures checked."""
    notes: list[str] = field(default_factory=list)
    """Sentences on what couldn't be checked."""
    damaged: list[Damage] = field(default_factory=list)


def verify_backup(file: Path, scratch: str = "", master_key: Path | None = None) -> Verification:
    """Returns what is in a backup, and the damage in it; the file isn't changed.

    `scratch`: the URL of an empty PostgreSQL database, into which a dump is restored. `master_key`:
    the file with the master key, if it isn't in the backup.
    """
    result = Verification()
    with TemporaryDirectory(prefix="pbm-verify-") as name:
        folder = Path(name)
        key_file = MasterKeyFile(master_key or folder / MASTER_KEY)
        try:
            manifest = result.manifest = unpack(file, folder)
            with (
                unpacked_database(manifest, folder, scratch) as url,
                closing(open_database(url)) as database,  # upgrades tables that are older
            ):
                _check(result, manifest, key_file, database)
        except DamagedBackupError as error:
            result.damaged.append(Damage("backup", str(error)))
        except (ConnectionError, CopyError) as error:
            result.damaged.append(Damage("database", str(error)))
    return result


def _check(
    result: Verification, manifest: Manifest, key_file: MasterKeyFile, database: Database
) -> None:
    result.damaged += storage_damage(database)
    with database.snapshot() as work:
        boards = work.overview.existing()
    result.boards = len(boards)
    whole = []
    for name in boards:
        found = board_damage(database, *name)
        result.damaged += found
        whole += [] if found else [name]
    result.damaged += damage(database, "identity", partial(identity_damage, manifest=manifest))
    if signer := _signer(result, database, key_file):
        for name in whole:
            read = partial(_record_damage, result, name, signer)
            result.damaged += damage(database, " ".join(map(str, name)), read)


def _signer(result: Verification, database: Database, key_file: MasterKeyFile) -> Signer | None:
    """Returns the signer of records in a copy; None if its keys can't be used."""
    path = key_file.path
    if database.signing_keys.master_key and path and not path.exists():
        result.notes.append(NO_MASTER_KEY)
        return None
    found = [*key_damage(database, key_file, SystemClock())]
    result.damaged += found
    store = KeyStore(lambda: database.signing_keys, key_file)
    return None if found else Signer(store.record_secret, store.record_public)


def _record_damage(
    result: Verification, name: BoardName, signer: Signer, work: UnitOfWork
) -> Iterator[Damage]:
    """Signs the record of a finished board by the key of the copy, and checks the signature."""
    game, number = name
    board = work.boards.find(games.find(game).name, number)
    if board is None or not board.match.outcome:
        return
    names = tuple(player.userid for player in board.players)
    site = work.server_settings.all().get("address", "")
    begun = board.begun
    record = Record(site, number, names, board.match, board.terms, begun, begun)
    try:
        check_record(write_signed(signer.sign(write_record(record))).encode(), signer.public())
    except UserError as error:
        yield Damage(f"{game} {number}", f"its record can't be signed: {error.text}")
    result.records += 1
