"""Checks that the database and the keys of a backup match its manifest."""

from collections.abc import Iterator

from commands.security.keys.encrypted_keys import EncryptedKeys
from commands.security.keys.key_changes import prepare_keys
from commands.security.keys.key_ring import UnusableKeyError
from commands.security.keys.master_key import MasterKeyFile
from pbm.clock import Clock
from storage import Database
from storage.admin.integrity import Damage
from storage.backup.manifest import Manifest
from storage.unit_of_work import UnitOfWork


def identity_damage(work: UnitOfWork, manifest: Manifest) -> Iterator[Damage]:
    """Yields the differences between the unpacked database and its manifest."""
    last_commit = work.identity.last_commit
    if manifest.name not in ("", last_commit.database):
        yield Damage("database", "differs from the database that the manifest names")
    if last_commit.generation != manifest.generation:
        yield Damage("database", "has a different generation from the one in the manifest")
    # On PostgreSQL, commits are numbered by a sequence, which may be ahead of the dump's snapshot.
    if manifest.database == "sqlite" and manifest.commit not in (None, last_commit.number):
        difference = (
            f"the last commit is {last_commit.number}, but the manifest says {manifest.commit}"
        )
        yield Damage("database", difference)


def key_damage(database: Database, master_key: MasterKeyFile, clock: Clock) -> Iterator[Damage]:
    """Yields the reason why the keys in the copy can't be used."""
    try:
        prepare_keys(database, master_key, clock.now())
        store = EncryptedKeys(lambda: database.signing_keys, master_key)
        store.reply_keys()
        store.record_secret()
    except UnusableKeyError as error:
        yield Damage("key", error.problem)
