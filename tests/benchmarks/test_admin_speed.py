"""The time that lists take on a database of 1000 boards; each should stay below a second.

Most of it is the time that rich takes to render a thousand rows.

pytest -n 0 --benchmark-enable tests/benchmarks
"""

import pytest
from fill import fill

from commands.cli.main import run


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("data")
    fill(f"sqlite:///{made / 'pbm.db'}", 1000)
    return made


@pytest.mark.parametrize("line", ["games", "players", "board knightpanic 105", "audit", "verify"])
def test_lists(benchmark, folder, monkeypatch, line):
    """Measures from the words to the last line, without starting Python."""
    monkeypatch.setenv("PBM_DATA", str(folder))
    assert benchmark.pedantic(run, [["admin", *line.split()]], rounds=5) == 0
