"""A game is installed beside pbm, played, uninstalled with boards running, and installed again."""

import os
import subprocess
import sys
import sysconfig

import pytest

from tests.support.game_packages import make_wheel
from tests.support.paths import ROOT, TESTS

PARTS = (
    "commands",
    "mail",
    "pbm",
    "storage",
    "packaging",
    "pyproject.toml",
    "README.md",
    "LICENSE",
)
OFFLINE = ("--no-deps", "--no-index", "--disable-pip-version-check", "-q")
CLOBBER = TESTS / "packages" / "pbm-clobber"
WHEEL = "pbm_clobber-1.0-py3-none-any.whl"


def run(*command, cwd, check=True):
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [*map(str, command)], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 or not check, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def venv(tmp_path_factory):
    """A virtual environment with pbm as it is here, and the libraries of the tests."""
    folder = tmp_path_factory.mktemp("venv")
    run(sys.executable, "-m", "venv", folder, cwd=folder)
    paths = next(folder.glob("lib/python*/site-packages")) / "pbm-and-libraries.pth"
    paths.write_text(f"{ROOT}\n{sysconfig.get_path('purelib')}\n")
    program = folder / "bin" / "pbm"
    program.write_text(f'#!/bin/sh\nexec {folder}/bin/python -m commands "$@"\n')
    program.chmod(0o755)
    make_wheel(CLOBBER, folder)
    return folder


@pytest.mark.slow
def test_a_package_comes_and_goes(venv, tmp_path):
    """As a new user does it: by pip, with a demo, and with boards that wait meanwhile."""
    pip, pbm = venv / "bin" / "pip", venv / "bin" / "pbm"
    run(pip, "install", *OFFLINE, venv / WHEEL, cwd=tmp_path)
    shown = run(pbm, "demo", "--game", "clobber", cwd=tmp_path)
    assert "Game won by" in shown
    assert "clobber robot challenge 1 alice" in shown
    assert "clobber pbm-clobber 1.0" in " ".join(run(pbm, "config", cwd=tmp_path).split())
    for line in (
        "signup alice Xa1ice-X alice@example.org",
        "signup bob Yb0b-Yes bob@example.org",
        "clobber challenge alice bob",
        "clobber move 101 alice Xa1ice-X a1-a2",
    ):
        run(pbm, *line.split(), cwd=tmp_path)
    run(pip, "uninstall", "-y", "-q", "pbm-clobber", cwd=tmp_path)
    shown = run(pbm, "clobber", "show", "101", cwd=tmp_path)
    assert "alice: move a1-a2" in shown
    assert "its package, pbm-clobber 1.0, isn't installed" in " ".join(shown.split())
    assert "isn't installed" in run(
        pbm, "clobber", "move", "101", "bob", "Yb0b-Yes", "b1-b2", cwd=tmp_path, check=False
    )
    run(pip, "install", *OFFLINE, venv / WHEEL, cwd=tmp_path)
    assert "bob moves b1-b2" in run(
        pbm, "clobber", "move", "101", "bob", "Yb0b-Yes", "b1-b2", cwd=tmp_path
    )


@pytest.mark.slow
def test_its_own_tests_hold_the_laws(venv, tmp_path):
    """The tests of the package run where it is installed, and need nothing of pbm's tests."""
    run(venv / "bin" / "pip", "install", *OFFLINE, venv / WHEEL, cwd=tmp_path)
    python, tests = venv / "bin" / "python", CLOBBER / "tests"
    told = run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", tests, cwd=tmp_path)
    assert " passed" in told
    assert "failed" not in told
