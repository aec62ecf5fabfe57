"""Hashes and checks passwords by argon2id, with the parameters that OWASP recommends."""

import base64
import hmac
import secrets
import unicodedata
from collections import OrderedDict
from datetime import datetime, timedelta
from functools import cached_property
from typing import Protocol

from commands.security.common_passwords import is_common, is_variant
from commands.system.secrets.secret import Secret
from pbm import games
from pbm.errors import NotAllowedError, ParseError

MIN_LENGTH = 8
MAX_LENGTH = 128
TIME_COST, MEMORY_COST = 2, 19 * 1024
"""Argon2's number of passes, and its memory in KiB."""
SALT_BYTES, HASH_BYTES = 16, 32
RANDOM_BYTES = 12
"""Number of bytes of a random password. The password has 17 characters."""
CACHE_PERIOD = timedelta(minutes=10)
MAX_CACHED = 1000
"""Maximum number of players in the cache. The oldest entry is dropped first."""


class Hasher(Protocol):
    """The interface of argon2's PasswordHasher."""

    def hash(self, word: str, /) -> str: ...

    def verify(self, hashed: str, word: str, /) -> bool:
        """Returns True if the hash is the word's. Otherwise raises an argon2 error.

        The errors are VerificationError and InvalidHashError.
        """
        ...


def make_hasher() -> Hasher:
    """Returns a hasher that takes 28 ms. With the library's defaults it would take 239 ms."""
    from argon2 import PasswordHasher  # noqa: PLC0415 - few commands need it

    return PasswordHasher(
        time_cost=TIME_COST,
        memory_cost=MEMORY_COST,
        parallelism=1,
        hash_len=HASH_BYTES,
        salt_len=SALT_BYTES,
    )


def random_password() -> Secret:
    """Returns a random password without a leading dash, so that it can be used in commands."""
    return Secret("p" + secrets.token_urlsafe(RANDOM_BYTES))


def unknown_hash() -> str:
    """Returns a random hash with the current parameters, for players who have no password.

    Nobody knows a password that matches it. Checking it takes as long as checking any other hash.
    """
    salt, digest = secrets.token_bytes(SALT_BYTES), secrets.token_bytes(HASH_BYTES)
    cost = f"m={MEMORY_COST},t={TIME_COST},p=1"
    return f"$argon2id$v=19${cost}${_base64(salt)}${_base64(digest)}"


class Passwords:
    """Hashes and checks passwords."""

    def __init__(self, hasher: Hasher | None = None) -> None:
        self._given = hasher
        self._cache = PasswordCache()

    @cached_property
    def hasher(self) -> Hasher:
        """The hasher. It is created when it is first used."""
        return self._given or make_hasher()

    @cached_property
    def _nobodys_hash(self) -> str:
        return unknown_hash()

    def hash(self, password: Secret, userid: str) -> str:
        """Returns the hash of a new password.

        Raises ParseError if it can't be typed in a command, and NotAllowedError if it is easy to
        guess.
        """
        word = _normalized(password.reveal())
        _check_typeable(word)
        _check_hard_to_guess(word, userid)
        return self.hasher.hash(word)

    def knows(self, who: str, password: Secret, hashed: str, at: datetime) -> bool:
        """Whether the cache has this password of `who` for this hash."""
        return self._cache.knows(who, hashed, _normalized(password.reveal()), at)

    def match(self, who: str, password: Secret, hashed: str, at: datetime) -> bool:
        """Whether the hash is the password's. If it is, the password is cached for CACHE_PERIOD.

        `hashed`: "" for an unknown player. The check then takes as long, and fails.
        """
        from argon2.exceptions import InvalidHashError, VerificationError  # noqa: PLC0415

        word = _normalized(password.reveal())
        try:
            # The check of an unknown player takes as long, so its time reveals nothing.
            self.hasher.verify(hashed or self._nobodys_hash, word)
        except (VerificationError, InvalidHashError):
            # Somebody may be guessing, so the cache must not answer faster.
            self._cache.drop(who)
            return False
        self._cache.add(who, hashed, word, at)
        return True

    def forget(self, who: str) -> None:
        """Removes the password of `who` from the cache."""
        self._cache.drop(who)


class PasswordCache:
    """Correct passwords, hashed with a random key of this process and never written to disk.

    Each entry includes the stored hash, so a changed password invalidates it.
    """

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)
        self._entries: OrderedDict[str, tuple[bytes, datetime]] = OrderedDict()

    def knows(self, who: str, hashed: str, word: str, at: datetime) -> bool:
        """Whether the cache has this word of `who`, and the entry hasn't expired."""
        tag, until = self._entries.get(who, (b"", at))
        return at < until and hmac.compare_digest(tag, self._tag(hashed, word))

    def add(self, who: str, hashed: str, word: str, at: datetime) -> None:
        """Caches a correct password."""
        self._entries[who] = self._tag(hashed, word), at + CACHE_PERIOD
        self._entries.move_to_end(who)
        while len(self._entries) > MAX_CACHED:
            self._entries.popitem(last=False)

    def drop(self, who: str) -> None:
        """Removes a player's entry after a wrong password, because somebody may be guessing."""
        self._entries.pop(who, None)

    def _tag(self, hashed: str, word: str) -> bytes:
        return hmac.digest(self._key, f"{hashed}\n{word}".encode(errors="replace"), "sha256")


def _check_typeable(word: str) -> None:
    """Raises ParseError for a password that couldn't be typed in a command."""
    if not word.isprintable() or any(mark in word for mark in " \"':") or word[:1] == "-":
        raise ParseError("A password can't contain spaces, quotes or colons, or begin with a dash.")


def _check_hard_to_guess(word: str, userid: str) -> None:
    """Raises NotAllowedError for a password that is easy to guess.

    Passwords that were chosen before this rule remain valid.
    """
    if not MIN_LENGTH <= len(word) <= MAX_LENGTH:
        raise NotAllowedError(
            f"A password needs {MIN_LENGTH} to {MAX_LENGTH} characters. Please choose another."
        )
    if is_variant(word, [userid.lower(), userid.lower().rstrip("0123456789_.-")]):
        raise NotAllowedError(
            "Your password can't be your userid, with or without extra digits or "
            "punctuation.\n"
            "Please choose another."
        )
    if is_common(word) or is_variant(word, games.names()):
        raise NotAllowedError(
            "That password is too common, or too much like a common one. Please choose another."
        )


def _base64(content: bytes) -> str:
    return base64.b64encode(content).decode("ascii").rstrip("=")


def _normalized(word: str) -> str:
    """Returns a word in Unicode NFC, because keyboards compose some characters differently."""
    return unicodedata.normalize("NFC", word)
