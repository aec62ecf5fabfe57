"""Folders in which `pbm` has run lines."""

import shutil

import pytest


@pytest.fixture(scope="session")
def _folders():
    """Copies of these folders, by the lines."""
    return {}


@pytest.fixture
def shell_after(_folders, shell, tmp_path, tmp_path_factory):
    """Runs lines, or puts the files there that the same lines have made before; returns `shell`."""

    def run(*lines):
        if lines in _folders:
            shutil.copytree(_folders[lines], tmp_path, dirs_exist_ok=True)
        else:
            for line in lines:
                assert shell(*line.split())[0] == 0, line
            _folders[lines] = tmp_path_factory.mktemp("made")
            shutil.copytree(tmp_path, _folders[lines], dirs_exist_ok=True)
        return shell

    return run
