"""Failed emails in the database, on SQLite and on PostgreSQL."""

from datetime import UTC, datetime, timedelta

import pytest

from pbm.stored_values import FailedMail

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
LATER = NOON + timedelta(hours=1)
MAIL = FailedMail(
    id=1,
    sender="<>",
    recipients=("pbm+é@example.net", "pbm@example.net"),
    content=bytes(range(256)),
    author="alice@example.org",
    at=NOON,
    tries=1,
    tried=NOON,
    error="LookupError in pbm.games",
    reference="c0ffee",
)


@pytest.fixture
def work(database):
    """A unit of work on a database with one failed email."""
    with database.work() as made:
        made.failed_mails.add(MAIL, "digest")
        yield made


def test_an_email_is_kept_byte_by_byte(work):
    assert work.failed_mails.list(10) == [MAIL]
    assert work.failed_mails.find(1) == MAIL
    assert work.failed_mails.count() == 1


def test_an_email_is_known_by_any_of_its_digests(work):
    """The first digest is stored, and was made with a former key if the key has changed."""
    assert work.failed_mails.knows(["other", "digest"])
    assert not work.failed_mails.knows(["other"])


def test_an_email_is_deleted_once(work):
    assert work.failed_mails.delete(1)
    assert not work.failed_mails.delete(1)
    assert work.failed_mails.find(1) is None


def test_an_email_is_due_once_after_each_start(work):
    """A try counts before it ends, because it may end the process."""
    assert work.failed_mails.begin_try(NOON, LATER, 5) is None
    assert work.failed_mails.begin_try(LATER, LATER, 5) == MAIL
    assert work.failed_mails.begin_try(LATER, LATER, 5) is None
    tried = work.failed_mails.find(1)
    assert (tried.tries, tried.tried) == (2, LATER)
    assert work.failed_mails.begin_try(LATER + timedelta(1), LATER, 2) is None


def test_an_admin_makes_it_due(work):
    """However often it was tried."""
    assert work.failed_mails.request_try(1)
    assert not work.failed_mails.request_try(2)
    assert work.failed_mails.request_all() == 1
    assert work.failed_mails.begin_try(NOON, LATER, 0).tried is None
    assert work.failed_mails.find(1).tries == 1


def test_the_last_error_is_recorded(work):
    work.failed_mails.record_failure(1, "ValueError", "f00d")
    failed = work.failed_mails.find(1)
    assert (failed.error, failed.reference) == ("ValueError", "f00d")


def test_emails_are_found_by_their_authors(work):
    assert work.failed_mails.by(["ALICE@example.org", "a@x.org"], 5) == [MAIL]
    assert work.failed_mails.by(["bob@example.org"], 5) == []
