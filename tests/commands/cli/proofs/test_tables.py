"""`pbm tables`: made in waves, taken up after a kill, listed, checked, used and removed."""

import errno
import json
import os
import re
import signal
import subprocess
import sys
from hashlib import sha256

import numpy as np
import pytest

from pbm.errors import NotAllowedError
from pbm.proofs.starts import proved_starts
from pbm.proofs.tables.flat_panic import FlatNumbering
from pbm.proofs.tables.table_starts import stored_numbering
from pbm.solver.mapped_tables import MappedTables, open_file, write_table
from pbm.solver.table_making import TableMaking, finished_waves
from tests.support.cases import cases
from tests.support.paths import ROOT
from tests.support.small_tables import PANIC, NoProgress, all_scores, numbering_of

KEY, SOLVED = "knightpanic-4-2d-2-mover-wins", "knightpanic-4-2d-4-mover-wins"
REMAKE = "Remove the table and make it again."
CHECKSUM = f"the table is damaged: it doesn't match its checksum. {REMAKE}"
KILLED = """
import os, signal, sys
from pathlib import Path
from pbm.solver.table_making import TableMaking
from tests.support.small_tables import NoProgress, numbering_of

class Killer(NoProgress):
    rows = 0
    def begin(self, stage, rows):
        self.rows = rows // 4 if stage == "Wave 3" else 0
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


class Stopped(NoProgress):
    """An observer that stops the making before wave 2."""

    def begin(self, stage, rows):
        if stage == "Wave 2":
            raise KeyboardInterrupt


def test_a_killed_making_is_taken_up(tmp_path):
    """It goes on after the last finished wave, and the table is the same, entry by entry."""
    done = subprocess.run([sys.executable, "-c", KILLED, tmp_path], cwd=ROOT, check=False)
    assert done.returncode == -signal.SIGKILL
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
    numbering, stages = numbering_of(2), Stages()
    with pytest.raises(KeyboardInterrupt):
        TableMaking(tmp_path, numbering).run(Stopped(), distances=True)
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
    assert (scores == all_scores(2)).all()


def test_a_table_is_made_by_one_process(tmp_path):
    """A second making of the same table is refused, and changes nothing."""
    numbering = numbering_of(2)

    class Second(NoProgress):
        refused = 0

        def begin(self, stage, rows):
            with pytest.raises(NotAllowedError, match="Another process is already making"):
                TableMaking(tmp_path, numbering).run(NoProgress(), distances=False)
            self.refused += 1

    second = Second()
    TableMaking(tmp_path, numbering).run(second, distances=False)
    assert second.refused > 2
    assert MappedTables(tmp_path).table(numbering) is not None


def use_waves(monkeypatch, numbering):
    """Lets the table of the flat 4 by 4 board be made on demand, with this numbering."""

    def stored(_, position):
        options = position.options
        wanted = (options.size, options.space, options.extra) == (4, "2d", 0)
        return numbering(position) if wanted else None

    knowledge = "pbm.proofs.knightpanic.KnightPanicKnowledge"
    monkeypatch.setattr(f"{knowledge}.stored_numbering", stored)
    monkeypatch.setattr(f"{knowledge}.stored_starts", lambda _: iter([""]))
    monkeypatch.setattr(f"{knowledge}.numbering", lambda *_: None)


@pytest.fixture
def by_waves(monkeypatch):
    """The flat 4 by 4 board has a table of 2 pieces each, made on demand."""
    use_waves(monkeypatch, lambda _: numbering_of(2))


@pytest.mark.usefixtures("by_waves")
def test_a_table_is_made_listed_checked_and_removed(shell, tmp_path):
    """It is made once, and again if distances are wanted that it doesn't have."""
    path = tmp_path / "pbm-data" / "tables" / f"{KEY}.table"
    status, out, err = shell("tables", "make", "knightpanic")
    assert (status, err) == (0, "")
    assert f"{KEY}: 10,920 placements. " in out
    assert shell("tables", "make", "knightpanic") == (0, f"{KEY} already exists.\n", "")
    [listed] = json.loads(shell("tables", "list", "--json")[1])["tables"]
    assert (listed["key"], listed["state"]) == (KEY, "values")
    before = path.stat().st_size
    assert shell("tables", "make", "knightpanic", "--distances")[0] == 0
    assert path.stat().st_size > 3 * before
    assert "values and distances" in shell("tables", "list")[1]
    told = f"{KEY}: no damage found\n"
    assert shell("tables", "check", "--samples", "50") == (0, told, "")
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    assert shell("tables", "check") == (
        1,
        f"{KEY}: {CHECKSUM}\n",
        "",
    )
    assert shell("tables", "remove", KEY) == (0, f"Removed {KEY}.\n", "")
    assert list(path.parent.iterdir()) == []


@pytest.mark.slow
def test_solve_uses_the_table(shell, monkeypatch):
    """Without distances it says who wins; with them, by which move. A start is confirmed by it."""
    use_waves(monkeypatch, FlatNumbering)
    start = next(iter(proved_starts.proved_starts("knightpanic").values()))
    monkeypatch.setattr(proved_starts, "proved_starts", lambda _: {0: start})
    assert "NOT CONFIRMED" in shell("starts", "--seconds", "0", "knightpanic")[1]
    counts = shell("tables", "make", "knightpanic")[1]
    assert (
        "900,900 placements. In 400,610 of them, the game isn't over: 319,240 won, 59,182 lost"
        in counts
    )
    assert "White loses. The number of moves isn't known." in shell("knightpanic", "solve")[1]
    assert shell("tables", "make", "knightpanic", "--distances")[1] == counts
    assert "White loses by move 10." in shell("knightpanic", "solve")[1]
    assert shell("starts", "--seconds", "0", "knightpanic") == (0, f"{start.write()}\n", "")


