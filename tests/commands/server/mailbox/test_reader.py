"""Mail in by IMAP: what is acted on, what is left alone, and where each mail ends."""

from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from urllib.parse import quote

import pytest
from imapclient import IMAPClient
from imapclient.exceptions import IMAPClientError

from commands.cli.database.backups.new_generation import report_lines
from commands.cli.doctor.mail import mailbox_start
from commands.settings import Settings
from mail.mailbox.errors import MailboxError
from mail.smtp.receiver_interface import Busy, TemporaryFailure
from tests.support import dovecot as dovecot_server
from tests.support.dovecot import dovecot, dovecot_program
from tests.support.imap_proxy import ImapProxy
from tests.support.mailbox import Mailbox, Reading, pymap
from tests.support.restoring import backup, go_on
from tests.support.site import PLAYERS, simple_mail

ALICE = PLAYERS["alice"][1]
MAX_TESTS = 40
PASSWORD = "s3cret"
NOW = datetime.now(UTC)


@pytest.fixture(scope="module")
def provider():
    """Makes mailboxes: of Dovecot where it is installed, else of pymap, one each."""
    if not dovecot_program():
        yield None
        return
    users = [f"user{number}@example.net" for number in range(MAX_TESTS)]
    with dovecot(users=users) as made:
        yield lambda: Mailbox(made.ports["IMAP"], users.pop(), dovecot_server.PASSWORD)


@pytest.fixture
def mailbox(provider):
    """An empty mailbox of somebody who uses it for other things, too."""
    if provider:
        with closing(provider()) as made:
            yield made
        return
    with pymap("somebody", PASSWORD) as port, closing(Mailbox(port, "somebody", PASSWORD)) as made:
        yield made


@pytest.fixture
def reading(site, mailbox):
    """The mailbox, which was read once."""
    site.clock.time = NOW
    made = Reading(site, mailbox)
    made.read()
    return made


def signup(name, **headers):
    """A mail that registers a player."""
    headers = {"Message_ID": f"<{name}@x>"} | headers
    return simple_mail(f"{name}@example.org", f"signup {name} Xa!11ce-X", **headers)


def is_registered(site, name):
    with site.database.work() as work:
        return work.players.find(name) is not None


def test_a_mail_is_acted_on_and_then_filed(reading):
    """It ends in pbm/done with the flags that it had: unread mail stays unread."""
    reading.mailbox.put(signup("alice"))
    assert reading.read() == ["signup: done"]
    assert reading.mailbox.mails() == {}
    assert reading.mailbox.mails("pbm/done") == {"signup alice Xa!11ce-X": set()}
    assert reading.read() == []


def test_a_mail_that_was_read_by_its_owner_counts_all_the_same(reading):
    """Other programs set the flag for mails that were read; pbm doesn't heed it."""
    reading.mailbox.put(signup("alice"), flags=[rb"\Seen"])
    assert reading.read() == ["signup: done"]
    assert reading.mailbox.mails("pbm/done") == {"signup alice Xa!11ce-X": {rb"\Seen"}}


def test_a_mail_that_its_owner_has_deleted_is_left_alone(reading):
    """It is neither read nor moved."""
    reading.mailbox.put(signup("alice"), flags=[rb"\Deleted"])
    assert reading.read() == []
    assert [*reading.mailbox.mails()] == ["signup alice Xa!11ce-X"]


def test_mail_that_was_there_before_is_left_alone(site, mailbox):
    """At the first contact all mail is old; --include-old takes it later, once."""
    site.clock.time = NOW
    mailbox.put(signup("alice"), arrived=NOW - timedelta(days=400))
    reading = Reading(site, mailbox)
    assert reading.read() == []
    mailbox.put(signup("bob"))
    assert reading.read() == ["signup: done"]
    assert reading.read(include_old=True) == ["signup: done"]
    assert reading.read(include_old=True) == []
    assert is_registered(site, "alice")


def test_mail_that_comes_between_setup_and_serve_is_read(site, mailbox, tmp_path):
    """Setup records where to begin, and only mail before that is old."""
    site.clock.time = NOW
    (tmp_path / "password").write_text(mailbox.password)
    settings = Settings(
        mailbox=f"imap://{quote(mailbox.user)}@127.0.0.1:{mailbox.port}",
        mailbox_password_file=str(tmp_path / "password"),
    )
    mailbox.put(signup("alice"))
    settings = settings.model_copy(update={"mailbox_start": mailbox_start(settings)})
    mailbox.put(signup("bob"))
    reading = Reading(site, mailbox)
    reading.state.first_uid = settings.first_uid
    assert reading.read() == ["signup: done"]
    assert is_registered(site, "bob")
    assert reading.read() == []


