"""Verifies a backup: unpacks it into a private folder, and checks everything in the copy there."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from commands.backup.archive import DamagedBackupError, unpack
from commands.backup.database_check import board_damage, damage, storage_damage
from commands.backup.identity_check import identity_damage
from commands.backup.manifest import Manifest
from commands.security.record_signing import KEY_FILE, Signer, check_record, write_signed
from pbm import games
from pbm.errors import UserError
from pbm.record import Record, write_record
from storage import Database, open_database
from storage.admin.copying import CopyError
from storage.admin.integrity import Damage
from storage.admin.postgresql_dumps import drop_all, load_dump
from storage.unit_of_work import SqlUnitOfWork

BoardName = tuple[str, int]


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


def verify_backup(file: Path, scratch: str = "") -> Verification:
    """Returns what is in a backup, and the damage in it; the file isn't changed.

    `scratch`: the URL of an empty PostgreSQL database, into which a dump is restored.
    """
    result = Verification()
    with TemporaryDirectory(prefix="pbm-verify-") as name:
        folder = Path(name)
        try:
            result.manifest = unpack(file, folder)
        except DamagedBackupError as error:
            result.damaged.append(Damage("backup", str(error)))
            return result
        try:
            with open_copy(result.manifest, folder, scratch) as database:
                _check(result, result.manifest, folder, database)
        except (ConnectionError, CopyError) as error:
            result.damaged.append(Damage("database", str(error)))
    return result


@contextmanager
def open_copy(manifest: Manifest, folder: Path, scratch: str = "") -> Iterator[Database]:
    """Opens the unpacked copy of the database, with its tables upgraded if they are older."""
    copy = folder / manifest.database_member
    if manifest.database == "sqlite":
        url = f"sqlite:///{copy}"
    else:
        url = scratch or f"sqlite:///{folder / 'loaded.db'}"
        load_dump(copy, url, manifest.schema_version)
    try:
        with closing(open_database(url)) as database:
            yield database
    finally:
        if scratch and manifest.database == "postgresql":
            drop_all(scratch)


def _check(result: Verification, manifest: Manifest, folder: Path, database: Database) -> None:
    result.damaged += storage_damage(database)
    with database.snapshot() as work:
        boards = work.overview.existing()
    result.boards = len(boards)
    whole = [each for each in boards if not _board_damage(result, database, each)]
    read = partial(identity_damage, manifest=manifest, folder=folder)
    result.damaged += damage(database, "identity", read)
    if not (folder / KEY_FILE).exists():
        result.notes.append("No record was ever signed, so there is no key for that yet.")
        return
    signer = Signer(folder / KEY_FILE)
    for name in whole:
        result.damaged += damage(
            database, " ".join(map(str, name)), partial(_record_damage, result, name, signer)
        )


def _board_damage(result: Verification, database: Database, name: BoardName) -> list[Damage]:
    found = board_damage(database, *name)
    result.damaged += found
    return found


def _record_damage(
    result: Verification, name: BoardName, signer: Signer, work: SqlUnitOfWork
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
        check_record(write_signed(signer.sign(write_record(record))).encode(), signer.public)
    except UserError as error:
        yield Damage(f"{game} {number}", f"its record can't be signed: {error.text}")
    result.records += 1
