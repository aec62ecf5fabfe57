"""A pipe in the place of the database, which nobody may wait for."""

import os


def test_nothing_waits_for_a_pipe(shell, tmp_path):
    """Each command ends, and says what can't be opened."""
    (tmp_path / "pbm-data").mkdir()
    os.mkfifo(tmp_path / "pbm-data" / "pbm.db")
    for line in ("config", "doctor --offline", "list", "status", "upgrade --check", "backup x.tar"):
        status, out, err = shell(*line.split())
        assert status in (1, 2), line
        assert "database" in out + err, line
        assert not (tmp_path / "x.tar").exists()