def test_a_start_of_another_mailbox_is_ignored():
    """Also one of the same mailbox whose mails have got other UIDs since."""
    mailbox = {"mailbox": "imaps://me@example.org", "mailbox_password_file": "password"}
    settings = Settings(**mailbox, mailbox_start="7 12 me@example.org/INBOX")
    assert settings.first_uid(7) == 12
    assert settings.first_uid(8) is None
    assert Settings(**mailbox, mailbox_start="7 12 you@example.org/INBOX").first_uid(7) is None
    with pytest.raises(ValueError, match="give UIDVALIDITY, UID and mailbox name"):
        Settings(**mailbox, mailbox_start="12")


@pytest.mark.parametrize("headers", [{}, {"Message_ID": ""}], ids=["id", "neither id nor date"])
def test_a_mail_that_is_moved_back_isnt_acted_on_again(reading, headers):
    """It is known by its content, also without Message-ID and Date, and is filed again."""
    reading.mailbox.put(signup("alice", **headers))
    assert reading.read() == ["signup: done"]
    reading.mailbox.move("pbm/done", "INBOX")
    assert reading.read() == ["seen in the mailbox before"]
    assert reading.mailbox.mails() == {}


def test_mails_that_were_renumbered_are_known(site, mailbox):
    """After a change of UIDVALIDITY old mail is left alone, new mail counts, all once."""
    site.clock.time = NOW
    other = Reading(site, mailbox, "Renumbered")
    mailbox.put(signup("carol"), "Renumbered", arrived=NOW - timedelta(hours=2))
    other.read()
    mailbox.put(signup("alice"), "Renumbered")
    assert other.read(without={"MOVE", "UIDPLUS"}) == ["signup: done"]
    assert len(mailbox.mails("Renumbered")) == 2  # it can't be moved
    with mailbox.client() as client:
        client.select_folder("INBOX")
        client.rename_folder("Renumbered", "Before")
    mailbox.put(signup("bob"), "Renumbered")
    with mailbox.client() as client:
        client.select_folder("Before")
        client.copy(client.search(), "Renumbered")
    assert sorted(other.read()) == ["seen in the mailbox before", "signup: done"]
    assert [*mailbox.mails("Renumbered")] == ["signup carol Xa!11ce-X"]
    assert not is_registered(site, "carol")


def test_where_nothing_can_be_moved_mails_act_once(site, reading):
    """Without MOVE and UIDPLUS a mail stays, is recorded, and never deleted; the admin is told."""
    reading.mailbox.put(signup("alice"))
    reading.mailbox.put(signup("stray"), flags=[rb"\Deleted"])
    assert reading.read(without={"MOVE", "UIDPLUS"}) == ["signup: done"]
    assert reading.read(without={"MOVE", "UIDPLUS"}) == []
    assert len(reading.mailbox.mails()) == 2
    stored = trouble(site)
    assert (stored.trouble_kind, "neither MOVE nor UIDPLUS" in stored.trouble) == ("filing", True)


def test_without_move_only_our_own_copies_are_removed(reading):
    """UID EXPUNGE leaves what others have flagged as deleted."""
    reading.mailbox.put(signup("stray"), flags=[rb"\Deleted"])
    reading.mailbox.put(signup("alice"))
    assert reading.read(without={"MOVE"}) == ["signup: done"]
    assert [*reading.mailbox.mails()] == ["signup stray Xa!11ce-X"]
    assert [*reading.mailbox.mails("pbm/done")] == ["signup alice Xa!11ce-X"]


@pytest.mark.parametrize("without", [set(), {"MOVE"}])
def test_a_server_that_files_nothing_is_read_all_the_same(site, reading, monkeypatch, without):
    """The admin is told; once it files again, all that was acted on is moved."""
    for number in range(5):
        reading.mailbox.put(signup(f"rook{number}"))
    monkeypatch.setattr("commands.server.mailbox.reader.BATCH_SIZE", 4)
    monkeypatch.setattr("commands.server.mailbox.reader.MAX_LISTED", 3)
    with monkeypatch.context() as patched:
        for name in ("move", "copy"):
            patched.setattr(IMAPClient, name, _refuse)
        assert reading.read(without=without) == ["signup: done"] * 5
        reading.mailbox.put(signup("bishop"))
        assert reading.read(without=without) == ["signup: done"]
    assert "the server refused the command [OVERQUOTA]" in trouble(site).trouble
    assert reading.read(without=without) == []
    assert (trouble(site).trouble, reading.mailbox.mails()) == ("", {})
    assert len(reading.mailbox.mails("pbm/done")) == 6


