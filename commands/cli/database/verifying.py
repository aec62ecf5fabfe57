"""Verifies a backup by unpacking it into a private folder and checking everything in that copy."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from commands.cli.database.database_checks import board_damage, damage, storage_damage
from commands.cli.database.identity_checks import identity_damage, key_damage
from commands.security.keys.encrypted_keys import EncryptedKeys
from commands.security.keys.master_key import MASTER_KEY, MasterKeyFile
from commands.security.record_signing import Signer, check_record, write_signed
from commands.server.app.backup_writing import OTHERS
from pbm import games
from pbm.board.records.record import Record, write_record
from pbm.clock import SystemClock
from pbm.errors import UserError
from storage import Database, open_database
from storage.admin.integrity import Damage
from storage.backup.archive import DamagedBackupError, unpack, unpacked_database
from storage.backup.copying import CopyError
from storage.backup.manifest import Manifest
from storage.unit_of_work import UnitOfWork

BoardName = tuple[str, int]
NO_MASTER_KEY = (
    "pbm couldn't check the signing keys or sign records, because the backup doesn't contain the "
    "master key that encrypts the keys. Set PBM_MASTER_KEY_FILE to the file with the master key."
)


@dataclass
class Verification:
    manifest: Manifest | None = None
    boards: int = 0
    """The number of boards that were replayed."""
    records: int = 0
    """The number of finished boards whose records were signed and whose signatures were checked."""
    notes: list[str] = field(default_factory=list)
    """Sentences on checks that weren't possible."""
    damaged: list[Damage] = field(default_factory=list)


def verify_backup(file: Path, scratch: str = "", master_key: Path | None = None) -> Verification:
    """Returns the content of a backup and its damage. The file isn't changed.

    `scratch`: the URL of an empty PostgreSQL database, into which a dump is restored.
    `master_key`: the file with the master key, if it isn't in the backup.
    """
    result = Verification()
    with TemporaryDirectory(prefix="pbm-verify-") as name:
        folder = Path(name)
        key_file = MasterKeyFile(master_key or folder / MASTER_KEY)
        try:
            manifest = result.manifest = unpack(file, folder, OTHERS)
            with (
                unpacked_database(manifest, folder, scratch) as url,
                closing(open_database(url)) as database,  # Opening it upgrades older tables.
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
        damages = board_damage(database, *name)
        result.damaged += damages
        whole += [] if damages else [name]
    result.damaged += damage(database, "identity", partial(identity_damage, manifest=manifest))
    if signer := _signer(result, database, key_file):
        for name in whole:
            read = partial(_record_damage, result, name, signer)
            result.damaged += damage(database, " ".join(map(str, name)), read)


def _signer(result: Verification, database: Database, key_file: MasterKeyFile) -> Signer | None:
    """Returns the signer of records in the copy, or None if its keys can't be used."""
    path = key_file.path
    if database.signing_keys.master_key and path and not path.exists():
        result.notes.append(NO_MASTER_KEY)
        return None
    damages = [*key_damage(database, key_file, SystemClock())]
    result.damaged += damages
    store = EncryptedKeys(lambda: database.signing_keys, key_file)
    return None if damages else Signer(store.record_secret, store.record_public)


def _record_damage(
    result: Verification, name: BoardName, signer: Signer, work: UnitOfWork
) -> Iterator[Damage]:
    """Signs the record of a finished board with the copy's key and checks the signature."""
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
        yield Damage(f"{game} {number}", f"the record can't be signed: {error.text}")
    result.records += 1
