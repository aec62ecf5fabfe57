"""The files in which a pbm before version 0005 of the tables kept its keys, in the data folder."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from commands.security.keys import KEY_BYTES, StoredKey, UnusableKeyError
from commands.security.site_key import SiteKeyFile

REPLY_KEYS = "key"
"""The name of the file with the keys of addresses and codes."""
RECORD_KEY = "signing-key"
"""The name of the file with the key of records."""
OLD_FILES = (REPLY_KEYS, RECORD_KEY)

PUT_BACK = "Put it back from a backup"
IF_LOST = (
    "if there is none, delete what is there, and run:\n"
    '  pbm admin rotate-key --reason "the key was lost"\n'
    "Then the reply addresses in all mails sent so far are no longer good."
)


@dataclass(frozen=True, slots=True)
class KeyPlace:
    """The places of a server's secrets on its machine."""

    site_key: SiteKeyFile
    data: Path
    """The folder in which an older pbm kept the signing keys."""

    @property
    def has_old_files(self) -> bool:
        """True if keys of an older pbm are there."""
        return any((self.data / name).exists() for name in OLD_FILES)


def read_reply_keys(data: Path) -> tuple[StoredKey, ...]:
    """Returns the keys of addresses and codes, the current one first; none if there is no file.

    Raises UnusableKeyError, which doesn't quote the file.
    """
    path = data / REPLY_KEYS
    if not path.exists():
        return ()
    try:
        keys = tuple(map(_reply_key, path.read_text("ascii").splitlines()))
    except ValueError:
        keys = ()
    if not keys or any((key.until is None) != (key is keys[0]) for key in keys):
        raise key_file_error(path, "is damaged") from None
    return keys


def read_record_key(data: Path) -> bytes:
    """Returns the key of records; empty if there is no file. Raises UnusableKeyError."""
    path = data / RECORD_KEY
    if not path.exists():
        return b""
    try:
        key = bytes.fromhex(path.read_text("ascii"))
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise UnusableKeyError(
            f"The key file {path} is damaged. {PUT_BACK}; or delete it, and a new key\n"
            "is made: then records signed so far need the old one with --key."
        ) from None
    return key


def key_file_error(path: Path, problem: str) -> UnusableKeyError:
    """Returns the error that the file with the keys of addresses and codes has a problem."""
    return UnusableKeyError(f"The key file {path} {problem}. {PUT_BACK}; {IF_LOST}", problem)


def _reply_key(line: str) -> StoredKey:
    secret, until = line.split()
    if len(secret) != 2 * KEY_BYTES:
        raise ValueError("too short or too long")
    return StoredKey(
        bytes.fromhex(secret), None if until == "now" else datetime.fromisoformat(until)
    )
