"""Passwords: argon2id with the parameters that OWASP recommends."""

import hmac
import secrets
import unicodedata
from collections import OrderedDict
from datetime import datetime, timedelta

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from pbm.errors import ParseError
from pbm.secret import Secret

MAX_LENGTH = 128


HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


CACHE_PERIOD = timedelta(minutes=10)


MAX_CACHED = 1000
"""Who is remembered; whoever was silent longest goes first."""


class Passwords:
    """Hashes and checks passwords; 28 ms a check, where the library's defaults take 239."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or HASHER
        self._cache = PasswordCache()

    def hash(self, password: Secret) -> str:
        """What may be stored of a password; refuses one that couldn't be typed in a command."""
        word = password.reveal()
        if not word.isprintable() or any(mark in word for mark in " \"':") or word == "-":
            raise ParseError("A password has no spaces, quotes or colons, and isn't a lone dash.")
        if not 0 < len(word) <= MAX_LENGTH:
            raise ParseError(f"A password has 1 to {MAX_LENGTH} characters.")
        return self._hasher.hash(_normalized(word))

    def knows(self, who: str, password: Secret, hashed: str, at: datetime) -> bool:
        """Whether `who` gave this password a moment ago, and it is the one that was hashed."""
        return self._cache.knows(who, hashed, _normalized(password.reveal()), at)

    def match(self, who: str, password: Secret, hashed: str, at: datetime) -> bool:
        """Whether this is the password that was hashed; if so, it is known for a while."""
        word = _normalized(password.reveal())
        try:
            self._hasher.verify(hashed, word)
        except (VerificationError, InvalidHashError):
            self._cache.drop(who)
            return False
        self._cache.add(who, hashed, word, at)
        return True


class PasswordCache:
    """Hashes by a key that dies with the process; nothing of it is ever stored.

    The hash of the password that counts is part of each, so a changed password isn't known.
    """

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)
        self._kept: OrderedDict[str, tuple[bytes, datetime]] = OrderedDict()

    def knows(self, who: str, hashed: str, word: str, at: datetime) -> bool:
        """Whether `who` gave this word a moment ago, and it was right."""
        tag, until = self._kept.get(who, (b"", at))
        return at < until and hmac.compare_digest(tag, self._tag(hashed, word))

    def add(self, who: str, hashed: str, word: str, at: datetime) -> None:
        """It is right."""
        self._kept[who] = self._tag(hashed, word), at + CACHE_PERIOD
        self._kept.move_to_end(who)
        while len(self._kept) > MAX_CACHED:
            self._kept.popitem(last=False)

    def drop(self, who: str) -> None:
        """Somebody guesses there: from now on all is checked again."""
        self._kept.pop(who, None)

    def _tag(self, hashed: str, word: str) -> bytes:
        return hmac.digest(self._key, f"{hashed}\n{word}".encode(errors="replace"), "sha256")


def _normalized(word: str) -> str:
    """One form for letters that keyboards compose in different ways."""
    return unicodedata.normalize("NFC", word)
