"""Emails that fail because of an error of ours: kept, told to their writers, tried again."""

from contextlib import contextmanager

import pytest

from commands.inbound.failed_emails import NOTE_SUBJECT
from commands.inbound.written_mail import WrittenMailHandler
from commands.server.health.check import Examined
from commands.server.health.failed_mail import check_failed_mail
from commands.server.writer.batch_writer import Writer
from commands.server.writer.direct_handling import handle_directly, try_requested
from commands.server.writer.emails_in_hand import EmailsInHand
from commands.server.writer.failed_mail_retries import MAX_TRIES, FailedMailRetries
from commands.settings import Settings
from mail.reading.incoming import read_incoming_mail
from mail.smtp.receiver_interface import Busy
from pbm.stored_values import MailOrigin
from tests.support.site import ADDRESS, PLAYERS, simple_mail, words_of

ALICE = PLAYERS["alice"]
TIMEOUT_SECONDS = 60
SIGNUP = simple_mail(ALICE[1], f"signup alice {ALICE[0]}", Message_ID="<1@x>")
ORIGIN = MailOrigin("pbm@imap.example.net/INBOX", 1, 7)


class Fault:
    """An error in pbm, which occurs until it is fixed."""

    def __init__(self):
        self.error = LookupError(f"the password {ALICE[0]}")
        self.times = 0


@pytest.fixture
def fault(monkeypatch):
    """An error in the code that answers people's emails."""
    made, answer = Fault(), WrittenMailHandler.answer

    def fail(self, work, mail):
        if made.error is None:
            return answer(self, work, mail)
        made.times += 1
        raise made.error

    monkeypatch.setattr(WrittenMailHandler, "answer", fail)
    return made


@contextmanager
def writer_of(site):
    writer = Writer(site.database, site.mail_handler, lambda: None)
    writer.start()
    yield writer
    writer.stop()


def receive(site, content=SIGNUP, sender=ALICE[1], **facts):
    """Returns the error after which a client must send the email again, or None."""
    with writer_of(site) as writer:
        mail = read_incoming_mail(sender, (ADDRESS,), content, **facts)
        return writer.receive(mail).exception(TIMEOUT_SECONDS)


def start(site):
    """Starts a server an hour later, which tries failed emails again at its first tick."""
    site.clock.forward(hours=1)
    with writer_of(site) as writer:
        FailedMailRetries(site.database, site.clock, writer.receive).run()


def kept(site):
    with site.database.work() as work:
        return work.failed_mails.list(1000)


def is_registered(site):
    with site.database.work() as work:
        return work.players.find("alice") is not None


def problems(site):
    with site.database.work() as work:
        settings = Settings.model_construct()
        return [*check_failed_mail(Examined(settings, site.clock.now(), work))]


def test_an_email_that_fails_twice_is_kept(site, fault):
    """The client hears 250, and the writer gets a note in the same thread."""
    assert receive(site) is None
    assert fault.times == 2
    (mail,) = kept(site)
    assert (mail.content, mail.sender, mail.recipients) == (SIGNUP, ALICE[1], (ADDRESS,))
    (note,) = site.mails()
    assert (note["To"], note["Subject"], note["In-Reply-To"]) == (ALICE[1], NOTE_SUBJECT, "<1@x>")
    assert "We've kept it" in words_of(note)


def test_an_email_that_ends_the_server_twice_is_kept(site, tmp_path):
    """It isn't handled by the next server, but its sender gets the note. An admin may retry it."""
    mail = read_incoming_mail(ALICE[1], (ADDRESS,), SIGNUP)
    for _ in range(2):
        EmailsInHand(tmp_path / "file").begin(0, mail)
    in_hand = EmailsInHand(tmp_path / "file")
    writer = Writer(site.database, site.mail_handler, lambda: None, in_hand=in_hand)
    writer.start()
    assert writer.receive(mail).exception(TIMEOUT_SECONDS) is None
    assert not is_registered(site)
    (failed,) = kept(site)
    assert "FatalMail" in failed.error
    assert [note["Subject"] for note in site.mails()] == [NOTE_SUBJECT]
    with site.database.work() as work:
        work.failed_mails.request_try(failed.id)
    FailedMailRetries(site.database, site.clock, writer.receive, writer.forget_deaths).run()
    writer.stop()
    assert is_registered(site)


def test_an_email_that_fails_once_is_handled(site, fault, monkeypatch):
    """Nothing is kept, and nobody hears of the error."""
    first, fault.error = fault.error, None
    answer = WrittenMailHandler.answer
    errors = [first]

    def fail_once(self, work, mail):
        if errors:
            raise errors.pop()
        return answer(self, work, mail)

    monkeypatch.setattr(WrittenMailHandler, "answer", fail_once)
    assert receive(site) is None
    assert is_registered(site)
    assert kept(site) == []


