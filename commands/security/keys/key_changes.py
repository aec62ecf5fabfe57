"""Creates, replaces and re-encrypts the signing keys in a database."""

import secrets
from dataclasses import replace
from datetime import datetime, timedelta

from commands.security.keys.encrypted_keys import (
    fingerprint_of,
    matching_master_key,
    name_of,
    open_key,
)
from commands.security.keys.key_ring import KEY_BYTES, UnusableKeyError, fingerprint
from commands.security.keys.master_key import MasterKey, MasterKeyFile
from commands.security.record_signing import public_key
from storage import Database
from storage.admin.signing_keys import Purpose, SigningKey, SigningKeys
from storage.unit_of_work import UnitOfWork


def prepare_keys(database: Database, file: MasterKeyFile, now: datetime) -> None:
    """Creates the keys of a new database.

    Raises UnusableKeyError if the master key doesn't belong to the database.
    """
    if not database.signing_keys.all:
        with database.work() as work:
            if not work.signing_keys.lock().all:
                _make_keys(work, file, now)
    matching_master_key(database.signing_keys, file)


def rotate(work: UnitOfWork, file: MasterKeyFile, now: datetime, keep: timedelta) -> bool:
    """Creates a new key for addresses and codes. The old keys expire after `keep` at the latest.

    If the master key was lost, a new one is created, and all signing keys are replaced. Returns
    whether the old key remains valid until it expires. If it was lost, it doesn't. Raises
    UnusableKeyError.
    """
    stored_keys = work.signing_keys.lock()
    if not stored_keys.all:
        _make_keys(work, file, now)
        return False
    master_key = (
        file.ensure() if is_lost(stored_keys, file) else matching_master_key(stored_keys, file)
    )
    ended = [_ended(key, now, keep, master_key) for key in stored_keys.all]
    for key in ended:
        work.signing_keys.change(key)
    if all(key.until for key in ended if key.purpose == "record"):
        _make(work, "record", master_key, now)
    new = _make(work, "reply", master_key, now)
    work.retention.forget_keys(now)
    work.signing_keys.name(new.fingerprint, fingerprint_of(master_key))
    return any(key.purpose == "reply" and key.secret for key in ended)


def is_lost(stored_keys: SigningKeys, file: MasterKeyFile) -> bool:
    """Whether the keys are encrypted with a master key whose file is missing."""
    return bool(stored_keys.master_key) and file.path is not None and file.read() is None


def encrypt_otherwise(work: UnitOfWork, old: MasterKeyFile, new: MasterKeyFile) -> None:
    """Encrypts all keys with the new master key.

    If its file is missing, a new master key is created.

    If no new master key is configured, the keys are stored unencrypted. Raises UnusableKeyError.
    """
    stored_keys = work.signing_keys.lock()
    old_key, new_key = matching_master_key(stored_keys, old), new.ensure()
    for key in stored_keys.all:
        if key.secret:
            work.signing_keys.change(_with_secret(key, open_key(key, old_key), new_key))
    work.signing_keys.name(stored_keys.version, fingerprint_of(new_key))


def _ended(
    key: SigningKey, now: datetime, keep: timedelta, master_key: MasterKey | None
) -> SigningKey:
    """Returns a key with its expiry after a rotation. A key that can't be decrypted expires now."""
    try:
        open_key(key, master_key)
    except UnusableKeyError:
        return replace(key, secret="", until=_sooner(key.until, now))
    return key if key.purpose == "record" else replace(key, until=_sooner(key.until, now + keep))


def _make_keys(work: UnitOfWork, file: MasterKeyFile, now: datetime) -> None:
    """Creates the first key for addresses and codes, and the first one for records."""
    master_key = file.ensure()
    reply = _make(work, "reply", master_key, now)
    _make(work, "record", master_key, now)
    work.signing_keys.name(reply.fingerprint, fingerprint_of(master_key))


def _make(
    work: UnitOfWork, purpose: Purpose, master_key: MasterKey | None, now: datetime
) -> SigningKey:
    """Creates and stores a key with a random secret."""
    secret = secrets.token_bytes(KEY_BYTES)
    key = SigningKey(
        purpose=purpose,
        fingerprint=fingerprint(secret) if purpose == "reply" else public_key(secret),
        secret="",
        sealed=False,
        begun=now,
        generation=work.identity.generations.current,
    )
    key = _with_secret(key, secret, master_key)
    work.signing_keys.add(key)
    return key


def _with_secret(key: SigningKey, secret: bytes, master_key: MasterKey | None) -> SigningKey:
    """Returns the key with its secret, encrypted if there is a master key."""
    stored = master_key.seal(secret, name_of(key)) if master_key else secret.hex()
    return replace(key, secret=stored, sealed=master_key is not None)


def _sooner(until: datetime | None, latest: datetime) -> datetime:
    return min(until or latest, latest)
