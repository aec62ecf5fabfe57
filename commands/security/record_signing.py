"""Signs and checks game records: an Ed25519 signature covers every byte of a record's file."""

import base64
import binascii
import json
import secrets
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from commands.security.keys.key_ring import KEY_BYTES
from pbm.board.records.record import SIGNATURE, Document, Record, read_record
from pbm.errors import IllegalError, ParseError, UserError
from pbm.wording import counted, listing

RECORD_BEGINNING = '{"header":'
"""The first characters of every line in a file of several records."""


@dataclass(frozen=True)
class Signer:
    """The server's key pair for records."""

    secret: Callable[[], bytes]
    """Returns the private key."""
    public: Callable[[], str]
    """Returns the public key in base64, or "" if there is none yet."""

    def sign(self, document: Document) -> Document:
        """Returns the record with its signature in the header."""
        from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415

        public, secret = self.public(), self.secret()
        unsigned = _with_signature(document, public, "")
        value = ed25519.Ed25519PrivateKey.from_private_bytes(secret).sign(_bytes(unsigned))
        return _with_signature(document, public, _text(value))


def public_key(secret: bytes) -> str:
    """Returns the public key of a private key, in base64."""
    from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415

    key = ed25519.Ed25519PrivateKey.from_private_bytes(secret)
    return _text(key.public_key().public_bytes_raw())


def random_signer() -> Signer:
    """Returns a signer with random keys, which are only in memory."""
    secret = secrets.token_bytes(KEY_BYTES)
    return Signer(lambda: secret, lambda: public_key(secret))


def write_signed(document: Document) -> str:
    """Returns the text of a record's file. The signature is valid only for exactly this text."""
    return json.dumps(document, indent=1) + "\n"


def write_line(document: Document) -> str:
    """Returns a signed record as one line. The signature is the same as in a separate file."""
    return json.dumps(document, separators=(",", ":")) + "\n"


def check_record(content: bytes, *keys: str) -> str:
    """Returns a summary of a record that one of these public keys signed.

    Raises IllegalError if somebody changed the record, or signed it with another key.
    """
    record, key = _checked(content, keys)
    match = record.match
    return (
        f"{match.game.title}, {' - '.join(record.players)}, {counted(match.ply, 'move')}: "
        f"signed by {record.site}, and unchanged since.\n"
        f"Public key: {key}"
    )


def check_lines(lines: Iterable[bytes], *keys: str) -> str:
    """Returns a summary of records, one per line, that these public keys signed.

    Raises IllegalError with the line number if a record was changed, or signed with another key.
    """
    games: Counter[str] = Counter()
    signers: dict[tuple[str, str], None] = {}
    for number, line in enumerate(lines, 1):
        with errors_of_line(number):
            record, key = _checked(line, keys)
        games[record.match.game.title] += 1
        signers[record.site, key] = None
    counts = listing([f"{count} of {title}" for title, count in sorted(games.items())])
    signed = "\n".join(f"Signed by {site} with the key {key}" for site, key in signers)
    return f"{counted(games.total(), 'record')}, {counts}: unchanged since signing.\n{signed}"


@contextmanager
def errors_of_line(number: int) -> Iterator[None]:
    """Adds the line number to errors about the record on this line."""
    try:
        yield
    except UserError as error:
        raise type(error)(f"Line {number}: {error.text}") from None


def _checked(content: bytes, keys: Collection[str]) -> tuple[Record, str]:
    """Returns a record and the public key, among these, that signed it. Raises UserError."""
    document = _document(content)
    signature = document["header"][SIGNATURE]
    key = signature["key"]
    if key not in keys:
        raise IllegalError(
            "The record was signed with a different key:\n"
            f"  {key}\n"
            'Send "help record" to the server that signed the record. If it shows this key, repeat '
            "your command with --key KEY."
        )
    if not _is_valid(document, signature["value"], key):
        raise IllegalError("The signature is wrong. The record was changed after it was signed.")
    return read_record(document), key


def _document(content: bytes) -> Document:
    """Returns the record in a file. Raises ParseError if it isn't a record.

    Raises IllegalError if it isn't in the signed form. Line ends may differ.
    """
    try:
        document: Document = json.loads(content)
        signature = document["header"][SIGNATURE]
        written = _with_signature(document, str(signature["key"]), str(signature["value"]))
        forms = [write(written).encode() for write in (write_line, write_signed)]
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError):
        raise ParseError(
            "This isn't a signed record. To get one, send: GAME record BOARD json"
        ) from None
    if content not in (*forms, *(form.replace(b"\n", b"\r\n") for form in forms)):
        raise IllegalError("The file was changed after it was signed.")
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
    """Returns the record with this signature as the last entry of its header."""
    header = {name: entry for name, entry in document["header"].items() if name != SIGNATURE}
    return document | {"header": header | {SIGNATURE: {"key": key, "value": value}}}


def _bytes(document: Document) -> bytes:
    return write_signed(document).encode()


def _text(value: bytes) -> str:
    return base64.b64encode(value).decode("ascii")


def _read(text: str) -> bytes:
    """Returns the bytes that `_text` encoded.

    Raises ValueError if `_text` would encode them differently.
    """
    value = base64.b64decode(text, validate=True)
    if _text(value) != text:
        raise ValueError(text)
    return value
