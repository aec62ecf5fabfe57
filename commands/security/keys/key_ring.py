"""The secrets that sign, and those that are still valid."""

import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache, lru_cache

from pbm.clock import Clock

KEY_BYTES = 32
FINGERPRINT_DIGITS = 32
FIRST = datetime.min.replace(tzinfo=UTC)


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


class UnusableKeyError(OSError):
    """The server's keys can't be used; the message says why, and what to do.

    An OSError, as it isn't the fault of a mail, which has to wait.
    """

    def __init__(self, text: str, problem: str = "") -> None:
        super().__init__(text)
        self.problem = problem or text
        """The reason alone, for a list of what is damaged."""


def _framed(part: str) -> bytes:
    content = part.encode(errors="surrogateescape")
    return len(content).to_bytes(8, "big") + content
