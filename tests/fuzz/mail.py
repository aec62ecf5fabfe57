"""Any bytes are a mail that is read, or refused."""

from mail.reading.incoming import read_incoming_mail
from mail.reading.letter import Letter
from mail.reading.text import UNSAFE
from tests.fuzz.repeating import Brief, expanded

SENDER = "alice@example.org"


def check(content: bytes) -> None:
    """Reads a letter that can be shown and stored, or advice to its sender, within a second."""
    with Brief():
        incoming = read_incoming_mail(SENDER, ("pbm@example.net",), expanded(content))
    assert bool(incoming.error) == bool(incoming.advice)
    _check_shown(incoming.letter)


def _check_shown(letter: Letter) -> None:
    ids = (letter.message_id, *letter.references)
    shown = (letter.subject, letter.text, letter.author, letter.date, letter.automatic, *ids)
    for text in (*shown, *letter.blocks, *letter.delivered_to):
        assert not UNSAFE.search(text), ascii(text)
        text.encode()
    assert all(block.strip() for block in letter.blocks)
    assert "\n" not in letter.subject
