"""The server's secrets, stored beside its data: the current one, and older ones that are valid."""

import hmac
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from commands.system.files import write_atomically
from pbm.clock import Clock

KEY = "key"
"""The name of the key file."""
KEY_BYTES = 32
FINGERPRINT_DIGITS = 32


HOW_TO_GO_ON = (
    "Put it back from a backup; if there is none, delete what is there, and run:\n"
    '  pbm admin rotate-key --reason "the key was lost"\n'
    "Then the reply addresses in all mails sent so far are no longer good."
)


class UnusableKeyError(Exception):
    """The server's key can't be used; `problem` is a sentence."""

    def __init__(self, path: Path, problem: str) -> None:
        super().__init__(f"The key file {path} {problem}. {HOW_TO_GO_ON}")
        self.problem = problem


class Key:
    """Makes keyed hashes: plain hashes of short mails with passwords in them could be guessed."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def digest(self, *parts: str) -> str:
        """Returns a keyed hash of these parts, as 64 hexadecimal digits."""
        message = b"".join(_framed(part.encode(errors="surrogateescape")) for part in parts)
        return hmac.digest(self._secret, message, "sha256").hex()


def fingerprint(secret: bytes) -> str:
    """Returns a hash by which a key is recognized; it tells nothing of the key."""
    return Key(secret).digest("fingerprint")[:FINGERPRINT_DIGITS]


@dataclass(frozen=True, slots=True)
class StoredKey:
    """A secret in the key file, and its expiry; None for the current one."""

    secret: bytes = field(repr=False)
    until: datetime | None = None

    def write(self) -> str:
        """Returns a line of the key file; the inverse of `read`."""
        return f"{self.secret.hex()} {self.until.isoformat() if self.until else 'now'}"

    @classmethod
    def read(cls, line: str) -> "StoredKey":
        """Returns the secret in a line of the key file; raises ValueError."""
        secret, until = line.split()
        if len(secret) != 2 * KEY_BYTES:
            raise ValueError("too short or too long")
        return cls(bytes.fromhex(secret), None if until == "now" else datetime.fromisoformat(until))


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
        now = self.clock.now()
        valid = (key for key in self.stored_keys() if key.until is None or now < key.until)
        return tuple(Key(key.secret).digest(*parts) for key in valid)


class KeyFile:
    """A file that only the server may read, read again when replaced.

    When it is lost while the server runs, the keys read before stay in use.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._version: tuple[int, int] | None = None
        self._stored_keys: tuple[StoredKey, ...] = ()

    def __call__(self) -> Sequence[StoredKey]:
        """Returns the keys in the file; raises UnusableKeyError."""
        try:
            stat = self._path.stat()
        except FileNotFoundError:
            if self._stored_keys:
                return self._stored_keys
            raise UnusableKeyError(self._path, "is missing") from None
        version = stat.st_ino, stat.st_mtime_ns
        if version != self._version:
            self._stored_keys, self._version = _read(self._path), version
        return self._stored_keys

    def ensure(self) -> None:
        """Makes a key if there is none."""
        if not self._path.exists():
            key = StoredKey(secrets.token_bytes(KEY_BYTES))
            write_atomically(self._path, _lines([key]), new=True)

    def rotated(self, now: datetime, keep: timedelta) -> Sequence[StoredKey]:
        """Returns the keys with a new one as the current; others expire after `keep` at latest."""
        until = now.astimezone(UTC) + keep
        known = self() if self._path.exists() else ()
        older = [StoredKey(key.secret, min(key.until or until, until)) for key in known]
        valid = [key for key in older if key.until and now < key.until]
        return [StoredKey(secrets.token_bytes(KEY_BYTES)), *valid]

    def replace(self, keys: Sequence[StoredKey]) -> None:
        """Replaces the keys in the file."""
        write_atomically(self._path, _lines(keys))

    def fingerprints(self) -> tuple[str, ...]:
        """Returns the fingerprints of the keys, that of the current one first."""
        return tuple(fingerprint(key.secret) for key in self())

    def problem(self, problem: str) -> UnusableKeyError:
        """Returns the error that these keys have a problem."""
        return UnusableKeyError(self._path, problem)


def open_keys(path: Path, clock: Clock) -> KeyRing:
    """Returns the keys in this file."""
    return KeyRing(KeyFile(path), clock)


def _read(path: Path) -> tuple[StoredKey, ...]:
    try:
        keys = tuple(map(StoredKey.read, path.read_text("ascii").splitlines()))
    except ValueError:
        keys = ()
    if not keys or any((key.until is None) != (key is keys[0]) for key in keys):
        raise UnusableKeyError(
            path, "is damaged"
        ) from None  # the traceback must not show the file's content
    return keys


def _lines(keys: Sequence[StoredKey]) -> bytes:
    return "".join(f"{key.write()}\n" for key in keys).encode()


def _framed(part: bytes) -> bytes:
    return len(part).to_bytes(8, "big") + part
