"""Engines under the referee: good ones play, bad ones leave, and all processes end."""

import json
import os
import shlex
import signal
import subprocess
import sys
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from pbm import games
from pbm.engines import process
from pbm.engines.command_line import read_command
from pbm.engines.engine_player import EnginePlayer
from pbm.engines.limits import EngineLimits
from pbm.engines.referee import NO_MOVE_LEFT, RefereeGame
from pbm.engines.series import seating
from tests.support.cases import cases
from tests.support.paths import ROOT, TESTS
from tests.support.sandbox import skip_without_filters
from tests.support.waiting import TIMEOUT_SECONDS, wait_for

BOTS = TESTS / "support" / "engines"
LENIENT_LIMITS = EngineLimits(first_ms=120_000, turn_ms=120_000, memory=200, processes=8)
MAD = games.find("madknights")
LONG_TIMEOUTS = ("--first-ms", "120000", "--turn-ms", "120000")

BAD = {
    "crash": "ended with exit status 3",
    "die": "was killed by SIGSEGV",
    "hang": "didn't answer within 300 ms",
    "deaf": "closed its output",
    "flood_line": "wrote a line of more than 256 bytes",
    "flood_lines": "wrote more than 4096 bytes after its answer",
    "nonsense": 'answered "castle": expected a square such as e3, or "random"',
    "faraway": "z99 isn't on the board. The board goes from a1 to h8",
    "bytes_of_noise": "a square such as e3",
    "fork": "didn't answer within 1 ms",
    "stop": "didn't answer within 1 ms",
    "fork_bomb": "didn't answer within 300 ms|ran more than 8 processes at once",
    "fat": "ended with exit status 1",
    "fat_family": "used more than 200 MB of memory",
    "grumble": "didn't answer within 300 ms",
    "hoard": "wrote more than 16 MB",
}
"""Programs of misbehaving.py, and why they leave: as root, the kernel stops a fork bomb sooner."""
SHORT = {
    "hang": {"first_ms": 300},
    "fork_bomb": {"first_ms": 300},
    "grumble": {"first_ms": 300},
    "fork": {"turn_ms": 1, "processes": 32},
    "stop": {"turn_ms": 1},
}


def typed(name, *words):
    """Returns the command as typed."""
    return shlex.join(map(str, (sys.executable, BOTS / f"{name}.py", *words)))


def remaining(mark):
    """Returns the processes with this path among their arguments."""
    return [
        process
        for process in psutil.process_iter()
        if process.pid != os.getpid() and str(mark) in _words(process)
    ]


def _words(process):
    try:
        return process.cmdline()
    except psutil.Error:
        return []


