"""Nothing is lost when the server dies: see `tests/crash`, and `python -m tests.crash`."""

import secrets

import pytest

from tests.crash.run import ordeal


@pytest.mark.parametrize("kills", [10, pytest.param(200, marks=pytest.mark.slow)])
def test_kills_lose_nothing(tmp_path, kills):
    """At random moments, under load: what was accepted is done once, and answered."""
    ordeal(tmp_path, secrets.randbelow(10**6), kills)
