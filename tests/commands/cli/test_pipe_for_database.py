"""A pipe in the place of the database, which nobody may wait for."""

import os

from tests.support.cases import cases


@cases("line", ["config", "doctor --offline", "list", "status", "upgrade --check", "backup x.tar"])
def test_nothing_waits_for_a_pipe(shell, tmp_path, line):
    """Each command ends, and says what can't be opened."""
    (tmp_path / "pbm-data").mkdir()
    os.mkfifo(tmp_path / "pbm-data" / "pbm.db")
    status, out, err = shell(*line.split())
    assert status in (1, 2)
    assert "database" in out + err
    assert not (tmp_path / "x.tar").exists()
