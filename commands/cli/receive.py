"""The command `pbm receive`: one mail from standard input, as a pipe or `.forward` sends it."""

import os
import sys
from typing import Annotated, BinaryIO

import typer

from commands.cli.forced import is_forced
from commands.cli.opening import open_for_command
from commands.settings import read_settings
from commands.system.logging import configure_logging
from mail.reading.envelope import find_envelope
from mail.reading.incoming import read_incoming_mail
from mail.reading.letter import MAX_MAIL_BYTES

PIECE_BYTES = 64 * 1024


def receive(
    sender: Annotated[
        str | None, typer.Option("--from", metavar="ADDRESS", help="its envelope sender")
    ] = None,
    recipients: Annotated[
        list[str] | None, typer.Option("--to", metavar="ADDRESS", help="a recipient")
    ] = None,
) -> None:
    """Take one mail from standard input: for a pipe, or .forward.

    Without --from and --to, the mail server's variables are used (SENDER; ORIGINAL_RECIPIENT or
    RECIPIENT), and then the mail's Return-Path, From and Delivered-To. The exit status is 0 once
    the mail is safe on disk, and 75 when it must be tried again.

    Example: pbm receive --from alice@example.org < mail
    """
    configure_logging(quiet=True)
    content = _read(sys.stdin.buffer)
    envelope = find_envelope(content, sender, recipients or [], os.environ)
    with open_for_command(read_settings(), new=True, force=is_forced()) as app:
        app.clock_watcher.follow_clock()
        with app.database.work() as work, work.savepoint():
            mail = read_incoming_mail(envelope.sender, envelope.recipients, content)
            app.mail_handler.handle(work, mail)
        app.deliver_now()


def _read(stream: BinaryIO) -> bytes:
    """Returns the mail, cut if too large; reads all input, as a broken pipe counts as failure."""
    content = stream.read(MAX_MAIL_BYTES + 1)
    while stream.read(PIECE_BYTES):
        pass
    return content
