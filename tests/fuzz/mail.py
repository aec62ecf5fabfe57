"""Any bytes are a mail that is read, or refused."""

from mail.reading.characters import UNSAFE
from mail.reading.incoming import read_incoming_mail
from mail.reading.parsed_mail import ParsedMail
from tests.fuzz.repeating import Brief, expanded

SENDER = "alice@example.org"


def check(content: bytes) -> None:
    """Reads a mail that can be shown and stored, or advice to its sender, within a second."""
    with Brief():
        incoming = read_incoming_mail(SENDER, ("pbm@example.net",), expanded(content))
    assert bool(incoming.error) == bool(incoming.advice)
    _check_shown(incoming.parsed_mail)


def _check_shown(parsed_mail: ParsedMail) -> None:
    ids = (parsed_mail.message_id, *parsed_mail.references)
    shown = (
        parsed_mail.subject,
        parsed_mail.text,
        parsed_mail.author,
        parsed_mail.date,
        parsed_mail.automatic,
        *ids,
    )
    for text in (*shown, *parsed_mail.blocks, *parsed_mail.delivered_to):
        assert not UNSAFE.search(text), ascii(text)
        text.encode()
    assert all(block.strip() for block in parsed_mail.blocks)
    assert "\n" not in parsed_mail.subject
