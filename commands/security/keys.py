"""The server's own secrets, kept beside its data: one in use, and earlier ones while they hold."""

import hmac
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from commands.system.files import write_private
from pbm.clock import Clock

KEY_BYTES = 32


class DamagedKeyError(Exception):
    """The key file doesn't hold what we wrote there."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"The key file {path} is damaged. Put it back from a backup; or delete it, and a new "
            "one is made: then the reply addresses in all mails sent so far are no longer good."
        )


class Key:
    """Makes keyed hashes; plain ones of short mails with passwords in them could be guessed."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def digest(self, *parts: str) -> str:
        """A keyed hash of these parts, as 64 hexadecimal digits."""
        message = b"".join(_framed(part.encode(errors="surrogateescape")) for part in parts)
        return hmac.digest(self._secret, message, "sha256").hex()


@dataclass(frozen=True, slots=True)
class StoredKey:
    """A secret in the key file, and until when it holds; None for the one in use."""

    secret: bytes = field(repr=False)
    until: datetime | None = None

    def write(self) -> str:
        """A line of the key file; the inverse of `read`."""
        return f"{self.secret.hex()} {self.until.isoformat() if self.until else 'now'}"

    @classmethod
    def read(cls, line: str) -> "StoredKey":
        """From a line of the key file; raises ValueError."""
        secret, until = line.split()
        if len(secret) != 2 * KEY_BYTES:
            raise ValueError("too short or too long")
        return cls(bytes.fromhex(secret), None if until == "now" else datetime.fromisoformat(until))


@dataclass(frozen=True)
class KeyRing:
    """The key in use, and those before it that still hold."""

    kept: Callable[[], Sequence[StoredKey]]
    """All of them, the one in use first; asked each time, as an admin may replace it."""
    clock: Clock

    def digest(self, *parts: str) -> str:
        """A keyed hash by the key in use."""
        return Key(self.kept()[0].secret).digest(*parts)

    def digests(self, *parts: str) -> tuple[str, ...]:
        """The hashes by all keys that hold, that by the one in use first."""
        now = self.clock.now()
        valid = (kept for kept in self.kept() if kept.until is None or now < kept.until)
        return tuple(Key(kept.secret).digest(*parts) for kept in valid)


class KeyFile:
    """The file that only we may read; made at the first start, read anew when it was replaced."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seen: tuple[int, int] | None = None
        self._kept: tuple[StoredKey, ...] = ()

    def __call__(self) -> Sequence[StoredKey]:
        """What the file holds; raises DamagedKeyError."""
        try:
            stat = self._path.stat()
        except FileNotFoundError:
            write_private(self._path, _lines([StoredKey(secrets.token_bytes(KEY_BYTES))]), new=True)
            stat = self._path.stat()
        seen = stat.st_ino, stat.st_mtime_ns
        if seen != self._seen:
            self._kept, self._seen = _read(self._path), seen
        return self._kept

    def rotate(self, now: datetime, keep: timedelta) -> None:
        """Puts a new secret in use; the one before holds for so long, later ones no longer."""
        until = now.astimezone(UTC) + keep
        older = [StoredKey(kept.secret, min(kept.until or until, until)) for kept in self()]
        valid = [kept for kept in older if kept.until and now < kept.until]
        kept = [StoredKey(secrets.token_bytes(KEY_BYTES)), *valid]
        write_private(self._path, _lines(kept), new=False)


def open_keys(path: Path, clock: Clock) -> KeyRing:
    """The keys in this file."""
    return KeyRing(KeyFile(path), clock)


def _read(path: Path) -> tuple[StoredKey, ...]:
    try:
        kept = tuple(map(StoredKey.read, path.read_text("ascii").splitlines()))
    except ValueError:
        kept = ()
    if not kept or any((each.until is None) != (each is kept[0]) for each in kept):
        raise DamagedKeyError(path) from None  # what stands there must not be told
    return kept


def _lines(kept: Sequence[StoredKey]) -> str:
    return "".join(f"{each.write()}\n" for each in kept)


def _framed(part: bytes) -> bytes:
    return len(part).to_bytes(8, "big") + part
