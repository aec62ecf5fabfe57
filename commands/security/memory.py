"""Passwords that were right a moment ago, so that a player's next mails needn't wait for argon2."""

import hmac
import secrets
from collections import OrderedDict
from datetime import datetime, timedelta

REMEMBERED = timedelta(minutes=10)
MOST = 1000
"""Who is remembered; whoever was silent longest goes first."""


class Memory:
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

    def keep(self, who: str, hashed: str, word: str, at: datetime) -> None:
        """It is right."""
        self._kept[who] = self._tag(hashed, word), at + REMEMBERED
        self._kept.move_to_end(who)
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)

    def drop(self, who: str) -> None:
        """Somebody guesses there: from now on all is checked again."""
        self._kept.pop(who, None)

    def _tag(self, hashed: str, word: str) -> bytes:
        return hmac.digest(self._key, f"{hashed}\n{word}".encode(errors="replace"), "sha256")
