"""Rules that the source keeps."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT, TESTS

FILES = sorted(path for path in TESTS.rglob("test_*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_test_states_the_behaviour(path):
    """Each test has a docstring of its own."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            assert ast.get_docstring(node), f"{path.name}: {node.name}"


def test_the_layers_keep_apart():
    """Commands > mail | storage > pbm, and games don't know one another."""
    done = subprocess.run(
        [Path(sys.executable).parent / "lint-imports"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
