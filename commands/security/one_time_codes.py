"""Makes and verifies one-time confirmation codes from random words.

Only the hash of a code is stored. The word is useless without the server's key: an email in the
outbox contains only the word, and the code is made when the email is rendered.
"""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterable

from commands.security.keys.key_ring import KeyRing

HALF_BYTES = 5
"""Bytes of the word, and of its signature. Together they have sixteen characters."""
HALF = 8
"""Characters of the word, and of its signature."""
CONFIRM = "confirm."


def _random_word() -> str:
    return _letters(secrets.token_bytes(HALF_BYTES))


class OneTimeCodes:
    def __init__(self, keys: KeyRing, new: Callable[[], str] = _random_word) -> None:
        self.keys = keys
        """The server's secrets."""
        self.new = new
        """Returns a random word for a code: eight lower-case letters and digits."""

    def code(self, word: str) -> str:
        """Returns the code of a word in lower case, because addresses may lose upper case."""
        return word + _signature(self.keys.digest("code", word))

    def digest(self, code: str) -> str:
        """Returns the stored hash of a code in any case, or "" if the code isn't valid."""
        word, signature = code[:HALF].lower(), code[HALF:].lower().encode(errors="replace")
        digests = self.keys.digests("code", word)
        valid = any(hmac.compare_digest(signature, _signature(each).encode()) for each in digests)
        return self.digest_of(word) if valid else ""

    def digest_of(self, word: str) -> str:
        """Returns the stored hash of the code for this word."""
        return hashlib.sha256(word.encode()).hexdigest()


def code_subaddress(code: str) -> str:
    """Returns the subaddress (the part after the "+") of the address for a confirmation."""
    return f"{CONFIRM}{code}"


def word_of(code: str) -> str:
    """Returns the word from which a code was made."""
    return code[:HALF].lower()


def find_code(labels: Iterable[str]) -> str:
    """Returns the code among the subaddresses of an email, or ""."""
    codes = (each.removeprefix(CONFIRM) for each in labels if each.startswith(CONFIRM))
    return next(filter(None, codes), "")


def _signature(digest: str) -> str:
    return _letters(bytes.fromhex(digest)[:HALF_BYTES])


def _letters(content: bytes) -> str:
    return base64.b32encode(content).decode("ascii").lower()
