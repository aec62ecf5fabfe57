"""The server's own secret, kept beside its data."""

import hashlib
import hmac
import os
import secrets
from pathlib import Path

KEY_BYTES = 32


class Key:
    """Makes keyed hashes; plain ones of short mails with passwords in them could be guessed."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def digest(self, *parts: str) -> str:
        """A keyed hash of these parts, as 64 hexadecimal digits."""
        message = b"".join(_framed(part.encode(errors="surrogateescape")) for part in parts)
        return hmac.new(self._secret, message, hashlib.sha256).hexdigest()


def open_key(path: Path) -> Key:
    """The key in this file, which only we may read; made at the first start."""
    try:
        return Key(path.read_bytes())
    except FileNotFoundError:
        return _make(path)


def _make(path: Path) -> Key:
    # Written aside and linked into place, so that two first starts agree on one whole key.
    aside = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(secrets.token_bytes(KEY_BYTES))
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(aside, path)
    except FileExistsError:
        pass
    finally:
        aside.unlink()
    return Key(path.read_bytes())


def _framed(part: bytes) -> bytes:
    return len(part).to_bytes(8, "big") + part
