"""Signed records: an Ed25519 signature over every byte of their file."""

import base64
import binascii
import json
import secrets
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from commands.security.keys import KEY_BYTES
from commands.system.files import write_atomically
from pbm.errors import IllegalError, NotAllowedError, NotFoundError, ParseError
from pbm.record import SIGNATURE, Document, read_any
from pbm.wording import counted

KEY_FILE = "signing-key"

# cryptography takes some milliseconds to load, and only records need it: so it is imported late.


@dataclass(frozen=True)
class Signer:
    """The server's key pair, in a file that only the server may read, made at first use."""

    path: Path | None = None
    """None for a key that is only in memory."""
    _secret: bytes = field(default_factory=partial(secrets.token_bytes, KEY_BYTES), repr=False)

    def sign(self, document: Document) -> Document:
        """Returns the record with its signature in the header."""
        from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415

        unsigned = _with_signature(document, self.public, "")
        value = ed25519.Ed25519PrivateKey.from_private_bytes(self._key()).sign(_bytes(unsigned))
        return _with_signature(document, self.public, _text(value))

    @property
    def public(self) -> str:
        """The public key, base64."""
        from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415

        key = ed25519.Ed25519PrivateKey.from_private_bytes(self._key())
        return _text(key.public_key().public_bytes_raw())

    def _key(self) -> bytes:
        if self.path is None:
            return self._secret
        if not self.path.exists():
            write_atomically(self.path, f"{secrets.token_hex(KEY_BYTES)}\n".encode(), new=True)
        try:
            key = bytes.fromhex(self.path.read_text("ascii"))
        except ValueError:
            key = b""
        if len(key) != KEY_BYTES:
            raise NotAllowedError(
                f"The file {self.path} is damaged. Put it back from a backup; or delete it, and a "
                "new key\nis made: then records signed so far need the old one with --key."
            )
        return key


def write_signed(document: Document) -> str:
    """Returns a record as the text of its file: the only form that its signature is valid for."""
    return json.dumps(document, indent=1) + "\n"


def public_key(signer: Signer) -> str:
    """Returns the public key of this server; raises NotFoundError if it has never had one."""
    if signer.path and not signer.path.exists():
        raise NotFoundError(
            "This server has signed no record yet, so its key isn't the one: give that of the "
            'server\nthat signed the record ("help record" there tells it) with --key.'
        )
    return signer.public


def check_record(content: bytes, key: str) -> str:
    """Returns a summary of a record that this key signed; raises IllegalError if it was changed."""
    document = _document(content)
    signature = document["header"][SIGNATURE]
    if signature["key"] != key:
        raise IllegalError(
            f"The record was signed with another key:\n  {signature['key']}\nIf you know that it "
            'is the key of its server ("help record" there tells it), give it with --key.'
        )
    if not _is_valid(document, signature["value"], key):
        raise IllegalError("The signature is wrong: the record was changed after it was signed.")
    record = read_any(content.decode())
    match = record.match
    return (
        f"{match.game.title}, {' - '.join(record.players)}, {counted(match.ply, 'move')}: "
        f"signed by {record.site}, and every byte is as it was signed.\nIts key: {key}"
    )


def _document(content: bytes) -> Document:
    """Returns the record in a file; raises ParseError if it isn't one.

    Raises IllegalError if it isn't in the form that is signed, apart from line ends.
    """
    try:
        document: Document = json.loads(content)
        signature = document["header"][SIGNATURE]
        form = write_signed(
            _with_signature(document, str(signature["key"]), str(signature["value"]))
        )
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError):
        raise ParseError(
            "This isn't a signed record: those come from GAME record BOARD json."
        ) from None
    if content not in (form.encode(), form.replace("\n", "\r\n").encode()):
        raise IllegalError("The file isn't as it was signed: something was changed in it.")
    return document


def _is_valid(document: Document, value: str, key: str) -> bool:
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415

    try:
        public = ed25519.Ed25519PublicKey.from_public_bytes(_read(key))
        public.verify(_read(value), _bytes(_with_signature(document, key, "")))
    except (InvalidSignature, ValueError, binascii.Error):
        return False
    return True


def _with_signature(document: Document, key: str, value: str) -> Document:
    """Returns the record with this signature, always as the last entry of its header."""
    header = {name: entry for name, entry in document["header"].items() if name != SIGNATURE}
    return document | {"header": header | {SIGNATURE: {"key": key, "value": value}}}


def _bytes(document: Document) -> bytes:
    return write_signed(document).encode()


def _text(value: bytes) -> str:
    return base64.b64encode(value).decode("ascii")


def _read(text: str) -> bytes:
    """Returns the inverse of `_text`; raises ValueError for other encodings of the same bytes."""
    value = base64.b64decode(text, validate=True)
    if _text(value) != text:
        raise ValueError(text)
    return value
