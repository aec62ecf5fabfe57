"""The keys of a server's database, for tests that sign tokens themselves."""

from pathlib import Path

from commands.security.keys.encrypted_keys import EncryptedKeys
from commands.security.keys.key_changes import prepare_keys
from commands.security.keys.key_ring import KeyRing
from commands.security.keys.master_key import MASTER_KEY, MasterKeyFile
from commands.security.tokens import TokenSigner
from pbm.clock import Clock, SystemClock
from storage import Database


def master_key(data: Path) -> MasterKeyFile:
    """Returns the file with the master key of a server with this data folder."""
    return MasterKeyFile(data / MASTER_KEY)


def key_ring(database: Database, data: Path, clock: Clock) -> KeyRing:
    """Returns the keys of a database, which are made if it is new."""
    prepare_keys(database, master_key(data), clock.now())
    store = EncryptedKeys(lambda: database.signing_keys, master_key(data))
    return KeyRing(store.reply_keys, clock)


def token_signer(database: Database, data: Path) -> TokenSigner:
    """Returns the signer of the tokens of a server with this data folder."""
    keys = key_ring(database, data, SystemClock())
    return TokenSigner(keys, lambda: database.generations)