@pytest.mark.usefixtures("fault")
def test_the_error_is_stored_without_its_message(site):
    """It names the place, and the message may have a password."""
    receive(site)
    (mail,) = kept(site)
    assert mail.error.startswith("LookupError in commands.inbound.")
    assert ALICE[0] not in mail.error


def test_a_fixed_server_handles_the_email(site, fault):
    """Its commands are executed and answered as those of a new email."""
    receive(site)
    site.mails()
    fault.error = None
    start(site)
    assert is_registered(site)
    assert [mail["Subject"] for mail in site.mails()] != [NOTE_SUBJECT]
    assert kept(site) == []


@pytest.mark.usefixtures("fault")
def test_a_start_without_a_fix_keeps_the_email(site):
    """The writer gets no second note, and the tries are counted."""
    receive(site)
    site.mails()
    start(site)
    assert [mail.tries for mail in kept(site)] == [2]
    assert site.mails() == []


@pytest.mark.usefixtures("fault")
def test_a_server_tries_an_email_once(site):
    """Later ticks of the same server leave it."""
    receive(site)
    site.clock.forward(hours=1)
    with writer_of(site) as writer:
        retries = FailedMailRetries(site.database, site.clock, writer.receive)
        for _ in range(3):
            retries.run()
    assert [mail.tries for mail in kept(site)] == [2]


def test_the_number_of_tries_is_limited(site, fault):
    """An admin's request begins a new count."""
    receive(site)
    for _ in range(MAX_TRIES + 3):
        start(site)
    (mail,) = kept(site)
    assert mail.tries == MAX_TRIES
    fault.error = None
    with site.database.work() as work:
        work.failed_mails.request_try(mail.id)
    start(site)
    assert kept(site) == []


def test_an_email_that_the_writer_cannot_take_is_tried_at_the_next_tick(site, fault):
    """A full backlog isn't a try."""
    receive(site)
    fault.error = None
    site.clock.forward(hours=1)
    with writer_of(site) as writer:
        refusals = [Busy()]

        def take(mail, network):
            if refusals:
                raise refusals.pop()
            return writer.receive(mail, network)

        retries = FailedMailRetries(site.database, site.clock, take)
        retries.run()
        assert kept(site)
        retries.run()
    assert kept(site) == []


@pytest.mark.usefixtures("fault")
def test_an_email_that_comes_again_is_kept_once(site):
    """The client may not have heard the 250. The writer gets one note."""
    assert receive(site) is None
    assert receive(site) is None
    assert len(kept(site)) == 1
    assert len(site.mails()) == 1


def test_an_email_that_comes_again_after_the_fix_is_executed_once(site, fault):
    """The kept one is then recognized as a repetition."""
    receive(site)
    fault.error = None
    receive(site)
    site.mails()
    start(site)
    assert site.mails() == []
    assert kept(site) == []


@pytest.mark.usefixtures("fault")
def test_emails_without_a_message_id_are_kept_once(site):
    """They are recognized by their content."""
    content = b"From: alice@example.org\n\nhello\n"
    receive(site, content)
    receive(site, content)
    receive(site, content + b"more\n")
    assert len(kept(site)) == 2


def test_an_email_dropped_meanwhile_is_not_handled(site, fault):
    """It may wait in the writer's queue while an admin drops it."""
    receive(site)
    site.mails()
    fault.error = None
    (mail,) = kept(site)
    with site.database.work() as work:
        work.failed_mails.delete(mail.id)
    with writer_of(site) as writer:
        again = read_incoming_mail(mail.sender, mail.recipients, mail.content)
        object.__setattr__(again, "kept", mail.id)
        assert writer.receive(again).exception(TIMEOUT_SECONDS) is None
    assert site.mails() == []
    assert not is_registered(site)


@pytest.mark.usefixtures("fault")
def test_a_full_table_defers_further_emails(site, monkeypatch):
    """They fail as before. The problem is then a worse one."""
    monkeypatch.setattr("commands.inbound.failed_emails.MAX_FAILED_MAILS", 1)
    monkeypatch.setattr("commands.server.health.failed_mail.MAX_FAILED_MAILS", 1)
    assert receive(site) is None
    other = simple_mail(ALICE[1], "help", Message_ID="<2@x>")
    assert isinstance(receive(site, other), LookupError)
    assert len(kept(site)) == 1
    assert [finding.state for finding in problems(site)] == ["broken"]