def play(*bots, errors=None):
    """Plays Mad Knights from a fixed start between pairs of (command, limits)."""
    table = RefereeGame.start(MAD, 1)
    with ExitStack() as stack:
        seated = []
        for seat, (command, limits) in enumerate(bots):
            kept = errors if seat == 0 else None
            seated.append(EnginePlayer(seat, read_command(command), limits, kept))
            stack.callback(seated[-1].close)
        table.play(seated)
    return table


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name != "fork")) for name in BAD]
)
def test_a_misbehaving_engine_leaves_and_the_others_go_on(name, tmp_path, monkeypatch):
    """A misbehaving engine leaves with its reason; none of its processes nor its folder remain."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    if name == "deaf":
        monkeypatch.setattr(process, "END_REPORT_SECONDS", 0.1)
    if name == "stop":
        monkeypatch.setattr(process, "END_SECONDS", 0.5)
    mark = tmp_path / "mark"
    limits, good = (
        replace(LENIENT_LIMITS, **SHORT.get(name, {})),
        (typed("sensible"), LENIENT_LIMITS),
    )
    table = play((typed("misbehaving", name, mark), limits), good, good)
    [failure] = [left for left in table.left if left.failed]
    assert failure.seat == 0
    assert any(reason in failure.reason for reason in BAD[name].split("|")), failure.reason
    assert [left.reason for left in table.left if not left.failed] == [NO_MOVE_LEFT]
    assert sorted(table.scores()) == [-1, 0, 1]
    assert len(table.moves) > 30
    assert ("all are there" in table.moves[0].comment) == (name == "fork")
    assert not mark.exists()
    assert remaining(mark) == []
    assert list(tmp_path.glob("pbm-bot-*")) == []


def test_engines_see_nothing_of_the_server(tmp_path, monkeypatch):
    """An engine runs in an empty folder, with two environment variables, and never as root.

    Nothing but its own program may stand there, if that is below the same path.
    """
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setenv("PBM_SECRET", "whatever")
    modest = (typed("modest"), LENIENT_LIMITS)
    with (tmp_path / "errors").open("wb", buffering=0) as errors:
        play((typed("misbehaving", "snoop", "-"), LENIENT_LIMITS), modest, modest, errors=errors)
    names, files, user, folder = json.loads((tmp_path / "errors").read_text())
    assert set(names) <= {"PATH", "LANG", "LC_CTYPE"}
    programs = [ROOT, Path(sys.prefix), Path(sys.base_prefix)]
    assert [each for each in files if not any(it.is_relative_to(each) for it in programs)] == []
    assert user == os.getuid() != 0 or user > 2**16
    assert Path(folder) == Path("/tmp") or Path(folder).parent == tmp_path
    assert list(tmp_path.glob("pbm-bot-*")) == []


@pytest.mark.skipif(os.getuid() != 0, reason="only root may change users")
def test_engines_run_as_another_user_where_the_setting_says(shell, monkeypatch, tmp_path):
    """Engines run neither as root nor in root's groups, and own their folder."""
    monkeypatch.setenv("PBM_BOT_USER", "nobody")
    monkeypatch.setenv("TMPDIR", "/tmp")
    spy = "/bin/sh -c 'id -u >&2; id -G >&2; touch mine && echo written >&2'"
    status, out, _ = shell("referee", "knightsduel", spy, spy, "--stderr", str(tmp_path / "kept"))
    assert status == 0
    assert "ended with exit status 0" in out
    user, groups, written = (tmp_path / "kept" / "game-001-A.txt").read_text().splitlines()
    assert (user, written) == ("65534", "written")
    assert "0" not in groups.split()


@pytest.mark.slow
def test_when_the_referee_is_killed_its_engines_end(tmp_path):
    """Killing the referee ends all engines, even in other sessions, and deletes their folders."""
    skip_without_filters()
    mark, errors = tmp_path / "mark", tmp_path / "errors"
    bad, good = typed("misbehaving", "fork", mark), typed("modest")
    words = ("referee", "madknights", bad, good, good, *LONG_TIMEOUTS, "--stderr", str(errors))
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path)}
    referee = subprocess.Popen(
        [sys.executable, "-m", "commands", *words], cwd=tmp_path, env=environment
    )
    told = errors / "game-001-A.txt"
    wait_for(lambda: told.exists() and "all are there" in told.read_text())
    processes = [*psutil.Process(referee.pid).children(recursive=True), *remaining(mark)]
    assert len(set(processes)) >= 10
    referee.kill()
    referee.wait()
    assert psutil.wait_procs(set(processes), timeout=60)[1] == []
    assert list(tmp_path.glob("pbm-bot-*")) == []


@pytest.mark.slow
def test_the_same_seed_gives_the_same_games(shell):
    """The same seed gives the same games, also in parallel, with every move reported."""
    bots = [typed("modest"), typed("sensible"), typed("modest")]
    words = (
        "referee",
        "madknights",
        *bots,
        "--games",
        "4",
        "--seed",
        "8",
        *LONG_TIMEOUTS,
        "--json",
    )
    first, second = json.loads(shell(*words)[1]), json.loads(shell(*words, "--jobs", "4")[1])
    assert first == second
    data = first["data"]
    assert [game["seats"] for game in data["games"]] == [
        ["A", "B", "C"],
        ["B", "C", "A"],
        ["C", "A", "B"],
        ["A", "C", "B"],
    ]
    assert [game["seed"] for game in data["games"]] == [8, 8, 8, 9]
    assert data["games"][0]["moves"][0]["comment"] == "as ever, and wha"
    assert sum(bot["score"] for bot in data["bots"]) == 4 * 3
    assert sum(bot["won"] for bot in data["bots"]) == 4


