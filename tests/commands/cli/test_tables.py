"""`pbm tables`: made in waves, taken up after a kill, listed, checked, used and removed."""

import json
import signal
import subprocess
import sys

import numpy as np
import pytest

from commands.solver.stored_tablebases import MappedTables, open_file
from commands.solver.table_making import TableMaking, finished_waves
from pbm.errors import NotAllowedError
from pbm.proofs.flat_panic import FlatNumbering
from tests.support.paths import ROOT
from tests.support.small_tables import NoProgress, all_scores, numbering_of

KEY = "knightpanic-4-2d-4-mover-wins"
KILLED = """
import os, signal, sys
from pathlib import Path
from commands.solver.table_making import TableMaking
from tests.support.small_tables import NoProgress, numbering_of

class Killer(NoProgress):
    rows = 0
    def begin(self, stage, rows):
        self.rows = rows // 2 if stage == "Wave 3" else 0
    def row_done(self):
        self.rows -= 1
        if self.rows == 0:
            os.kill(os.getpid(), signal.SIGKILL)

TableMaking(Path(sys.argv[1]), numbering_of(3)).run(Killer(), distances=True)
"""


class Stages(NoProgress):
    """An observer that remembers the stages."""

    def __init__(self):
        self.stages = []

    def begin(self, stage, rows):
        assert rows > 0
        self.stages.append(stage)


def kill_in_wave_three(folder):
    """Makes the table of 3 pieces each in a process that is killed in the middle of wave 3."""
    done = subprocess.run([sys.executable, "-c", KILLED, folder], cwd=ROOT, check=False)
    assert done.returncode == -signal.SIGKILL


def test_a_killed_making_is_taken_up(tmp_path):
    """It goes on after the last finished wave, and the table is the same, entry by entry."""
    kill_in_wave_three(tmp_path)
    numbering, stages = numbering_of(3), Stages()
    assert finished_waves(tmp_path / f"{numbering.key}.waves").count == 3
    assert MappedTables(tmp_path).table(numbering) is None
    TableMaking(tmp_path, numbering).run(stages, distances=True)
    assert stages.stages[:2] == ["Preparing", "Wave 3"]
    [path] = tmp_path.iterdir()
    file = open_file(path)
    assert (file.is_whole(), file.bits) == (True, 8)
    scores = np.frombuffer(path.read_bytes()[file.begin :], np.int8)
    assert (scores == all_scores(3)).all()


@pytest.mark.parametrize("damage", ["scores", "waves"])
def test_what_a_killed_making_left_is_checked(tmp_path, damage):
    """Scores that aren't those of the finished waves, or rules of old, begin at wave 0 again."""
    kill_in_wave_three(tmp_path)
    numbering, stages = numbering_of(3), Stages()
    if damage == "scores":
        path = tmp_path / f"{numbering.key}.scores"
        path.write_bytes(bytes(path.stat().st_size))
    else:
        path = tmp_path / f"{numbering.key}.waves"
        path.write_text(path.read_text().replace('"rules": 1', '"rules": 0'))
    TableMaking(tmp_path, numbering).run(stages, distances=True)
    assert stages.stages[:2] == ["Preparing", "Wave 0"]
    [path] = tmp_path.iterdir()
    scores = np.frombuffer(path.read_bytes()[open_file(path).begin :], np.int8)
    assert (scores == all_scores(3)).all()


def test_a_table_is_made_by_one_process(tmp_path):
    """A second making of the same table is refused, and changes nothing."""
    numbering = numbering_of(2)

    class Second(NoProgress):
        refused = 0

        def begin(self, stage, rows):
            with pytest.raises(NotAllowedError, match="Another process makes"):
                TableMaking(tmp_path, numbering).run(NoProgress(), distances=False)
            self.refused += 1

    second = Second()
    TableMaking(tmp_path, numbering).run(second, distances=False)
    assert second.refused > 2
    assert MappedTables(tmp_path).table(numbering) is not None


@pytest.fixture
def by_waves(monkeypatch):
    """The table of the flat 4 by 4 board is made on demand, in waves."""

    def numbering(_, position):
        options = position.options
        wanted = (options.size, options.space, options.extra) == (4, "2d", 0)
        return FlatNumbering(position) if wanted else None

    knowledge = "pbm.proofs.knightpanic.KnightPanicKnowledge"
    monkeypatch.setattr(f"{knowledge}.stored_numbering", numbering)
    monkeypatch.setattr(f"{knowledge}.numbering", lambda *_: None)


