"""Nothing is lost or doubled in a mailbox: `python -m tests.crash.mailbox` strikes more often."""

import secrets

import pytest

from tests.crash.mailbox import mailbox_crash_test


@pytest.mark.slow
def test_each_mail_of_a_mailbox_acts_once(tmp_path):
    """25 kills between fetch, commit and move, 6 cuts, and other UIDs for all mails at once."""
    mailbox_crash_test(tmp_path, secrets.randbelow(10**6), 25, 6)
