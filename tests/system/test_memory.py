"""The memory of `pbm serve`, whose processes share what they can."""

from pathlib import Path

import pytest

from tests.support.server_process import Server
from tests.support.waiting import wait_for

pytestmark = pytest.mark.slow

MAX_IDLE_MB = 155
"""It takes 100 to 145: less where other programs use the same interpreter and libraries."""
PROCESSES = {"pbm smtp", "pbm fork server"}
"""Those that run while there is nothing to do."""
END_SECONDS = 30
IDLE_PROGRAM = "tests.support.soon_idle_program"


def proportional_memory(pid):
    """Returns the MB of a process, of shared memory its share."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    (kib,) = [line.split()[1] for line in lines if line.startswith("Pss:")]
    return int(kib) / 1024


def test_an_idle_server_needs_little(tmp_path):
    """All its processes together, each counted with its share of what several use.

    The memory in which passwords were hashed is free again.
    """
    server = Server(tmp_path, IDLE_PROGRAM)
    try:
        server.start()
        for name in ("alice", "bob", "carol"):
            server.send(name, f"signup {name} PASSWORD")
        server.expect(3)
        wait_for(lambda: server.worker() is None, "the delivery process's end", END_SECONDS)
        assert {each.name() for each in server.processes()} == PROCESSES
        found = [server.process.pid, *(each.pid for each in server.processes())]
        assert sum(map(proportional_memory, found)) < MAX_IDLE_MB
        assert server.stop() == 0
    finally:
        server.close()