def _refuse(*_):
    raise IMAPClientError("[OVERQUOTA] over quota")


def trouble(site):
    """Returns what is stored of the mailbox."""
    with site.database.work() as work:
        (stored,) = work.mailboxes.all()
    return stored


def test_another_server_may_have_filed_a_mail(site, reading, monkeypatch):
    """That is no problem to be told; what is still there is filed with the next look."""
    reading.mailbox.put(signup("alice"))
    with monkeypatch.context() as patched:
        patched.setattr(IMAPClient, "move", _race)
        assert reading.read() == ["signup: done"]
    assert not trouble(site).trouble
    reading.read()
    assert len(reading.mailbox.mails("pbm/done")) == 1


def _race(*_):
    raise IMAPClientError("move failed: [EXPUNGEISSUED] Some of the messages no longer exist")


def test_a_mail_that_fails_is_put_aside(reading):
    """It goes to pbm/failed, others go on, and it counts once it is moved back."""
    reading.writer.errors = [TemporaryFailure("0badcafe")]
    reading.mailbox.put(signup("alice"))
    reading.mailbox.put(signup("bob"))
    assert reading.read() == ["signup: done"]
    assert [*reading.mailbox.mails("pbm/failed")] == ["signup alice Xa!11ce-X"]
    reading.mailbox.move("pbm/failed", "INBOX")
    assert reading.read() == ["signup: done"]


def test_a_mail_that_has_to_wait_stays(reading):
    """While nothing can be stored mails stay where they are, and are tried again."""
    reading.writer.errors = [Busy()]
    reading.mailbox.put(signup("alice"))
    assert reading.read() == []
    assert len(reading.mailbox.mails()) == 1
    assert reading.read() == ["signup: done"]


def test_private_mail_is_left_alone(site, reading):
    """In an inbox of somebody else only mail to our address is ours, and no other is answered."""
    private = simple_mail(ALICE, "How are you?").replace(b"To: pbm@", b"To: mother@")
    reading.mailbox.put(private)
    assert reading.read() == []
    assert site.mails() == []
    assert [*reading.mailbox.mails()] == ["How are you?"]


def test_all_mail_in_a_named_folder_is_ours(site, mailbox):
    """Somebody, or a filter, has put it there."""
    site.clock.time = NOW
    mailbox.put(signup("old"), "Games")
    reading = Reading(site, mailbox, "Games")
    reading.read()
    mailbox.put(signup("alice").replace(b"To: pbm@", b"To: mother@"), "Games")
    assert reading.read() == ["signup: done"]


def test_a_folder_that_is_missing_is_an_error(site, mailbox):
    """So is the folder into which mails are filed."""
    with pytest.raises(MailboxError, match="the mailbox has no folder Nowhere"):
        Reading(site, mailbox, "Nowhere").read()
    mailbox.put(signup("alice"), "pbm/done")
    with pytest.raises(MailboxError, match="pbm moves processed emails to pbm/done"):
        Reading(site, mailbox, "pbm/done").read()


@pytest.mark.slow
def test_folders_are_named_as_the_server_does(site):
    """With a prefix and another sign between folders, in the letters of any language."""
    site.clock.time = NOW
    with dovecot(separator=".", prefix="INBOX.") as made:
        user = Mailbox(made.ports["IMAP"], dovecot_server.USER, dovecot_server.PASSWORD)
        with closing(user) as mailbox:
            mailbox.put(signup("old"), "INBOX.Spiele.Größe")
            reading = Reading(site, mailbox, "Spiele/Größe")
            reading.read()
            mailbox.put(signup("alice"), "INBOX.Spiele.Größe")
            assert reading.read() == ["signup: done"]
            assert [*mailbox.mails("INBOX.pbm.done")] == ["signup alice Xa!11ce-X"]
            with mailbox.client() as client:
                subscribed = [name for _, _, name in client.list_sub_folders()]
            assert "INBOX.pbm.done" in subscribed


