"""Notices of many mail servers and providers, in the languages of their admins."""

import time

from mail.reading.bounces.bounce_report import LARGEST, read_bounce_report
from tests.support.bounce_notices import bounce_notices
from tests.support.cases import cases


@cases("kind", ["hard", "soft", "away", "other"])
def test_notices_are_read(kind):
    """Permanent and temporary failures, absences and other mails are told apart."""
    found = {name: read_bounce_report(mail).kind for name, mail in bounce_notices(kind).items()}
    assert {name: read for name, read in found.items() if read != kind} == {}


def test_notices_of_ses_name_the_address():
    """The JSON of Amazon SES names the addresses that failed."""
    notices = [*bounce_notices("hard").items(), *bounce_notices("soft").items()]
    found = [read_bounce_report(mail).addresses for name, mail in notices if "JSON" in name]
    assert found == [("bob@example.com",)] * 5


@cases(
    "filler", ["{" * 50, '{"a":', "5.1.1", "550 ", "--- ", "action:   ", "not yet ", "user is was "]
)
def test_a_long_notice_is_read_at_once(filler):
    """No text takes long to read, however it repeats itself."""
    head = b"From: postmaster@x.org\nSubject: Undeliverable\n\n"
    began = time.process_time()
    read_bounce_report(head + (filler * LARGEST).encode())
    assert time.process_time() - began < 20  # usually 0.1
