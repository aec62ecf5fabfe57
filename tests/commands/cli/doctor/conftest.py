"""A machine and a DNS in order, whatever those of the tests are."""

import json

import pytest

from commands.cli.doctor import machine
from pbm.engines.isolation import Isolation
from pbm.engines.sandbox.processes import NAMESPACES
from tests.support.name_server import name_server


@pytest.fixture(autouse=True)
def _machine(monkeypatch):
    """The best isolation, and a clock that is set by the network."""
    monkeypatch.setattr(machine, "find_isolation", lambda: Isolation(NAMESPACES))
    monkeypatch.setattr(machine, "kernel_state", lambda: 0)


@pytest.fixture(autouse=True)
def names():
    """The only name server, with no names."""
    with name_server() as made:
        yield made


@pytest.fixture
def findings(shell):
    """Runs `pbm doctor`: its exit status, and the checks by name."""

    def run(*words):
        status, out, _ = shell("doctor", "--json", *words)
        found = json.loads(out)
        assert found["ok"] == (status == 0)
        checks = {each["check"]: each for each in found["checks"]}
        return status, checks | {each["check"]: each for each in found["skipped"]}

    return run
