"""The server's secrets: those that sign and are valid, and the master key that encrypts them.

Nothing that players depend on lives on a machine: the keys are rows. The statement that counts a
commit reads their version, and a transaction that began before they were replaced is done again.
"""

import hmac
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from commands.system.files import write_atomically
from pbm.clock import Clock

if TYPE_CHECKING:
    from storage.admin.signing_keys import SigningKey, SigningKeys

KEY_BYTES = 32
FINGERPRINT_DIGITS = 32
FIRST = datetime.min.replace(tzinfo=UTC)


class UnusableKeyError(OSError):
    """The server's keys can't be used; the message says why, and what to do.

    An OSError, as it isn't the fault of a mail, which has to wait.
    """

    def __init__(self, text: str, problem: str = "") -> None:
        super().__init__(text)
        self.problem = problem or text
        """The reason alone, for a list of what is damaged."""


class Key:
    """Makes keyed hashes: plain hashes of short mails with passwords in them could be guessed."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def digest(self, *parts: str) -> str:
        """Returns a keyed hash of these parts, as 64 hexadecimal digits."""
        # `hmac.digest` would let other threads run meanwhile, and wait for them
        return hmac.new(self._secret, b"".join(map(_framed, parts)), "sha256").hexdigest()


def fingerprint(secret: bytes) -> str:
    """Returns a hash by which a key is recognized; it tells nothing of the key."""
    return Key(secret).digest("fingerprint")[:FINGERPRINT_DIGITS]


@dataclass(frozen=True, slots=True)
class StoredKey:
    """A secret, and its expiry; None for the current one."""

    secret: bytes = field(repr=False)
    until: datetime | None = None
    begun: datetime = FIRST
    """The moment from which it signs."""


@dataclass(frozen=True)
class KeyRing:
    """The current key, and the older ones that are still valid."""

    stored_keys: Callable[[], Sequence[StoredKey]]
    """Returns all keys, the current one first; called each time, as an admin may replace it."""
    clock: Clock

    def digest(self, *parts: str) -> str:
        """Returns a keyed hash by the current key."""
        return Key(self.stored_keys()[0].secret).digest(*parts)

    def digests(self, *parts: str) -> tuple[str, ...]:
        """Returns the hashes by all valid keys, that by the current one first."""
        return tuple(Key(key.secret).digest(*parts) for key in self._valid())

    def remembered_digests(self, *parts: str) -> tuple[str, ...]:
        """Returns the same, remembered: for names that come again and again, and aren't secret."""
        return _remembered(tuple(key.secret for key in self._valid()), parts)

    def at(self, moment: datetime) -> "KeyRing":
        """Returns these keys with the one first that signed at this moment, if it is still valid.

        So a mail that is sent once more after a rotation is the same, byte by byte.
        """
        return KeyRing(cache(lambda: self._by_use(moment)), self.clock)

    def _valid(self) -> list[StoredKey]:
        known = self.stored_keys()
        return [key for key in known if key.until is None or self.clock.now() < key.until]

    def _by_use(self, moment: datetime) -> Sequence[StoredKey]:
        valid = self._valid()
        begun = [key for key in valid if key.begun <= moment]
        first = max(begun, key=_begun) if begun else min(valid, key=_begun)
        return [first, *(key for key in valid if key is not first)]


@lru_cache(maxsize=4096)
def _remembered(secrets: Sequence[bytes], parts: Sequence[str]) -> tuple[str, ...]:
    return tuple(Key(secret).digest(*parts) for secret in secrets)


def _begun(key: StoredKey) -> datetime:
    return key.begun


def _framed(part: str) -> bytes:
    content = part.encode(errors="surrogateescape")
    return len(content).to_bytes(8, "big") + content


# The master key, which encrypts the signing keys in the database: a file that all nodes have.

MASTER_KEY = "master-key"
"""The name of the file in the data folder, unless the settings name another."""
NO_FILE = "none"
"""The setting by which the signing keys aren't encrypted."""
IS_DAMAGED = """\
The master key {} is damaged: it must be {} hexadecimal digits.
Put it back from a backup, or copy it from another node. If it is lost, stop all servers, move this
file away, and run:
  pbm admin rotate-key --reason "the master key was lost"
Then the reply addresses in all mails sent so far are no longer good."""
NONCE_BYTES = 12

# cryptography takes some milliseconds to load, so it is imported when a key is first used.


@dataclass(frozen=True, slots=True)
class MasterKey:
    """A key that encrypts others."""

    secret: bytes = field(repr=False)

    @property
    def fingerprint(self) -> str:
        """A hash by which it is recognized; it tells nothing of the key."""
        return Key(self.secret).digest("master key")[:FINGERPRINT_DIGITS]

    def seal(self, secret: bytes, name: str) -> str:
        """Returns a secret, encrypted, as hexadecimal digits; `name`: what it is the secret of."""
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415

        nonce = secrets.token_bytes(NONCE_BYTES)
        return (nonce + AESGCM(self.secret).encrypt(nonce, secret, name.encode())).hex()

    def open(self, sealed: str, name: str) -> bytes:
        """Returns the secret; raises ValueError unless this key has encrypted it for this name."""
        from cryptography.exceptions import InvalidTag  # noqa: PLC0415
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415

        try:
            content = bytes.fromhex(sealed)
            nonce, encrypted = content[:NONCE_BYTES], content[NONCE_BYTES:]
            return AESGCM(self.secret).decrypt(nonce, encrypted, name.encode())
        except (ValueError, InvalidTag):
            raise ValueError("it was encrypted with another key, or was changed") from None


@dataclass(frozen=True, slots=True)
class MasterKeyFile:
    """The file with the master key, which only the server may read."""

    path: Path | None
    """None if the signing keys aren't encrypted."""

    def read(self) -> MasterKey | None:
        """Returns the key; None if there is no file. Raises UnusableKeyError."""
        if self.path is None:
            return None
        try:
            content = self.path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise UnusableKeyError(
                f"The master key {self.path} can't be read: {error.strerror}."
            ) from None
        return MasterKey(_secret(self.path, content))

    def ensure(self) -> MasterKey | None:
        """Returns the key, which is made if there is none; None if nothing is to be encrypted."""
        if self.path is None:
            return None
        if not self.path.exists():
            self._make(self.path)
        return self.read()

    def _make(self, path: Path) -> None:
        try:
            write_atomically(path, f"{secrets.token_hex(KEY_BYTES)}\n".encode(), new=True)
        except OSError as error:
            raise UnusableKeyError(
                f"The master key {path} can't be made: {error.strerror}."
            ) from None


def _secret(path: Path, content: bytes) -> bytes:
    """Returns the secret in the file; the error doesn't quote it."""
    try:
        secret = bytes.fromhex(content.decode("ascii").strip())
    except ValueError:
        secret = b""
    if len(secret) != KEY_BYTES:
        raise UnusableKeyError(
            IS_DAMAGED.format(path, 2 * KEY_BYTES),
            "the master key is damaged",
        ) from None
    return secret


# The signing keys of a database, opened with the master key at their first use.

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
