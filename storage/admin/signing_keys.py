"""The current and former signing keys of a database."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Literal

from sqlalchemy import Connection, insert, select, text, update

from storage.tables.identity import generations, identity, signing_keys

COUNTED = generations.name
"""A table that each write transaction reads when it numbers its commit: see
storage/commit_count.py.
"""

Purpose = Literal["reply", "record"]


@dataclass(frozen=True, slots=True)
class SigningKey:
    """A current or former signing key of a database."""

    purpose: Purpose
    """`reply` for addresses and codes, `record` for records of games."""
    fingerprint: str
    """A hash of a reply key, or the public key that verifies records."""
    secret: str = field(repr=False)
    """The key in hexadecimal. Empty once the key is no longer used."""
    sealed: bool
    """Whether the secret is encrypted with the master key."""
    begun: datetime
    until: datetime | None = None
    """When the key expires. None for the current key."""
    generation: int = 0
    """The generation of the database in which the key was made."""


@dataclass(frozen=True, slots=True)
class SigningKeys:
    """All signing keys of a database at one moment."""

    version: str = ""
    """The fingerprints of the reply keys in use for signing, separated by spaces. Usually there is
    only one.
    """
    master_key: str = ""
    """The fingerprint of the master key. Empty if the secrets aren't encrypted."""
    all: tuple[SigningKey, ...] = ()
    """All keys, the newest first."""

    def of(self, purpose: Purpose) -> Sequence[SigningKey]:
        """Returns the keys for this purpose, the current one first."""
        keys = [key for key in self.all if key.purpose == purpose]
        return sorted(keys, key=lambda key: key.until is not None)

    def valid_since(self, now: datetime) -> datetime | None:
        """Returns the time since which all tokens that were signed are still valid.

        Returns None if no token has expired.
        """
        keys = self.of("reply")
        ended = [key.begun for key in keys if key.until and key.until <= now]
        later = (key.begun for key in keys if ended and key.begun > max(ended))
        return min(later, default=None)


class SigningKeyRepository:
    def __init__(self, connection: Connection, keys: SigningKeys) -> None:
        self._connection = connection
        self.known = keys
        """All keys, as known at the beginning of the transaction or as read in it."""
        self.is_fresh = False
        """Whether this transaction has read them."""

    def lock(self) -> SigningKeys:
        """Returns all keys, and locks them until the transaction ends.

        On PostgreSQL this waits for transactions that have numbered their commits, and others can't
        number theirs until this one ends. So no two transactions act by different keys at a time.
        """
        if self._connection.dialect.name == "postgresql":
            self._connection.execute(text(f"LOCK TABLE {COUNTED} IN ACCESS EXCLUSIVE MODE"))
        return self._read()

    def add(self, key: SigningKey) -> None:
        self._connection.execute(insert(signing_keys).values(asdict(key)))

    def change(self, key: SigningKey) -> None:
        """Updates the row of a key."""
        same = (signing_keys.c.purpose == key.purpose) & (
            signing_keys.c.fingerprint == key.fingerprint
        )
        self._connection.execute(update(signing_keys).where(same).values(asdict(key)))

    def name(self, version: str, master_key: str) -> None:
        """Stores the fingerprints of the current reply keys and of the master key."""
        values = {"key_fingerprints": version, "master_key_fingerprint": master_key}
        self._connection.execute(update(identity).values(values))
        self._read()

    def _read(self) -> SigningKeys:
        self.known, self.is_fresh = read_signing_keys(self._connection), True
        return self.known


def read_signing_keys(connection: Connection) -> SigningKeys:
    columns = [column for column in signing_keys.c if column.name != "id"]
    query = select(*columns).order_by(signing_keys.c.id.desc())
    keys = tuple(SigningKey(**row._asdict()) for row in connection.execute(query))
    named = select(identity.c.key_fingerprints, identity.c.master_key_fingerprint)
    return SigningKeys(*connection.execute(named).one(), keys)
