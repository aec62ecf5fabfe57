"""Rules that the source keeps."""

import grimp

from tests.project import import_graph
from tests.project.file_shapes import comment_headings
from tests.support.paths import ROOT

SOURCES = [path for name in import_graph.PACKAGES for path in (ROOT / name).rglob("*.py")]


def test_no_file_has_comment_headings():
    """A section that needs a heading is a file."""
    headings = [
        f"{path.relative_to(ROOT)}: {heading}"
        for path in SOURCES
        for heading in comment_headings(path.read_text())
    ]
    assert headings == []


def test_comment_headings_are_found():
    reason = "# The order matters.\nSORTED = True\n"
    assert comment_headings(f'"""Moves."""\n\n{reason}\n# Draws.\n\nDRAWS = 3\n') == ["# Draws."]


def test_no_import_points_upwards_and_none_in_a_circle():
    """Rooms import only what stands below them, and no files import one another."""
    graph = grimp.build_graph(*import_graph.PACKAGES, cache_dir=None)
    assert import_graph.upward_arrows(graph) == []
    assert import_graph.first_cycle(graph) == []


def test_upward_imports_and_cycles_are_found():
    """The two counts aren't zero for a graph that has some."""
    graph = grimp.ImportGraph()
    view, server = "commands.views.text.tables", "commands.server.writer.batch_writer"
    graph.add_import(importer=view, imported=server)
    assert import_graph.upward_arrows(graph) == [f"{view} -> {server}"]
    assert import_graph.first_cycle(graph) == []
    graph.add_import(importer=server, imported=view)
    assert set(import_graph.first_cycle(graph)) == {view, server}


def test_every_file_has_its_room():
    """Only the program's start, its composition root and its settings stand in none."""
    names = [path.name for path in import_graph.files_in_commands()]
    assert names == ["__init__.py", "__main__.py"]
