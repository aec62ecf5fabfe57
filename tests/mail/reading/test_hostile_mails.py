"""Mails made to take a server's time or memory are handled all the same."""

import json
import subprocess
import sys

import pytest

from tests.support.paths import ROOT

MAX_MEGABYTES = 100


@pytest.mark.slow  # a process for each of ninety mails
def test_a_hostile_mail_does_no_harm():
    """As a mail, a reply or a bounce it is handled before its process is ended, within 100 MB."""
    from tests.support.hostile_mails import HOSTILE_MAILS  # noqa: PLC0415 - megabytes of them

    done = subprocess.run(
        [sys.executable, "-m", "tests.support.hostile_mail_runner"],
        input="".join(f"{name}\n" for name in HOSTILE_MAILS),
        capture_output=True,
        cwd=ROOT,
        text=True,
        check=True,
    )
    ends = dict(zip(HOSTILE_MAILS, map(json.loads, done.stdout.splitlines()), strict=True))
    wrong = {name: end for name, end in ends.items() if end.get("megabytes", 999) > MAX_MEGABYTES}
    assert not wrong