@pytest.mark.parametrize("error", [Busy(), OSError("the keys"), MemoryError()])
def test_an_error_that_passes_defers_the_email(site, fault, error):
    """The client sends it again, as before."""
    fault.error = error
    assert receive(site) is error
    assert kept(site) == []


def test_a_missing_file_is_an_error_of_ours(site, fault):
    fault.error = FileNotFoundError(2, "no such file")
    assert receive(site) is None
    assert len(kept(site)) == 1


def test_one_failing_email_leaves_the_others(site, fault, monkeypatch):
    """All that arrive together are handled."""
    answer = WrittenMailHandler.answer

    def fail(self, work, mail):
        fault.error = ValueError() if mail.identity.mail.content == SIGNUP else None
        return answer(self, work, mail)

    monkeypatch.setattr(WrittenMailHandler, "answer", fail)
    writer = Writer(site.database, site.mail_handler, lambda: None)
    contents = [simple_mail("b@example.org", "help"), SIGNUP, simple_mail("c@example.org", "help")]
    futures = [
        writer.receive(read_incoming_mail("x@example.org", (ADDRESS,), content))
        for content in contents
    ]
    writer.start()
    assert [future.exception(TIMEOUT_SECONDS) for future in futures] == [None] * 3
    writer.stop()
    assert [mail.content for mail in kept(site)] == [SIGNUP]
    assert len(site.mails()) == 3


@pytest.mark.parametrize(
    ("sender", "headers"),
    [("", {}), (ALICE[1], {"Auto_Submitted": "auto-replied"}), (ADDRESS, {})],
)
def test_programs_get_no_note(site, monkeypatch, sender, headers):
    """A loop of two programs must not begin."""

    def fail(*_):
        raise LookupError

    monkeypatch.setattr("commands.inbound.mail_handler.MailHandler._handle", fail)
    content = simple_mail(sender or "mailer@example.org", "help", **headers)
    assert receive(site, content, sender) is None
    assert len(kept(site)) == 1
    assert site.mails() == []


def test_an_email_is_kept_even_if_its_kind_is_not_known(site, monkeypatch):
    """The error may be in the code that finds the kind. Then nobody gets a note."""

    def fail(*_):
        raise LookupError

    for module in ("mail_handler", "failed_emails"):
        monkeypatch.setattr(f"commands.inbound.{module}.classify", fail)
    assert receive(site) is None
    assert len(kept(site)) == 1
    assert site.mails() == []


def test_an_email_of_a_mailbox_is_done_there(site, fault):
    """The mailbox isn't needed for another try."""
    assert receive(site, origin=ORIGIN) is None
    with site.database.work() as work:
        assert [mail.target for mail in work.mailboxes.known(ORIGIN.mailbox, 1)] == ["done"]
    fault.error = None
    start(site)
    assert is_registered(site)


@pytest.mark.usefixtures("fault")
def test_the_admin_sees_a_problem(site):
    """It names the error and the command that lists the emails."""
    assert problems(site) == []
    receive(site)
    (finding,) = problems(site)
    assert finding.state == "consider"
    assert "1 incoming email couldn't be processed" in finding.text
    assert "LookupError in commands.inbound." in finding.text
    assert "pbm admin mail failed list" in finding.advice


def test_players_who_sign_off_leave_no_failed_emails(site, fault):
    """Nobody else's are deleted. Before that, `mydata` lists them."""
    fault.error = None
    receive(site)
    fault.error = LookupError()
    receive(site, simple_mail("ALICE@example.org", "help", Message_ID="<2@x>"))
    receive(site, simple_mail("zoe@example.org", "help", Message_ID="<3@x>"))
    assert [mail.author for mail in kept(site)] == ["alice@example.org", "zoe@example.org"]
    with site.database.work() as work:
        alice = work.players.find("alice")
        assert len(work.failed_mails.by(alice.addresses, 10)) == 1
        work.former_players.sign_off(alice)
    assert [mail.author for mail in kept(site)] == ["zoe@example.org"]


def test_without_a_server_a_failing_email_is_kept(site, fault):
    """`pbm receive` then exits with 0. A request of the admin is fulfilled by `pbm tick`."""
    mail = read_incoming_mail(ALICE[1], (ADDRESS,), SIGNUP)
    handle_directly(site.database, site.mail_handler, mail)
    assert fault.times == 2
    (failed,) = kept(site)
    fault.error = None
    site.clock.forward(hours=1)
    try_requested(site.database, site.mail_handler, site.clock.now())
    assert kept(site)
    with site.database.work() as work:
        work.failed_mails.request_try(failed.id)
    try_requested(site.database, site.mail_handler, site.clock.now())
    assert kept(site) == []
    assert is_registered(site)
