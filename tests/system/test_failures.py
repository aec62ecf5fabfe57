"""Trouble of a real server, as tests.failures causes it: what was accepted acts exactly once."""

import os

import pytest

from tests.failures.scenarios import SCENARIOS

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", ["disk-full", "files", "clock", "sqlite", "postgresql"])
def test_nothing_accepted_is_lost(name, tmp_path):
    """The admin sees the problem, and all is well once it is over."""
    if name == "disk-full" and os.geteuid() != 0:
        pytest.skip("only root may mount a small disk")
    row = SCENARIOS[name](tmp_path)
    assert row.lost == ""
    assert row.cells["admin: `pbm status`"].startswith("1 ")
    assert "health problem" in row.cells["admin: log"]
