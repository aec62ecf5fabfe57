"""Mails made to take a server's time or memory are handled quickly."""

import json
import subprocess
import sys

import pytest

from tests.support.cases import cases
from tests.support.hostile_mails import HOSTILE_MAILS
from tests.support.paths import ROOT

pytestmark = pytest.mark.slow  # ninety processes, each measured

MAX_SECONDS, MAX_MEGABYTES = 2, 100
"""Most take a tenth of it; processor time doubles where others use the same core."""


@pytest.fixture(scope="module")
def runner():
    """A process that handles hostile mails."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.support.hostile_mail_runner"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        text=True,
    ) as process:
        yield process
        process.stdin.close()


@cases("name", HOSTILE_MAILS)
def test_a_hostile_mail_does_no_harm(runner, name):
    """As a mail, a reply or a bounce it takes less than a second of processor time, and 100 MB."""
    runner.stdin.write(f"{name}\n")
    runner.stdin.flush()
    cost = json.loads(runner.stdout.readline())
    assert cost["seconds"] < MAX_SECONDS, cost
    assert cost["megabytes"] < MAX_MEGABYTES, cost
