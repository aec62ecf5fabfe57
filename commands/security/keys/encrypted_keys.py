"""Decrypts the signing keys of a database with the master key when they are first used."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from storage.admin.signing_keys import SigningKey, SigningKeys
from commands.security.keys.key_ring import StoredKey, UnusableKeyError
from commands.security.keys.master_key import MasterKey, MasterKeyFile

IS_MISSING = """\
The master key {} is missing. The signing keys in this database are encrypted with it.
Copy it from another node, restore it from a backup, or set PBM_MASTER_KEY_FILE to its path.
If it is lost, stop all servers and run:
  pbm admin rotate-key --reason "the master key was lost"
This invalidates the reply addresses in all emails sent so far."""
NAMED = " (set PBM_MASTER_KEY_FILE to its path)"
IS_ANOTHER = """\
The master key {} (fingerprint {}) doesn't belong to this database.
The right key has the fingerprint {}. Copy it from another node, or set
PBM_MASTER_KEY_FILE to its path. If it is lost, stop all servers, move the wrong key out of the
way and run:
  pbm admin rotate-key --reason "the master key was lost"
This invalidates the reply addresses in all emails sent so far."""
IS_NEEDED = """\
PBM_MASTER_KEY_FILE is set to none, but the signing keys in this database are encrypted with a
master key (fingerprint {}). Set PBM_MASTER_KEY_FILE to the path of this key. Every node has a copy
of it."""
IS_NOT_USED = """\
The signing keys in this database aren't encrypted, but there is a master key {}.
To leave them unencrypted, set PBM_MASTER_KEY_FILE=none. To encrypt them, run:
  pbm admin master-key FILE"""
DAMAGED = """\
The signing key {} in this database is damaged: {}. Restore a backup. If you have none, run:
  pbm admin rotate-key --keep 0 --reason "the key was damaged\""""


class EncryptedKeys:
    """The decrypted signing keys of a database."""

    def __init__(self, stored_keys: "Callable[[], SigningKeys]", master_key: MasterKeyFile) -> None:
        """`stored_keys`: returns the stored keys.

        It is called each time, because they may be replaced.
        """
        self._known = stored_keys
        self.master_key = master_key
        self._opened: tuple[SigningKeys | None, Sequence[StoredKey]] = None, ()

    def check(self) -> None:
        """Raises UnusableKeyError if the keys can't be decrypted. Doesn't decrypt them."""
        matching_master_key(self._known(), self.master_key)

    def reply_keys(self) -> Sequence[StoredKey]:
        """Returns the keys for addresses and codes, with the current one first.

        Raises UnusableKeyError if they can't be decrypted.
        """
        stored_keys = self._known()
        of, opened = self._opened
        if of is not stored_keys:
            opened = self._open(stored_keys)
            self._opened = stored_keys, opened
        return opened

    def record_secret(self) -> bytes:
        """Returns the private key for records. Raises UnusableKeyError."""
        stored_keys = self._known()
        return open_key(
            stored_keys.of("record")[0], matching_master_key(stored_keys, self.master_key)
        )

    def record_public(self) -> str:
        """Returns the public key for records, or "" if there is none yet."""
        return next((key.fingerprint for key in self._known().of("record")), "")

    def _open(self, stored_keys: "SigningKeys") -> Sequence[StoredKey]:
        master_key = matching_master_key(stored_keys, self.master_key)
        valid = (key for key in stored_keys.of("reply") if key.secret or key.until is None)
        return [StoredKey(open_key(key, master_key), key.until, key.begun) for key in valid]


def matching_master_key(stored_keys: "SigningKeys", file: MasterKeyFile) -> MasterKey | None:
    """Returns the master key, or None if the database's keys aren't encrypted.

    Raises UnusableKeyError if the node's master key doesn't belong to the database.
    """
    master_key = file.read()
    if fingerprint_of(master_key) == stored_keys.master_key:
        return master_key
    if file.path is None:
        raise UnusableKeyError(IS_NEEDED.format(stored_keys.master_key))
    if master_key is None:
        raise UnusableKeyError(IS_MISSING.format(file.path), f"the master key is missing{NAMED}")
    if not stored_keys.master_key:
        raise UnusableKeyError(IS_NOT_USED.format(file.path))
    raise UnusableKeyError(
        IS_ANOTHER.format(file.path, master_key.fingerprint, stored_keys.master_key),
        f"the master key doesn't belong to this database{NAMED}",
    )


def fingerprint_of(master_key: MasterKey | None) -> str:
    """Returns the fingerprint of a master key, or "" for None."""
    return master_key.fingerprint if master_key else ""


def name_of(key: "SigningKey") -> str:
    """Returns the key's name. The encryption of the key's secret is bound to it."""
    return f"{key.purpose} {key.fingerprint}"


def open_key(key: "SigningKey", master_key: MasterKey | None) -> bytes:
    """Returns the secret of a key. Raises UnusableKeyError, whose message doesn't contain it."""
    try:
        if not key.sealed:
            return bytes.fromhex(key.secret)
        assert master_key is not None  # noqa: S101 - keys are sealed all or none
        return master_key.open(key.secret, name_of(key))
    except ValueError as error:
        reason = str(error) if key.sealed else "it isn't a hexadecimal number"
        raise UnusableKeyError(
            DAMAGED.format(name_of(key), reason), f"{name_of(key)} is damaged: {reason}"
        ) from None