def test_after_a_restore_mails_are_moved_back(site, reading):
    """What came after the backup is acted on once more, what the backup knows isn't."""
    reading.mailbox.put(signup("alice"))
    reading.read()
    copy = backup(site)
    reading.mailbox.put(signup("bob"))
    reading.read()
    begun = go_on(site, copy, NOW)
    assert "The mailbox folder pbm/done may contain emails" in "".join(report_lines(begun))
    assert (is_registered(site, "alice"), is_registered(site, "bob")) == (True, False)
    reading.mailbox.move("pbm/done", "INBOX")
    restored = Reading(site, reading.mailbox)
    assert restored.read() == ["seen in the mailbox before", "signup: done"]
    assert len(reading.mailbox.mails("pbm/done")) == 2


def test_a_huge_mail_is_answered_with_advice(site, reading):
    """Only its beginning is read; its sender is told that it is too large."""
    reading.mailbox.put(simple_mail(ALICE, "signup alice Xa!11ce-X", "x" * 70 + "\n") * 1)
    large = simple_mail(ALICE, "a picture", ("x" * 70 + "\n") * 10_000, Message_ID="<large@x>")
    reading.mailbox.put(large)
    assert [outcome.partition(":")[0] for outcome in reading.read()] == ["signup", "unreadable"]
    assert "Unreadable email" in [mail["Subject"] for mail in site.mails()]
    assert len(reading.mailbox.mails("pbm/done")) == 2


def test_a_mail_from_long_ago_is_left_alone(reading):
    """One moved there from elsewhere may have been acted on before anybody remembers."""
    reading.mailbox.put(signup("alice"), arrived=NOW - timedelta(days=31))
    assert reading.read() == []
    assert len(reading.mailbox.mails()) == 1


def test_mail_that_came_while_the_server_was_off_counts(site, reading):
    """However long that was."""
    reading.mailbox.put(signup("alice"), arrived=NOW + timedelta(minutes=1))
    site.clock.time = NOW + timedelta(days=200)
    assert reading.read() == ["signup: done"]


def test_mail_counts_after_the_clock_was_ahead(site, reading):
    """That the folder was looked through in the future makes no mail of today too old."""
    site.clock.time = NOW + timedelta(days=60)
    reading.read()
    site.clock.time = NOW
    reading.mailbox.put(signup("alice"))
    assert reading.read() == ["signup: done"]


def test_automatic_mail_isnt_answered(site, reading):
    """Bounces, absence notices and our own mails are filed, and nobody is told."""
    for number, head in enumerate(
        (b"Return-Path: <>\n", b"Auto-Submitted: auto-replied\n", b"X-Pbm-Loop: pbm@example.net\n")
    ):
        reading.mailbox.put(head + simple_mail(ALICE, f"number {number}"))
    assert len(reading.read()) == 3
    assert site.mails() == []


@pytest.mark.slow
@pytest.mark.parametrize("moment", ["on_command", "on_answer"])
def test_a_session_may_be_cut_at_any_command(site, mailbox, moment):
    """Before the command is sent, or in its answer: the next session goes on, each mail acts once.

    Commands before the login don't matter: nothing was done then.
    """
    site.clock.time = NOW
    Reading(site, mailbox).read()
    with closing(ImapProxy(mailbox.port)) as proxy:
        reading = Reading(site, Mailbox(proxy.port, mailbox.user, mailbox.password))
        for number in count(1):
            mailbox.put(signup(f"rook{number}"))
            outcomes, was_cut = _read_cut(reading, proxy, moment, number)
            assert outcomes + Reading(site, mailbox).read() == ["signup: done"]
            assert mailbox.mails() == {}
            assert len(mailbox.mails("pbm/done")) == number
            if not was_cut:
                break
    assert number > 8


def _read_cut(reading, proxy, moment, number):
    """Reads a mailbox through a proxy that cuts at a command; returns what was done before."""
    left = count(1)
    setattr(proxy, moment, lambda _: next(left) == number)
    reading.address = replace(reading.address, port=proxy.port)
    try:
        return reading.read(), False
    except MailboxError:
        return reading.writer.handled, True
    finally:
        setattr(proxy, moment, lambda _: False)


@pytest.mark.slow
def test_pymap_is_read_as_well(site):
    """The server that stands in for Dovecot where that isn't installed."""
    site.clock.time = NOW
    with pymap("somebody", PASSWORD) as port:
        mailbox = Mailbox(port, "somebody", PASSWORD)
        reading = Reading(site, mailbox)
        reading.read()
        mailbox.put(signup("alice"))
        assert reading.read() == ["signup: done"]
        assert [*mailbox.mails("pbm/done")] == ["signup alice Xa!11ce-X"]
        mailbox.close()
