"""The keys of a server's database, for tests that sign tokens themselves."""

from pathlib import Path

from commands.security.key_changes import prepare_keys
from commands.security.key_store import SITE_KEY, KeyStore, SiteKeyFile
from commands.security.keys import KeyRing
from commands.security.tokens import TokenSigner
from pbm.clock import Clock, SystemClock
from storage import Database


def site_key(data: Path) -> SiteKeyFile:
    """Returns the file with the site's key of a server with this data folder."""
    return SiteKeyFile(data / SITE_KEY)


def key_ring(database: Database, data: Path, clock: Clock) -> KeyRing:
    """Returns the keys of a database, which are made if it is new."""
    prepare_keys(database, site_key(data), clock.now())
    store = KeyStore(lambda: database.signing_keys, site_key(data))
    return KeyRing(store.reply_keys, clock)


def token_signer(database: Database, data: Path) -> TokenSigner:
    """Returns the signer of the tokens of a server with this data folder."""
    keys = key_ring(database, data, SystemClock())
    return TokenSigner(keys, lambda: database.generations)
