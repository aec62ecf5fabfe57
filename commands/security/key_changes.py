"""Changes of the signing keys in a database: made, imported, replaced, and encrypted otherwise."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from commands.security.key_files import (
    OLD_FILES,
    REPLY_KEYS,
    KeyPlace,
    key_file_error,
    read_record_key,
    read_reply_keys,
)
from commands.security.key_maker import KeyMaker, new_secret, with_secret
from commands.security.key_store import check_version, matching_site_key, open_key
from commands.security.keys import StoredKey, UnusableKeyError, fingerprint
from commands.security.record_signing import public_key
from commands.security.site_key import SiteKeyFile
from commands.system.files import sync_folder
from storage import Database
from storage.admin.signing_keys import SigningKey, SigningKeys
from storage.unit_of_work import SqlUnitOfWork

ANOTHER = "holds another key than the one that signs for this database"
NOT_NEEDED = (
    "The key file {} holds another key than those in this database, where keys are kept now.\n"
    "If the database is the right one, move that file away."
)


def prepare_keys(database: Database, place: KeyPlace, now: datetime) -> None:
    """Makes the keys of a new database, or imports those in the files of an older pbm.

    Raises UnusableKeyError if the keys of this place aren't those of the database.
    """
    if not database.signing_keys.all:
        with database.work() as work:
            known = work.signing_keys.lock()
            if not known.all:
                _store(work, place, now, _keys_of_files(known, place.data))
    known = database.signing_keys
    check_version(known)
    matching_site_key(known, place.site_key)
    old = read_reply_keys(place.data)
    if old and fingerprint(old[0].secret) not in {key.fingerprint for key in known.all}:
        raise UnusableKeyError(NOT_NEEDED.format(place.data / REPLY_KEYS))


def remove_files(database: Database, data: Path, now: datetime) -> None:
    """Removes the files of an older pbm, whose keys are in the database.

    The key of records of another node than the first is one of the older keys from then on.
    """
    found = [data / name for name in OLD_FILES if (data / name).exists()]
    if record := read_record_key(data):
        _keep_public(database, public_key(record), now)
    for path in found:
        path.unlink(missing_ok=True)
    if found:
        sync_folder(data)


def rotate(work: SqlUnitOfWork, place: KeyPlace, now: datetime, keep: timedelta) -> bool:
    """Makes a new key of addresses and codes; others expire after `keep` at latest.

    If the site's key was lost, another is made, and all keys are new. Returns False if the old key
    was lost, so that it holds no longer. Raises UnusableKeyError.
    """
    known = work.signing_keys.lock()
    if not known.all and not read_reply_keys(place.data):
        _store(work, place, now, [StoredKey(new_secret())])
        return False
    if not known.all:
        _store(work, place, now, _keys_of_files(known, place.data))
        known = work.signing_keys.lock()
    opening = (
        place.site_key.ensure()
        if is_lost(known, place)
        else matching_site_key(known, place.site_key)
    )
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


def is_lost(known: SigningKeys, place: KeyPlace) -> bool:
    """Returns True if the keys are encrypted with a site's key that isn't in its place."""
    file = place.site_key
    return bool(known.site_key) and file.path is not None and file.read() is None


def encrypt_otherwise(work: SqlUnitOfWork, old: SiteKeyFile, new: SiteKeyFile) -> None:
    """Encrypts all keys with another site's key, which is made if there is none, or with none.

    Raises UnusableKeyError.
    """
    known = work.signing_keys.lock()
    old_key, new_key = matching_site_key(known, old), new.ensure()
    for key in known.all:
        if key.secret:
            work.signing_keys.change(with_secret(key, open_key(key, old_key), new_key))
    work.signing_keys.name(known.version, new_key.fingerprint if new_key else "")


def _ended(key: SigningKey, now: datetime, keep: timedelta, maker: KeyMaker) -> SigningKey:
    """Returns a key as it is after a rotation: at its end if it can't be opened any more."""
    try:
        open_key(key, maker.site_key)
    except UnusableKeyError:
        return replace(key, secret="", until=_sooner(key.until, now))
    return key if key.purpose == "record" else replace(key, until=_sooner(key.until, now + keep))


def _keys_of_files(known: SigningKeys, data: Path) -> Sequence[StoredKey]:
    """Returns the keys in the file of an older pbm; a new one for a database without any.

    Several fingerprints are known when a rotation was cut off: the file tells which one counts.
    """
    found, path = read_reply_keys(data), data / REPLY_KEYS
    expected = set(known.version.split())
    if expected and not found:
        raise key_file_error(path, "is missing")
    if expected and not expected & {fingerprint(key.secret) for key in found}:
        raise key_file_error(path, ANOTHER)
    return found or [StoredKey(new_secret())]


def _store(
    work: SqlUnitOfWork, place: KeyPlace, now: datetime, replies: Sequence[StoredKey]
) -> None:
    """Stores keys of addresses and codes, the current one first, and a key of records."""
    record = read_record_key(place.data) or new_secret()
    maker = KeyMaker(place.site_key.ensure(), now, work.identity.generations.current)
    rows = [maker.reply(key.secret, key.until) for key in replies]
    for row in (*reversed(rows), maker.record(record)):
        work.signing_keys.add(row)
    work.signing_keys.name(rows[0].fingerprint, maker.site_fingerprint)


def _keep_public(database: Database, public: str, now: datetime) -> None:
    """Stores a key by which records were signed, unless it is known."""
    with database.work() as work:
        if public not in {key.fingerprint for key in work.signing_keys.lock().all}:
            maker = KeyMaker(None, now, work.identity.generations.current)
            work.signing_keys.add(maker.past_record(public))


def _sooner(until: datetime | None, latest: datetime) -> datetime:
    return min(until or latest, latest)