@pytest.mark.usefixtures("by_waves")
def test_a_table_is_made_listed_checked_used_and_removed(shell, tmp_path):
    """Solve gives its values without distances, then with them."""
    folder = tmp_path / "pbm-data" / "tables"
    status, out, err = shell("tables", "make", "knightpanic")
    assert (status, err) == (0, "")
    counts = "319,240 won, 59,182 lost, 22,188 drawn; the longest takes 13 moves."
    assert counts in out
    assert "900,900 placements, of which 400,610 aren't over" in out
    assert shell("tables", "make", "knightpanic") == (0, f"{KEY} is there already.\n", "")
    assert "White loses; by which move isn't known." in shell("knightpanic", "solve")[1]
    assert "values" in shell("tables", "list")[1]
    before = (folder / f"{KEY}.table").stat().st_size
    assert shell("tables", "make", "knightpanic", "--distances")[0] == 0
    assert (folder / f"{KEY}.table").stat().st_size > 3 * before
    assert "White loses by move #10." in shell("knightpanic", "solve")[1]
    [listed] = json.loads(shell("tables", "list", "--json")[1])["tables"]
    assert (listed["key"], listed["state"]) == (KEY, "values and distances")
    told = f"{KEY}: nothing is damaged.\n"
    assert shell("tables", "check", "--samples", "20") == (0, told, "")
    assert shell("tables", "remove", KEY) == (0, f"{KEY} is removed.\n", "")
    assert list(folder.iterdir()) == []


@pytest.mark.usefixtures("by_waves")
def test_a_stopped_making_is_listed_and_removed(shell, tmp_path, monkeypatch):
    """Ctrl-C says where it goes on; what is left can be removed, too."""

    def stop(_, stage, __):
        if stage == "Wave 2":
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("commands.cli.table_progress.ProgressBar.begin", stop)
        patched.setattr("commands.cli.table_progress.ProgressBar.row_done", lambda _: None)
        status, _, err = shell("tables", "make", "knightpanic")
    assert (status, err) == (1, "Stopped. The same command goes on after 2 waves.\n")
    assert "unfinished: 2 waves" in shell("tables", "list")[1]
    assert shell("tables", "remove", KEY)[0] == 0
    assert shell("tables", "list")[1] == "0 tables\n"
    assert list((tmp_path / "pbm-data" / "tables").iterdir()) == []


def _table(folder):
    """Makes a table of 2 pieces each; returns its file."""
    TableMaking(folder, numbering_of(2)).run(NoProgress(), distances=False)
    [path] = folder.iterdir()
    return path


@pytest.mark.parametrize(
    "spoil",
    [
        lambda content: content[:-1],
        lambda content: content + b"x",
        lambda content: content.replace(b'"rules": 1', b'"rules": 0'),
        lambda content: content.replace(b'"bits": 2', b'"bits": 4'),
        lambda content: b"[]\n" + content,
        lambda _: b"",
    ],
)
def test_a_file_that_is_no_table_is_not_mapped(tmp_path, spoil):
    """Cut off, of other rules, or something else: it counts as missing, and that is logged once."""
    path = _table(tmp_path)
    path.write_bytes(spoil(path.read_bytes()))
    mapped = MappedTables(tmp_path)
    assert mapped.table(numbering_of(2)) is None
    assert mapped.table(numbering_of(2)) is None


@pytest.mark.usefixtures("by_waves")
def test_check_finds_damage(shell, tmp_path):
    """A changed byte is found by the checksum, wrong values by the rules; the exit status is 1."""
    folder = tmp_path / "pbm-data" / "tables"
    shell("tables", "make", "knightpanic")
    path = folder / f"{KEY}.table"
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    assert shell("tables", "check") == (1, f"{KEY}: its checksum is wrong.\n", "")
    path.write_bytes(b"{}\n")
    status, out, _ = shell("tables", "check", KEY)
    assert (status, out) == (1, f"{KEY}: its checksum is wrong.\n")


def test_what_cannot_be_made_is_refused(shell):
    """With the commands that make the tables that there are; unknown ones aren't removed."""
    status, _, err = shell("tables", "make", "knightpanic", "-size=6")
    assert status == 1
    assert "pbm tables make knightpanic -size=5 -extra=0 -2d -mover_loses\n" in err
    assert shell("tables", "make", "knightpanic", "-size=99")[0] == 1
    assert shell("tables", "make")[0] == 2
    status, _, err = shell("tables", "remove", "../pbm")
    assert (status, err) == (1, 'There is no table ../pbm. "pbm tables list" names them.\n')
    assert shell("tables", "list")[1] == "0 tables\n"


def test_tables_made_when_needed_are_listed_and_checked(shell, tmp_path):
    """Their checksums are compared."""
    shell("knightpanic", "solve")
    [path] = (tmp_path / "pbm-data" / "tables").iterdir()
    assert "made when needed" in shell("tables", "list")[1]
    assert shell("tables", "check")[0] == 0
    path.write_bytes(path.read_bytes()[:-1])
    assert shell("tables", "check")[:2] == (1, f"{KEY}: its checksum is wrong.\n")