def test_a_duel_is_between_two(shell):
    """Each result names the player who couldn't move, and the table fits 80 columns."""
    words = ("referee", "knightsduel", typed("modest"), typed("misbehaving", "nonsense", "-"))
    status, out, _ = shell(*words, "--games", "2", "--seed", "3", *LONG_TIMEOUTS)
    assert status == 0
    assert "Game 1, seed 3, " in out
    assert "White A 0, Black B -1" in out
    assert "White B -1, Black A 0" in out
    assert '  B answered "castle"' in out
    assert "Knight's Duel: 2 games, --seed 3" in out
    table = out[out.index("Knight's Duel") :].splitlines()
    assert max(map(len, table)) <= 80
    assert table[3].split()[0] == "A"
    assert table[3].split()[-5:-2] == ["2", "0", "0"]


@cases(
    ("words", "status", "said"),
    [
        (("chess", "true", "true"), 1, 'There is no game called "chess"'),
        (("trailblazer", "true", "true"), 1, "There is no protocol for trailblazer"),
        (("madknights", "true", "true"), 2, "needs 3 programs, not 2"),
        (("knightsduel", "true"), 2, "needs 2 programs, not 1"),
        (("knightsduel", "true", "no-such-program x"), 1, 'program "no-such-program" doesn'),
        (("knightsduel", "true", "'true"), 2, "\"'true\" isn't a valid command"),
        (("knightsduel", "true", ""), 2, '"" isn\'t a valid command'),
        (("knightsduel", "true", "true", "--stderr", "/dev/null"), 2, "can't create"),
    ],
)
def test_invalid_series_are_refused(shell, words, status, said):
    """A refusal names the error, in JSON if asked."""
    told, _, errors = shell("referee", *words)
    assert (told, said in errors) == (status, True), errors
    answer = json.loads(shell("referee", *words, "--json")[1])
    assert (answer["ok"], answer["data"], said in answer["text"]) == (False, None, True)


def test_every_engine_has_every_seat():
    """In each round every engine has each seat once, and every second round is reversed."""
    rounds = [[seating(number, 3) for number in range(first, first + 3)] for first in (1, 4)]
    for seats in rounds:
        assert all(sorted(column) == [0, 1, 2] for column in zip(*seats, strict=True))
    assert len({order for seats in rounds for order in seats}) == 6
    assert [seating(number, 2) for number in (1, 2, 3)] == [(0, 1), (1, 0), (0, 1)]


LISTENING = """import signal
from commands.__main__ import main
signal.signal(signal.SIGINT, signal.default_int_handler)
main()
"""
"""Runs the program, which receives Ctrl-C even where the tests run in the background."""


def test_ctrl_c_shows_the_table(tmp_path):
    """Ctrl-C ends the series with the table so far, and no engine remains."""
    skip_without_filters()
    mark = tmp_path / "mark"
    hanging = typed("misbehaving", "hang", mark)
    words = ("knightsduel", f"{typed('modest')} {mark}", hanging, "--games", "50", *LONG_TIMEOUTS)
    with subprocess.Popen(
        [sys.executable, "-c", LISTENING, "referee", *words],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            wait_for(lambda: len(remaining(mark)) > 2)
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=TIMEOUT_SECONDS)
        finally:
            process.kill()
    assert process.returncode == 130
    assert "Knight's Duel: 0 games" in out
    wait_for(lambda: remaining(mark) == [])
