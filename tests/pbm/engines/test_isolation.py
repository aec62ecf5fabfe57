"""Engines that attack: each other, their guard, the machine's files, and the server's."""

import errno
import json
import os
import shlex
import shutil
import signal
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from commands.settings import Settings, engine_limits
from pbm import games
from pbm.engines import isolation, limits, process
from pbm.engines.command_line import read_command
from pbm.engines.engine_player import EnginePlayer
from pbm.engines.isolation import Isolation, find_isolation
from pbm.engines.limits import EngineLimits, find_user
from pbm.engines.referee import NO_MOVE_LEFT, RefereeGame
from pbm.engines.sandbox import landlock
from pbm.engines.sandbox.processes import LANDLOCK, NAMESPACES, NONE
from pbm.engines.visible_files import visible_files
from pbm.errors import NotAllowedError
from tests.support.cases import cases
from tests.support.paths import TESTS
from tests.support.waiting import wait_for

BOTS = TESTS / "support" / "engines"
LIMITS = EngineLimits(first_ms=120_000, turn_ms=120_000, memory=200, processes=8)
DUEL = games.find("knightsduel")
PYTHON = "/usr/bin/python3"
"""A program that every user may run, also where the tests' own is in root's home folder."""


@pytest.fixture(params=[NAMESPACES, LANDLOCK])
def kind(request, monkeypatch):
    """Each way to keep engines apart, if this machine has it."""
    if request.param == NAMESPACES and find_isolation().kind != NAMESPACES:
        pytest.skip("this machine permits no namespaces")
    if request.param == LANDLOCK and landlock.version() < landlock.SCOPE_VERSION:
        pytest.skip("this kernel's Landlock is older")
    monkeypatch.setattr(process, "find_isolation", lambda: Isolation(request.param))
    return request.param


@pytest.fixture(autouse=True, scope="module")
def _bots():
    """The engines, where every user may read them: the checkout may lie in a private folder."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        Path(folder).chmod(0o755)
        copied = shutil.copytree(BOTS, Path(folder) / "engines")
        patch.setitem(globals(), "BOTS", copied)
        yield


@pytest.fixture
def python():
    return PYTHON if Path(PYTHON).exists() else sys.executable


def play(errors, *commands, limits=LIMITS):
    """Plays a game; the first engine's standard error goes to a file."""
    game = RefereeGame.start(DUEL, 1)
    with ExitStack() as stack:
        file = stack.enter_context(errors.open("wb", buffering=0))
        engines = []
        for seat, command in enumerate(commands):
            kept = None if seat else file
            engines.append(EnginePlayer(seat, read_command(shlex.join(command)), limits, kept))
            stack.callback(engines[-1].close)
        game.play(engines)
    return game


def misbehaving(python, name, mark, *words):
    return (python, str(BOTS / "misbehaving.py"), name, str(mark), *map(str, words))


@pytest.mark.slow
@cases("user", [None, "nobody"])
@pytest.mark.usefixtures("kind")
def test_no_engine_kills_another(python, tmp_path, user):
    """Neither where each has a user of its own, nor where all run as one."""
    if user and os.getuid() != 0:
        pytest.skip("only root may change users")
    limits = replace(LIMITS, user=find_user(user) if user else None)
    mark = tmp_path / "mark"
    murderer, victim = (misbehaving(python, name, mark) for name in ("murder", "play"))
    game = play(tmp_path / "errors", murderer, victim, limits=limits)
    assert [left.reason for left in game.left] == [NO_MOVE_LEFT]
    killed = json.loads((tmp_path / "errors").read_text())
    assert set(killed) <= {"1"}  # the guard in a namespace, whom the kernel keeps alive


@pytest.mark.usefixtures("kind")
def test_no_engine_outlives_its_guard(python, tmp_path):
    """Its grandchild can't kill the guard, and ends with the game."""
    mark = tmp_path / "mark"
    game = play(
        tmp_path / "errors", misbehaving(python, "avenge", mark), misbehaving(python, "play", mark)
    )
    assert [left.reason for left in game.left] == [NO_MOVE_LEFT]
    assert [
        each.pid
        for each in psutil.process_iter(["cmdline"])
        if str(mark) in (each.info["cmdline"] or ())
    ] == []


