"""Codes that come back by mail: random, used once, kept only as keyed hashes."""

import base64
import secrets
from collections.abc import Callable, Iterable

from commands.keys import Key

CODE_BYTES = 10
CONFIRM = "confirm"
MARK = f"+{CONFIRM}."


def _random_code() -> str:
    """Sixteen small letters and digits: local parts get lower-cased on the way."""
    return base64.b32encode(secrets.token_bytes(CODE_BYTES)).decode().lower()


class Codes:
    """Makes codes, and knows them again."""

    def __init__(self, key: Key, new: Callable[[], str] = _random_code) -> None:
        self._key = key
        self.new = new

    def digest(self, code: str) -> str:
        """The keyed hash that is kept of a code, in any case of its letters."""
        return self._key.digest("code", code.lower())


def label(code: str) -> str:
    """What stands after the + in the address to which a confirmation is sent."""
    return f"{CONFIRM}.{code}"


def code_in(recipients: Iterable[str]) -> str:
    """The code in one of the addresses that a letter came to, or nothing."""
    names = (address.lower().rpartition("@")[0] for address in recipients)
    codes = (name.partition(MARK)[2] for name in names)
    return next(filter(None, codes), "")
