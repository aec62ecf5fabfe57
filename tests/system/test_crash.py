"""Nothing is lost when processes die: `python -m tests.crash` strikes more often."""

import secrets

import pytest

from tests.crash.__main__ import crash_test

STRIKES = {
    "sqlite": 3,
    "two-servers": 3,
    "mailbox": 4,
    "backups-postgresql": 1,
    "nodes": 2,
    "admins": 2,
    "standby": 1,
    "sqlite-moved": 1,
}
"""The strikes at each of these victims: as many as show that the harness strikes and checks."""


@pytest.mark.slow
@pytest.mark.parametrize("victims", STRIKES)
def test_strikes_lose_nothing(victims, tmp_path):
    """What was acknowledged acts once and is answered, whatever fails when."""
    crash_test(victims, tmp_path, secrets.randbelow(10**6), STRIKES[victims])
