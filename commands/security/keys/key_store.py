"""The signing keys of a database, opened with the master key at their first use."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from storage.admin.signing_keys import SigningKey, SigningKeys
from commands.security.keys.key_ring import StoredKey, UnusableKeyError
from commands.security.keys.master_key import MasterKey, MasterKeyFile

IS_MISSING = """\
The master key {} is missing, with which the signing keys in this database are encrypted.
Copy it from another node, put it back from a backup, or name its file in PBM_MASTER_KEY_FILE.
If it is lost, stop all servers, and run:
  pbm admin rotate-key --reason "the master key was lost"
Then the reply addresses in all mails sent so far are no longer good."""
NAMED = " (PBM_MASTER_KEY_FILE names its file)"
IS_ANOTHER = """\
The master key {} (fingerprint {}) is another one than that of this database (fingerprint {}).
Copy the right one from another node of the installation, or name it in PBM_MASTER_KEY_FILE.
If that is lost, stop all servers, move this one away, and run:
  pbm admin rotate-key --reason "the master key was lost"
Then the reply addresses in all mails sent so far are no longer good."""
IS_NEEDED = """\
PBM_MASTER_KEY_FILE is none, and the signing keys in this database are encrypted with a master key
(fingerprint {}). Name its file, which every node of the installation has."""
IS_NOT_USED = """\
The signing keys in this database aren't encrypted, and there is a master key {}.
Set PBM_MASTER_KEY_FILE=none, or encrypt them: pbm admin master-key FILE"""
DAMAGED = """\
The signing key {} in this database is damaged: {}. Put back a backup; if there is none, run:
  pbm admin rotate-key --keep 0 --reason "the key was damaged\""""


class KeyStore:
    """The signing keys as they are used."""

    def __init__(self, known: "Callable[[], SigningKeys]", master_key: MasterKeyFile) -> None:
        """`known`: returns the keys of the database; called each time, as they may be replaced."""
        self._known = known
        self.master_key = master_key
        self._opened: tuple[SigningKeys | None, Sequence[StoredKey]] = None, ()

    def check(self) -> None:
        """Raises UnusableKeyError unless the keys can be opened; doesn't open them."""
        matching_master_key(self._known(), self.master_key)

    def reply_keys(self) -> Sequence[StoredKey]:
        """Returns the keys of addresses and codes, the current one first.

        Raises UnusableKeyError if they can't be opened.
        """
        known = self._known()
        of, opened = self._opened
        if of is not known:
            opened = self._open(known)
            self._opened = known, opened
        return opened

    def record_secret(self) -> bytes:
        """Returns the private key of records; raises UnusableKeyError."""
        known = self._known()
        return open_key(known.of("record")[0], matching_master_key(known, self.master_key))

    def record_public(self) -> str:
        """Returns the public key of records; empty if there is none yet."""
        return next((key.fingerprint for key in self._known().of("record")), "")

    def _open(self, known: "SigningKeys") -> Sequence[StoredKey]:
        master_key = matching_master_key(known, self.master_key)
        valid = (key for key in known.of("reply") if key.secret or key.until is None)
        return [StoredKey(open_key(key, master_key), key.until, key.begun) for key in valid]


def matching_master_key(known: "SigningKeys", file: MasterKeyFile) -> MasterKey | None:
    """Returns the master key; None if the database's keys aren't encrypted.

    Raises UnusableKeyError if the node's key isn't the database's.
    """
    own = file.read()
    if fingerprint_of(own) == known.master_key:
        return own
    if file.path is None:
        raise UnusableKeyError(IS_NEEDED.format(known.master_key))
    if own is None:
        raise UnusableKeyError(IS_MISSING.format(file.path), f"the master key is missing{NAMED}")
    if not known.master_key:
        raise UnusableKeyError(IS_NOT_USED.format(file.path))
    raise UnusableKeyError(
        IS_ANOTHER.format(file.path, own.fingerprint, known.master_key),
        f"the master key is another one than that of this database{NAMED}",
    )


def fingerprint_of(master_key: MasterKey | None) -> str:
    """Returns the fingerprint of a master key; empty if there is none."""
    return master_key.fingerprint if master_key else ""


def name_of(key: "SigningKey") -> str:
    """Returns the name for which a key's secret is encrypted."""
    return f"{key.purpose} {key.fingerprint}"


def open_key(key: "SigningKey", master_key: MasterKey | None) -> bytes:
    """Returns the secret of a key; raises UnusableKeyError, which doesn't quote it."""
    try:
        if not key.sealed:
            return bytes.fromhex(key.secret)
        assert master_key is not None  # noqa: S101 - keys are sealed all or none
        return master_key.open(key.secret, name_of(key))
    except ValueError as error:
        reason = str(error) if key.sealed else "it isn't hexadecimal"
        raise UnusableKeyError(
            DAMAGED.format(name_of(key), reason), f"{name_of(key)} is damaged: {reason}"
        ) from None
