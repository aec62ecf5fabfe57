"""Verifies a backup: unpacks it into a private folder, and checks everything in the copy there."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from commands.backup.archive import DamagedBackupError, unpack
from commands.backup.database_check import board_damage, damage, storage_damage
from commands.backup.identity_check import identity_damage, key_damage
from commands.backup.manifest import Manifest
from commands.security.key_store import KeyStore
from commands.security.record_signing import Signer, check_record, write_signed
from commands.security.site_key import SITE_KEY, SiteKeyFile
from pbm import games
from pbm.board.record import Record, write_record
from pbm.clock import SystemClock
from pbm.errors import UserError
from storage import Database, open_database
from storage.admin.copying import CopyError
from storage.admin.integrity import Damage
from storage.admin.postgresql_dumps import drop_all, load_dump
from storage.unit_of_work import UnitOfWork

BoardName = tuple[str, int]
NO_SITE_KEY = (
    "The signing keys were not checked, and no record was signed: they are encrypted with a site "
    "key that isn't in the backup. PBM_SITE_KEY_FILE names its file."
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


def verify_backup(file: Path, scratch: str = "", site_key: Path | None = None) -> Verification:
    """Returns what is in a backup, and the damage in it; the file isn't changed.

    `scratch`: the URL of an empty PostgreSQL database, into which a dump is restored. `site_key`:
    the file with the site's key, if it isn't in the backup.
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
                key_file = SiteKeyFile(site_key or folder / SITE_KEY)
                _check(result, result.manifest, key_file, database)
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


def _check(
    result: Verification, manifest: Manifest, key_file: SiteKeyFile, database: Database
) -> None:
    result.damaged += storage_damage(database)
    with database.snapshot() as work:
        boards = work.overview.existing()
    result.boards = len(boards)
    whole = [each for each in boards if not _board_damage(result, database, each)]
    result.damaged += damage(database, "identity", partial(identity_damage, manifest=manifest))
    if signer := _signer(result, database, key_file):
        for name in whole:
            read = partial(_record_damage, result, name, signer)
            result.damaged += damage(database, " ".join(map(str, name)), read)


def _signer(result: Verification, database: Database, key_file: SiteKeyFile) -> Signer | None:
    """Returns the signer of records in a copy; None if its keys can't be used."""
    path = key_file.path
    if database.signing_keys.site_key and path and not path.exists():
        result.notes.append(NO_SITE_KEY)
        return None
    found = [*key_damage(database, key_file, SystemClock())]
    result.damaged += found
    store = KeyStore(lambda: database.signing_keys, key_file)
    return None if found else Signer(store.record_secret, store.record_public)


def _board_damage(result: Verification, database: Database, name: BoardName) -> list[Damage]:
    found = board_damage(database, *name)
    result.damaged += found
    return found


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
