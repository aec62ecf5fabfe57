"""Rules that the source keeps."""

import ast
import re

import grimp
import pytest

from tests.project import import_graph
from tests.project.file_shapes import comment_headings
from tests.support.paths import ROOT

SOURCES = [path for name in import_graph.PACKAGES for path in (ROOT / name).rglob("*.py")]
REFUSING = (
    "commands/boards/challenges",
    "commands/boards/deputies",
    "commands/boards/seeks",
    "commands/boards/tournaments",
    "pbm/tournaments",
)
REFUSAL = re.compile(r"\b(IllegalError|NotAllowedError|NotFoundError|NotYoursError)\(")


def test_no_file_has_comment_headings():
    """A section that needs a heading is a file."""
    headings = [
        f"{path.relative_to(ROOT)}: {heading}"
        for path in SOURCES
        for heading in comment_headings(path.read_text())
    ]
    assert headings == []


@pytest.mark.slow
def test_no_pattern_is_possessive_or_atomic():
    """Pythons before 3.11.5 match some of these wrongly (CPython issue 106052)."""
    patterns = re.compile(r"[)\]\w.][*+?]\+|\}\+|\(\?>")
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {node.value!r}"
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if patterns.search(node.value)
    ]
    assert found == []


def test_no_import_points_upwards_and_none_in_a_circle():
    graph = grimp.build_graph(*import_graph.PACKAGES, cache_dir=None)
    assert import_graph.upward_arrows(graph) == []
    assert import_graph.first_cycle(graph) == []


def test_every_file_has_its_room():
    """Only the program's start, its composition root and its settings stand in none."""
    names = [path.name for path in import_graph.files_in_commands()]
    assert names == ["__init__.py", "__main__.py"]


def test_refusals_of_a_subject_are_worded_in_one_place():
    """A file of refusals shows all reasons for which its subject refuses something."""
    worded = [
        str(path.relative_to(ROOT))
        for folder in REFUSING
        for path in (ROOT / folder).glob("*.py")
        if REFUSAL.search(path.read_text()) and not path.stem.endswith("_refusals")
    ]
    assert worded == []


def test_folders_of_tests_are_those_of_the_source():
    """The tests of a folder are found at its path below `tests`."""
    tests = [
        path for name in import_graph.PACKAGES for path in (ROOT / "tests" / name).rglob("*.py")
    ]
    folders = {path.parent.relative_to(ROOT / "tests") for path in tests}
    assert [folder for folder in folders if not (ROOT / folder / "__init__.py").exists()] == []
