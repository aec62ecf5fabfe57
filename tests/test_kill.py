"""Nothing is lost when the server dies: see killing.py, and `python -m tests.kill`."""

import secrets

import pytest
from killing import ordeal


@pytest.mark.parametrize("kills", [10, pytest.param(200, marks=pytest.mark.slow)])
def test_kills_lose_nothing(tmp_path, kills):
    """At random moments, under load: what was accepted is done once, and answered."""
    ordeal(tmp_path, secrets.randbelow(10**6), kills)
