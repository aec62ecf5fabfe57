"""Whether engines, and browsers, can be started on this machine."""

import functools
import subprocess
import sys

import pytest

from pbm.engines import isolation, process
from tests.support.paths import ROOT

FILTER = """
from pbm.engines.sandbox import call_filter, system_calls
system_calls.prctl(system_calls.PR_SET_NO_NEW_PRIVS, 1)
call_filter.filter_calls()
"""
PROBES = []
"""Processes that wait for the kernel for ever: nothing ends them."""


@functools.cache
def takes_filters() -> bool:
    """Returns False if the kernel never answers a process that filters its system calls.

    A kernel that once freed more than 1,024 filters at the same moment may do so.
    """
    nowhere = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
    probe = subprocess.Popen([sys.executable, "-c", FILTER], cwd=ROOT, **nowhere)
    try:
        probe.wait(20)
    except subprocess.TimeoutExpired:
        PROBES.append(probe)
        return False
    return True


def skip_without_filters() -> None:
    """Skips the test that runs if no engine can be started."""
    if not takes_filters():
        pytest.skip("the kernel takes no filter of system calls", allow_module_level=True)


def guard_launches() -> None:
    """Has tests skipped that start an engine where none can be started."""
    make, works = process.EngineProcess.__init__, isolation.works

    def make_or_skip(*given, **named):
        skip_without_filters()
        make(*given, **named)

    process.EngineProcess.__init__ = make_or_skip
    isolation.works = lambda kind: takes_filters() and works(kind)
