"""The benchmarks of mail run, and print their tables; nothing is said of their figures."""

import re
import subprocess
import sys

import pytest

from tests.support.paths import ROOT

PROGRAMS = {
    "mail": ("--rounds 1 --mails 40 --boards 20", r"pbm, delivered +\d+(.|\n)*orders .*: \d"),
    "latency": ("--rates 20 --seconds 1", r"pbm, 20 moves/s: opponent's mail +\d"),
    "profile": ("--mails 100 --boards 50", r"a move by mail(.|\n)*a mail delivered"),
    "lines": ("list", r"list \[GAME...\] +\d"),
    "growth": ("--boards 900 --rounds 1", r"standings +\d"),
}
"""By name, small arguments, and what the output has."""


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_benchmark_runs(name, tmp_path):
    """A benchmark prints its table."""
    words, shown = PROGRAMS[name]
    ran = subprocess.run(
        [sys.executable, "-m", f"tests.benchmarks.{name}", *words.split()],
        cwd=ROOT,
        env={"PATH": "/usr/bin:/bin", "TMPDIR": str(tmp_path), "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert re.search(shown, ran.stdout), ran.stdout + ran.stderr
