"""Changes of the signing keys in a database: made, replaced, and encrypted otherwise."""

import secrets
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from commands.security.key_store import (
    MasterKey,
    MasterKeyFile,
    matching_master_key,
    name_of,
    open_key,
)
from commands.security.keys import KEY_BYTES, UnusableKeyError, fingerprint
from commands.security.record_signing import public_key
from storage import Database
from storage.admin.signing_keys import Purpose, SigningKey, SigningKeys
from storage.unit_of_work import UnitOfWork

# Makes the rows of signing keys, encrypted with the master key.


@dataclass(frozen=True, slots=True)
class KeyMaker:
    """Makes keys at one moment."""

    master_key: MasterKey | None
    """None if they aren't encrypted."""
    now: datetime
    generation: int
    """The generation of the database."""

    @property
    def site_fingerprint(self) -> str:
        """The fingerprint of the master key; empty if there is none."""
        return self.master_key.fingerprint if self.master_key else ""

    def reply(self, secret: bytes, until: datetime | None = None) -> SigningKey:
        """Returns a key of addresses and codes."""
        return with_secret(self._key("reply", fingerprint(secret), until), secret, self.master_key)

    def record(self, secret: bytes) -> SigningKey:
        """Returns a key of records."""
        return with_secret(self._key("record", public_key(secret)), secret, self.master_key)

    def _key(self, purpose: Purpose, name: str, until: datetime | None = None) -> SigningKey:
        return SigningKey(
            purpose=purpose,
            fingerprint=name,
            secret="",
            sealed=False,
            begun=self.now,
            until=until,
            generation=self.generation,
        )


def new_secret() -> bytes:
    """Returns a random secret."""
    return secrets.token_bytes(KEY_BYTES)


def with_secret(key: SigningKey, secret: bytes, master_key: MasterKey | None) -> SigningKey:
    """Returns a key with its secret as it is stored."""
    stored = master_key.seal(secret, name_of(key)) if master_key else secret.hex()
    return replace(key, secret=stored, sealed=master_key is not None)


def prepare_keys(database: Database, file: MasterKeyFile, now: datetime) -> None:
    """Makes the keys of a new database.

    Raises UnusableKeyError if the master key isn't that of the database.
    """
    if not database.signing_keys.all:
        with database.work() as work:
            if not work.signing_keys.lock().all:
                _make_keys(work, file, now)
    matching_master_key(database.signing_keys, file)


def rotate(work: UnitOfWork, file: MasterKeyFile, now: datetime, keep: timedelta) -> bool:
    """Makes a new key of addresses and codes; others expire after `keep` at latest.

    If the master key was lost, another is made, and all keys are new. Returns False if the old key
    was lost, so that it holds no longer. Raises UnusableKeyError.
    """
    known = work.signing_keys.lock()
    if not known.all:
        _make_keys(work, file, now)
        return False
    opening = file.ensure() if is_lost(known, file) else matching_master_key(known, file)
    maker = KeyMaker(opening, now, work.identity.generations.current)
    ended = [_ended(key, now, keep, maker) for key in known.all]
    for key in ended:
        work.signing_keys.change(key)
    if all(key.until for key in ended if key.purpose == "record"):
        work.signing_keys.add(maker.record(new_secret()))
    new = maker.reply(new_secret())
    work.signing_keys.add(new)
    work.retention.forget_keys(now)
    work.signing_keys.name(new.fingerprint, maker.site_fingerprint)
    return any(key.purpose == "reply" and key.secret for key in ended)


def is_lost(known: SigningKeys, file: MasterKeyFile) -> bool:
    """Returns True if the keys are encrypted with a master key that isn't in its place."""
    return bool(known.master_key) and file.path is not None and file.read() is None


def encrypt_otherwise(work: UnitOfWork, old: MasterKeyFile, new: MasterKeyFile) -> None:
    """Encrypts all keys with another master key, which is made if there is none, or with none.

    Raises UnusableKeyError.
    """
    known = work.signing_keys.lock()
    old_key, new_key = matching_master_key(known, old), new.ensure()
    for key in known.all:
        if key.secret:
            work.signing_keys.change(with_secret(key, open_key(key, old_key), new_key))
    work.signing_keys.name(known.version, new_key.fingerprint if new_key else "")


def _ended(key: SigningKey, now: datetime, keep: timedelta, maker: KeyMaker) -> SigningKey:
    """Returns a key as it is after a rotation: at its end if it can't be opened any more."""
    try:
        open_key(key, maker.master_key)
    except UnusableKeyError:
        return replace(key, secret="", until=_sooner(key.until, now))
    return key if key.purpose == "record" else replace(key, until=_sooner(key.until, now + keep))


def _make_keys(work: UnitOfWork, file: MasterKeyFile, now: datetime) -> None:
    """Makes the first key of addresses and codes, and the first one of records."""
    maker = KeyMaker(file.ensure(), now, work.identity.generations.current)
    reply = maker.reply(new_secret())
    work.signing_keys.add(reply)
    work.signing_keys.add(maker.record(new_secret()))
    work.signing_keys.name(reply.fingerprint, maker.site_fingerprint)


def _sooner(until: datetime | None, latest: datetime) -> datetime:
    return min(until or latest, latest)
