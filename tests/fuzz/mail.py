"""Any bytes are a mail that is read, or refused."""

from contextlib import suppress

from fuzz.repeating import Brief, expanded
from mail.bounce import read_report
from mail.letter import Letter, bare_letter, read_letter
from mail.text import UNSAFE
from mail.unreadable import UnreadableMailError

SENDER = "alice@example.org"


def check(content: bytes) -> None:
    """A letter that can be shown and stored, or UnreadableMailError, within a second."""
    whole = expanded(content)
    with Brief():
        letter = _read(whole)
    with Brief():
        assert read_report(whole).kind
    _check_shown(letter)


def _read(content: bytes) -> Letter:
    with suppress(UnreadableMailError):
        return read_letter(SENDER, ("pbm@example.net",), content)
    return bare_letter(SENDER, content)


def _check_shown(letter: Letter) -> None:
    ids = (letter.message_id, *letter.references)
    shown = (letter.subject, letter.text, letter.author, letter.date, letter.automatic, *ids)
    for text in (*shown, *letter.blocks, *letter.delivered_to):
        assert not UNSAFE.search(text), ascii(text)
        text.encode()
    assert all(block.strip() for block in letter.blocks)
    assert "\n" not in letter.subject
