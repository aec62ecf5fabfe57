"""Mails made to take a server's time or memory are dealt with at once."""

import json
import subprocess
import sys

import pytest

from tests.support.hostile_mails import HOSTILE_MAILS
from tests.support.paths import ROOT

pytestmark = pytest.mark.slow  # ninety processes, each measured

MOST_SECONDS, MOST_MEGABYTES = 1, 100


@pytest.fixture(scope="module")
def squad():
    """A process in which bombs are let off."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.support.hostile_mail_runner"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        text=True,
    ) as process:
        yield process
        process.stdin.close()


@pytest.mark.parametrize("name", HOSTILE_MAILS)
def test_a_bomb_does_no_harm(squad, name):
    """A mail, a reply or a bounce, it takes less than a second of the processor, and 100 MB."""
    squad.stdin.write(f"{name}\n")
    squad.stdin.flush()
    cost = json.loads(squad.stdout.readline())
    assert cost["seconds"] < MOST_SECONDS, cost
    assert cost["megabytes"] < MOST_MEGABYTES, cost
