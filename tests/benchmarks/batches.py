"""Batches of mails, as the writer of a server takes them, in this process."""

from commands.app import App
from commands.server.batch_writer import Writer
from mail.reading.incoming import read_incoming_mail

BATCH = 10


def handle_together(app: App, mails: list[tuple[str, str, bytes]]) -> None:
    """Handles (sender, recipient, content) mails as a writer does that finds them all waiting."""
    writer = Writer(app.database, app.mail_handler, lambda: None)
    done = [
        writer.receive(read_incoming_mail(sender, (recipient,), content))
        for sender, recipient, content in mails
    ]
    writer.start()
    try:
        for each in done:
            each.result()
    finally:
        writer.stop()
