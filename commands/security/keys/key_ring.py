"""Makes keyed hashes by the current signing key and by older keys that are still valid."""

import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache

from pbm.clock import Clock

KEY_BYTES = 32
FINGERPRINT_DIGITS = 32
FIRST = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class StoredKey:
    """A secret with its expiry. The expiry of the current secret is None."""

    secret: bytes = field(repr=False)
    until: datetime | None = None
    begun: datetime = FIRST
    """When the secret began to be used for signing."""


@dataclass(frozen=True)
class KeyRing:
    """The current key, and the older ones that are still valid."""

    stored_keys: Callable[[], Sequence[StoredKey]]
    """Returns all keys, with the current one first.

    It is called each time, because an admin may replace the key.
    """
    clock: Clock

    def digest(self, *parts: str) -> str:
        """Returns a hash keyed by the current key."""
        return Key(self.stored_keys()[0].secret).digest(*parts)

    def digests(self, *parts: str) -> tuple[str, ...]:
        """Returns the hashes keyed by all valid keys, with the current one first."""
        return tuple(Key(key.secret).digest(*parts) for key in self._valid())

    def remembered_digests(self, *parts: str) -> tuple[str, ...]:
        """Returns cached `digests`, for names that are hashed often and aren't secret."""
        return _remembered(tuple(key.secret for key in self._valid()), parts)

    def at(self, moment: datetime) -> "KeyRing":
        """Returns the key ring with the key of this time first, if it is still valid.

        So an email that is sent again after a rotation is the same, byte by byte.
        """
        keys = self._by_use(moment)
        return KeyRing(lambda: keys, self.clock)

    def _valid(self) -> list[StoredKey]:
        keys = self.stored_keys()
        return [key for key in keys if key.until is None or self.clock.now() < key.until]

    def _by_use(self, moment: datetime) -> Sequence[StoredKey]:
        valid = self._valid()
        begun = [key for key in valid if key.begun <= moment]
        # An email that is sent again after a rotation must be the same, byte by byte.
        first = max(begun, key=_begun) if begun else min(valid, key=_begun)
        return [first, *(key for key in valid if key is not first)]


@lru_cache(maxsize=4096)
def _remembered(secrets: Sequence[bytes], parts: Sequence[str]) -> tuple[str, ...]:
    return tuple(Key(secret).digest(*parts) for secret in secrets)


def _begun(key: StoredKey) -> datetime:
    return key.begun


class Key:
    """Makes keyed hashes. Passwords in short emails could be guessed from hashes without a key."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def digest(self, *parts: str) -> str:
        """Returns a keyed hash of these parts in 64 hexadecimal digits."""
        # `hmac.digest` would release the GIL for this short time, and wait to get it back.
        return hmac.new(self._secret, b"".join(map(_framed, parts)), "sha256").hexdigest()


def fingerprint(secret: bytes) -> str:
    """Returns a hash that identifies a key without revealing anything about it."""
    return Key(secret).digest("fingerprint")[:FINGERPRINT_DIGITS]


class UnusableKeyError(OSError):
    """The server's keys can't be used. The message has the reason and the remedy.

    It is an OSError, because the emails aren't at fault and have to wait.
    """

    def __init__(self, text: str, problem: str = "") -> None:
        super().__init__(text)
        self.problem = problem or text
        """The reason alone, for a list of what is damaged."""


def _framed(part: str) -> bytes:
    content = part.encode(errors="surrogateescape")
    return len(content).to_bytes(8, "big") + content
