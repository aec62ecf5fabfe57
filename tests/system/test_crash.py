"""Nothing is lost when the server dies: see `tests/crash`, and `python -m tests.crash`."""

import secrets

import pytest

from tests.crash.run import crash_test


@pytest.mark.parametrize("kills", [2, pytest.param(200, marks=pytest.mark.slow)])
def test_kills_lose_nothing(tmp_path, kills):
    """Under kills at random moments and load, accepted mails act once and are answered."""
    crash_test(tmp_path, secrets.randbelow(10**6), kills)
