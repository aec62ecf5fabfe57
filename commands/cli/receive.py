"""`pbm receive`: one mail from standard input, as a pipe or `.forward` brings it."""

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr
from io import StringIO
from typing import BinaryIO

from commands.app import open_app
from commands.settings import Settings
from mail.reading.envelope import find_envelope
from mail.reading.incoming import read_incoming_mail
from mail.reading.letter import LARGEST_MAIL

EX_TEMPFAIL = 75
"""EX_TEMPFAIL of sysexits.h: the mail server keeps the mail, and tries again."""
PIECE_BYTES = 64 * 1024


def receive(settings: Settings, sender: str | None, recipients: Sequence[str]) -> None:
    """Acts on the mail in standard input; it is safe on disk when this returns."""
    content = _read(sys.stdin.buffer)
    envelope = find_envelope(content, sender, recipients, os.environ)
    with open_app(settings) as app:
        with app.database.work() as work, work.savepoint():
            mail = read_incoming_mail(envelope.sender, envelope.recipients, content)
            app.mail_handler.handle(work, mail)
        app.deliver_now()


def temporary_failure_status(carry_out: Callable[[], int]) -> int:
    """0, or 75 and one sentence: any other status sends the mail back, passwords and all."""
    with redirect_stderr(StringIO()):
        try:
            why = "wrong usage" if carry_out() else ""
        except Exception as error:  # noqa: BLE001 - whatever it is, the mail must come again
            why = type(error.__cause__ or error).__name__
    if not why:
        return 0
    print(f"pbm can't take this mail now ({why}); it must be tried again.", file=sys.stderr)
    return EX_TEMPFAIL


def _read(stream: BinaryIO) -> bytes:
    """The mail, cut where it is too large; all is read, since a broken pipe counts as failure."""
    content = stream.read(LARGEST_MAIL + 1)
    while stream.read(PIECE_BYTES):
        pass
    return content
