"""Codes that come back: made from a random word, used once; only the word's hash is kept.

The word alone is worth nothing, so a mail that waits in the outbox carries it, and the code
comes into being when the mail is written.
"""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterable

from commands.security.keys import KeyRing

HALF_BYTES = 5
"""Of the word and of its signature: together sixteen letters."""
HALF = 8
CONFIRM = "confirm."


def _random_word() -> str:
    return _letters(secrets.token_bytes(HALF_BYTES))


class OneTimeCodes:
    """Makes codes, and knows them again."""

    def __init__(self, keys: KeyRing, new: Callable[[], str] = _random_word) -> None:
        self.keys = keys
        """The server's own secrets."""
        self.new = new
        """A word for a code: eight small letters and digits."""

    def code(self, word: str) -> str:
        """The code for a word: sixteen small letters and digits, as addresses get lower-cased."""
        return word + _signature(self.keys.digest("code", word))

    def digest(self, code: str) -> str:
        """What is kept of a code, in any case of its letters; of what is no code, nothing's."""
        word, signature = code[:HALF].lower(), code[HALF:].lower().encode(errors="replace")
        digests = self.keys.digests("code", word)
        true = any(hmac.compare_digest(signature, _signature(each).encode()) for each in digests)
        return self.digest_of(word) if true else ""

    def digest_of(self, word: str) -> str:
        """What is kept of the code that this word makes."""
        return hashlib.sha256(word.encode()).hexdigest()


def code_subaddress(code: str) -> str:
    """What stands after the + in the address to which a confirmation is sent."""
    return f"{CONFIRM}{code}"


def find_code(labels: Iterable[str]) -> str:
    """The code in what stands after the + in the addresses of a letter, or nothing."""
    codes = (each.removeprefix(CONFIRM) for each in labels if each.startswith(CONFIRM))
    return next(filter(None, codes), "")


def _signature(digest: str) -> str:
    return _letters(bytes.fromhex(digest)[:HALF_BYTES])


def _letters(content: bytes) -> str:
    return base64.b32encode(content).decode("ascii").lower()
