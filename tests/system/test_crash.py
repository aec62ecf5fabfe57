"""Nothing is lost when processes die: see `tests/crash`, and `python -m tests.crash`."""

import secrets

import pytest

from tests.crash.run import crash_test


@pytest.mark.slow
def test_kills_lose_nothing(tmp_path):
    """Under kills at random moments and load, accepted mails act once and are answered."""
    crash_test(tmp_path, secrets.randbelow(10**6), 40)


@pytest.mark.slow
@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
@pytest.mark.parametrize("servers", [1, 2])
def test_kills_lose_nothing_on_postgresql(tmp_path, database_url, servers):
    """The same with one server, and with two that share a database and a key."""
    crash_test(tmp_path, secrets.randbelow(10**6), 25, url=database_url, servers=servers)
