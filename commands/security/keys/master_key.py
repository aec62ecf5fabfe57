"""The master key. It encrypts the signing keys in the database.

It is in a file that all nodes need.
"""

import secrets
from dataclasses import dataclass, field
from pathlib import Path

from commands.security.keys.key_ring import FINGERPRINT_DIGITS, KEY_BYTES, Key, UnusableKeyError
from pbm.process.files import write_atomically

MASTER_KEY = "master-key"
"""Default name of the file in the data folder."""
NO_FILE = "none"
"""The setting for signing keys that aren't encrypted."""
IS_DAMAGED = """\
The master key {} is damaged. It must have {} hexadecimal digits.
Restore it from a backup, or copy it from another node. If you have no good copy, stop all
servers, move this file out of the way and run:
  pbm admin rotate-key --reason "the master key was lost"
This invalidates the reply addresses in all emails sent so far."""
NONCE_BYTES = 12


@dataclass(frozen=True, slots=True)
class MasterKey:
    """A key that encrypts other keys."""

    secret: bytes = field(repr=False)

    @property
    def fingerprint(self) -> str:
        """A hash that identifies the key without revealing anything about it."""
        return Key(self.secret).digest("master key")[:FINGERPRINT_DIGITS]

    def seal(self, secret: bytes, name: str) -> str:
        """Returns the encrypted secret in hexadecimal digits. `name`: the name of the secret."""
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415

        nonce = secrets.token_bytes(NONCE_BYTES)
        return (nonce + AESGCM(self.secret).encrypt(nonce, secret, name.encode())).hex()

    def open(self, sealed: str, name: str) -> bytes:
        """Returns the secret. Raises ValueError unless this key has encrypted it with this name."""
        from cryptography.exceptions import InvalidTag  # noqa: PLC0415
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415

        try:
            content = bytes.fromhex(sealed)
            nonce, encrypted = content[:NONCE_BYTES], content[NONCE_BYTES:]
            return AESGCM(self.secret).decrypt(nonce, encrypted, name.encode())
        except (ValueError, InvalidTag):
            raise ValueError(
                "it is encrypted with a different master key, or somebody changed it"
            ) from None


@dataclass(frozen=True, slots=True)
class MasterKeyFile:
    """The file with the master key. Only the server may read it."""

    path: Path | None
    """None if the signing keys aren't encrypted."""

    def read(self) -> MasterKey | None:
        """Returns the key, or None if there is no file. Raises UnusableKeyError."""
        if self.path is None:
            return None
        try:
            content = self.path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise UnusableKeyError(
                f"The master key {self.path} can't be read: {error.strerror}."
            ) from None
        return MasterKey(_secret(self.path, content))

    def ensure(self) -> MasterKey | None:
        """Returns the key. A missing file is created.

        Returns None if keys aren't to be encrypted.
        """
        if self.path is None:
            return None
        if not self.path.exists():
            self._make(self.path)
        return self.read()

    def _make(self, path: Path) -> None:
        try:
            write_atomically(path, f"{secrets.token_hex(KEY_BYTES)}\n".encode(), new=True)
        except OSError as error:
            raise UnusableKeyError(
                f"The master key {path} can't be created: {error.strerror}."
            ) from None


def _secret(path: Path, content: bytes) -> bytes:
    """Returns the secret in the file's content.

    Raises UnusableKeyError without quoting the content.
    """
    try:
        secret = bytes.fromhex(content.decode("ascii").strip())
    except ValueError:
        secret = b""
    if len(secret) != KEY_BYTES:
        raise UnusableKeyError(
            IS_DAMAGED.format(path, 2 * KEY_BYTES),
            "the master key is damaged",
        ) from None
    return secret
