"""Implements `pbm receive`, which takes one email from a pipe or a `.forward` file."""

import os
from typing import Annotated

import typer

from commands.cli.open_database import open_for_command
from commands.cli.server.receive_client import hand_over, read_mail
from commands.cli.typer_app import is_forced
from commands.server.writer.direct_handling import handle_directly
from commands.settings import read_settings
from commands.system.logs.logging import configure_logging
from mail.reading.envelope import find_envelope
from mail.reading.incoming import read_incoming_mail


def receive(
    sender: Annotated[
        str | None, typer.Option("--from", metavar="ADDRESS", help="envelope sender of the email")
    ] = None,
    recipients: Annotated[
        list[str] | None,
        typer.Option(
            "--to", metavar="ADDRESS", help="envelope recipient of the email (can be repeated)"
        ),
    ] = None,
) -> None:
    """Read one email from standard input (for a pipe or .forward).

    If a server uses the same data folder, it handles the email. Otherwise, this command does.

    Without --from and --to, pbm reads the mail server's variables SENDER and ORIGINAL_RECIPIENT (or
    RECIPIENT), and then the headers Return-Path, From and Delivered-To.

    The exit status is 0 once the email is safe on disk, and 75 if the mail server must try again.

    Example: pbm receive --from alice@example.org < mail
    """
    configure_logging(quiet=True)
    settings = read_settings()
    if hand_over(str(settings.data), sender, recipients or []):
        return
    content = read_mail()
    envelope = find_envelope(content, sender, recipients or [], os.environ)
    with open_for_command(settings, new=True, force=is_forced()) as app:
        app.background.clock_watcher.follow_clock()
        mail = read_incoming_mail(envelope.sender, envelope.recipients, content)
        handle_directly(app.database, app.mail.handler, mail)
        app.mail.deliver_now()