@pytest.mark.slow
def test_a_killed_guard_takes_its_engine_along(python, tmp_path):
    """In namespaces the kernel kills all that is in them, whatever session it is in."""
    if find_isolation().kind != NAMESPACES:
        pytest.skip("this machine permits no namespaces")
    mark = tmp_path / "mark"
    command = read_command(shlex.join(misbehaving(python, "fork", mark)))
    others = psutil.Process().children()
    engine = process.EngineProcess(command, replace(LIMITS, processes=32))
    try:
        engine.wait_until_started()
        (guard,) = set(psutil.Process().children()) - {*others}
        wait_for(lambda: len(guard.children(recursive=True)) >= 7, "its children")
        family = guard.children(recursive=True)
        os.kill(guard.pid, signal.SIGKILL)
        assert psutil.wait_procs(family, timeout=60)[1] == []
    finally:
        engine.close()


@pytest.mark.usefixtures("kind")
def test_an_engine_writes_nowhere_else_and_reads_nothing_of_the_server(python, tmp_path):
    """Its own folder is all; what others wrote to /tmp isn't there, and no network is."""
    shared = Path(tempfile.mkdtemp(prefix="pbm-tests-"))
    shared.chmod(0o777)
    (shared / "private").write_text("a secret, which every user of the machine may read")
    outside = ["/tmp", "/var/tmp", "/dev/shm", shared, "/usr/local"]
    try:
        game = play(
            tmp_path / "errors",
            misbehaving(python, "scatter", shared, *outside),
            misbehaving(python, "play", "-"),
        )
    finally:
        written = [folder for folder in outside if (Path(folder) / f"{shared.name}-stray").exists()]
        shutil.rmtree(shared)
    assert [left.reason for left in game.left] == [NO_MOVE_LEFT]
    found = json.loads((tmp_path / "errors").read_text())
    assert (found["mine"], written) == (0, [])
    assert found["user"] != 0
    assert found["private"] in (errno.ENOENT, errno.EACCES)
    assert found["network"] in (errno.ENETUNREACH, errno.EACCES)
    assert all(found[call] for call in ("shmget", "msgget", "mount")), found


@pytest.mark.skipif(os.getuid() != 0, reason="only root may change users")
def test_engines_run_as_root_only_if_that_is_said(monkeypatch):
    """Where no users of their own are possible, engines are refused, with what to set."""
    assert find_user("") is None
    monkeypatch.setattr(limits, "is_mapped", lambda _: False)
    with pytest.raises(NotAllowedError, match="Set PBM_BOT_USER"):
        find_user("")
    assert find_user("root") == (0, 0)


def test_nothing_of_the_server_is_visible(tmp_path, monkeypatch):
    """A program that lies beside the data folder is visible alone; elsewhere, with its folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "apart").mkdir()
    for path in (tmp_path / "bot", tmp_path / "apart" / "bot"):
        path.write_text("#!/bin/sh\n")
        path.chmod(0o755)
    hidden = [Path(path) for path in engine_limits(Settings()).hidden]
    beside = visible_files((str(tmp_path / "bot"),), hidden, as_other_user=False)
    apart = visible_files((str(tmp_path / "apart" / "bot"),), hidden, as_other_user=False)
    assert str(tmp_path / "bot") in beside
    assert str(tmp_path / "apart") in apart
    for path in map(Path, beside):
        assert not any(each.is_relative_to(path) for each in hidden)


def test_a_linked_folder_is_visible_with_those_to_which_it_leads(tmp_path):
    """Such as the newest of several versions, or an environment of Python."""
    (tmp_path / "1.2").mkdir()
    (tmp_path / "1.2" / "bot").touch()
    (tmp_path / "newest").symlink_to("1.2")
    (tmp_path / "current").symlink_to(tmp_path / "newest")
    seen = visible_files((str(tmp_path / "current" / "bot"),), [], as_other_user=False)
    assert {str(tmp_path / name) for name in ("current", "newest", "1.2")} <= {*seen}


def test_what_works_is_found_by_trying(monkeypatch):
    """Where no namespaces are permitted, it is Landlock, and where that is missing, nothing."""
    find_isolation.cache_clear()
    monkeypatch.setattr(isolation, "works", lambda _: False)
    monkeypatch.setattr(landlock, "version", lambda: landlock.SCOPE_VERSION)
    try:
        assert find_isolation() == Isolation(LANDLOCK)
        find_isolation.cache_clear()
        monkeypatch.setattr(landlock, "version", lambda: landlock.SCOPE_VERSION - 1)
        assert find_isolation() == Isolation(NONE)
        assert not find_isolation().complete
    finally:
        find_isolation.cache_clear()