@pytest.mark.usefixtures("by_waves")
def test_a_stopped_making_is_listed_and_removed(shell, tmp_path, monkeypatch):
    """Ctrl-C says where it goes on; what is left can be removed, too."""

    def stop(_, stage, __):
        if stage == "Wave 2":
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("commands.cli.proofs.progress_bar.ProgressBar.begin", stop)
        patched.setattr("commands.cli.proofs.progress_bar.ProgressBar.row_done", lambda _: None)
        status, _, err = shell("tables", "make", "knightpanic")
    assert (status, err) == (
        1,
        "Stopped. To continue after 2 finished waves, run the same command again.\n",
    )
    assert "unfinished: 2 waves" in shell("tables", "list")[1]
    assert shell("tables", "remove", KEY)[0] == 0
    assert shell("tables", "list")[1] == "0 tables\n"
    assert list((tmp_path / "pbm-data" / "tables").iterdir()) == []


def _table(folder):
    """Makes a table of 2 pieces each; returns its file."""
    TableMaking(folder, numbering_of(2)).run(NoProgress(), distances=False)
    [path] = folder.iterdir()
    return path


@cases(
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
def test_check_finds_wrong_values(shell, tmp_path):
    """Here all positions are said to be over; the exit status is 1."""
    folder = tmp_path / "pbm-data" / "tables"
    numbering = stored_numbering(PANIC, [])
    over = np.full(-(-numbering.entries() // 4), 0xFF, np.uint8)
    write_table(folder / f"{KEY}.table", numbering, 2, over)
    status, out, _ = shell("tables", "check", "--samples", "50")
    assert status == 1
    assert re.fullmatch(
        rf"{KEY}: \d+ of 50 positions have the wrong value. {REMAKE}\n",
        out,
    )
    (folder / f"{KEY}.table").write_bytes(b"hello\n")
    told = (
        f"{KEY}: the table is damaged, or was made for a different version of the rules. {REMAKE}\n"
    )
    assert shell("tables", "check", KEY)[:2] == (1, told)
    assert "damaged" in shell("tables", "list")[1]


def test_what_cannot_be_made_is_refused(shell):
    """With the commands that make the tables that there are; unknown ones aren't removed."""
    status, _, err = shell("tables", "make", "knightpanic", "-size=6")
    assert status == 1
    assert "\npbm tables make knightpanic -size=5 -extra=0 -mover_loses\n" in err
    assert shell("tables", "make", "knightpanic", "-size=99")[0] == 1
    assert shell("tables", "make")[0] == 2
    status, _, err = shell("tables", "remove", "../pbm")
    assert (status, err) == (
        1,
        "The table ../pbm doesn't exist. To see all tables, run: pbm tables list\n",
    )
    assert shell("tables", "list")[1] == "0 tables\n"


def test_tables_made_when_needed_are_listed_and_checked(shell, tmp_path):
    """Their checksums are compared."""
    content = b"0123456789"
    header = {"format": 1, "key": SOLVED, "entries": 10, "sha256": sha256(content).hexdigest()}
    path = tmp_path / "pbm-data" / "tables" / f"{SOLVED}.table"
    path.parent.mkdir(parents=True)
    path.write_bytes(json.dumps(header).encode() + b"\n" + content)
    assert "made when needed" in shell("tables", "list")[1]
    assert shell("tables", "check")[:2] == (0, f"{SOLVED}: no damage found\n")
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    assert shell("tables", "check")[:2] == (
        1,
        f"{SOLVED}: {CHECKSUM}\n",
    )
    path.write_bytes(whole)
    path.rename(path.with_name("other.table"))
    told = f"other: the file contains a table for a different start than its name says. {REMAKE}\n"
    assert shell("tables", "check")[:2] == (1, told)


def test_what_is_no_file_is_listed_as_damaged_and_kept(shell, tmp_path):
    """A folder can't be removed; a link without a target can."""
    folder = tmp_path / "pbm-data" / "tables"
    (folder / "a.table").mkdir(parents=True)
    (folder / "b.table").symlink_to("nowhere")
    assert shell("tables", "list")[1].count("damaged") == 2
    status, _, err = shell("tables", "remove", "a")
    assert (status, "can't be removed" in err) == (1, True)
    assert shell("tables", "remove", "b")[:2] == (0, "Removed b.\n")


def test_a_folder_that_cannot_be_made_is_named(shell, tmp_path):
    """The refusal says what stands in the way."""
    (tmp_path / "pbm-data").mkdir()
    (tmp_path / "pbm-data" / "tables").write_text("a file")
    status, _, err = shell("tables", "make", "knightpanic", "-size=5", "-extra=0")
    assert status == 1
    assert "can't be written: " in err


def test_a_full_disk_stops_the_making(shell, monkeypatch):
    """It says after how many waves the same command goes on."""
    numbering = numbering_of(2)
    monkeypatch.setattr("pbm.proofs.tables.table_starts.stored_numbering", lambda *_: numbering)

    def full(*_, **__):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("pbm.solver.table_making.write_table", full)
    status, _, err = shell("tables", "make", "knightpanic")
    assert status == 1
    assert re.search(r"No space left on device. To continue after \d+ finished waves?, run", err)


@cases("path", ["nowhere/file.txt", "."])
@cases("words", [("tables", "excerpt", PANIC.name), ("certificate", PANIC.name)])
def test_a_file_that_cannot_be_written_is_named(shell, words, path):
    """The refusal begins with it."""
    status, _, err = shell(*words, "--output", path)
    assert status == 1
    assert err.startswith(path)
