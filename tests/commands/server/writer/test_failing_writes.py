"""Mails in a batch, one of which writes what the database doesn't take."""

import threading

from commands.inbound.mail_handler import HandledMail
from commands.server.writer.batch_writer import Writer
from commands.system.metrics import MailOutcome
from mail.reading.incoming import read_incoming_mail
from pbm.stored_values import OutboxMail
from storage import open_database
from tests.support.site import NOON

TIMEOUT_SECONDS = 60


class MailHandler:
    """Queues the content of each mail in the outbox, once the test says so."""

    def __init__(self):
        self.go_on = threading.Event()

    def handle(self, work, mail, identity=None):
        assert self.go_on.wait(TIMEOUT_SECONDS)
        text = mail.content.decode()
        said = "\ud800" if text == "bad" else text
        work.outbox.put([OutboxMail("a@b.c", f"<{text}@x>", NOON, said, "auto-replied", (), "")])
        return HandledMail(mail.sender, "", len(mail.content), "done", MailOutcome.ANSWERED)

    def keep(self, work, mail, error, reference):
        """Keeps no failed mails, as if there were too many."""

    def prefetch(self, work, mails):
        """Reads nothing ahead."""
        return [None] * len(mails)


def test_a_mail_that_cannot_be_stored_fails_alone(tmp_path):
    """Its error comes with those of the whole batch; then each mail is tried by itself."""
    database = open_database(f"sqlite:///{tmp_path / 'pbm.db'}")
    handler = MailHandler()
    writer = Writer(database, handler, lambda: None)
    mails = [read_incoming_mail("a@b.c", ("pbm@x",), text) for text in (b"1", b"bad", b"2", b"3")]
    futures = [writer.receive(mail) for mail in mails]
    writer.start()
    handler.go_on.set()
    errors = [type(future.exception(TIMEOUT_SECONDS)) for future in futures]
    writer.stop()
    with database.work() as work:
        stored = [each.mail.content for each in work.outbox.lease(10, NOON, NOON)]
    database.close()
    assert errors == [type(None), UnicodeEncodeError, type(None), type(None)]
    assert stored == ["1", "2", "3"]
