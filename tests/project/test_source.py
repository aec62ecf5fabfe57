"""Rules that the source keeps."""

import ast

import grimp

from tests.project import import_graph
from tests.support.paths import TESTS

FILES = [*TESTS.rglob("test_*.py")]


def test_every_test_states_the_behaviour():
    """Each test has a docstring of its own."""
    silent = [
        f"{path.name}: {node.name}"
        for path in FILES
        for node in _definitions(ast.parse(path.read_text()))
        if getattr(node, "name", "").startswith("test_") and not ast.get_docstring(node)
    ]
    assert silent == []


def test_no_import_points_upwards_and_none_in_a_circle():
    """Rooms import only what stands below them, and no files import one another."""
    graph = grimp.build_graph(*import_graph.PACKAGES, cache_dir=None)
    assert import_graph.upward_arrows(graph) == []
    assert import_graph.first_cycle(graph) == []


def test_upward_imports_and_cycles_are_found():
    """The two counts aren't zero for a graph that has some."""
    graph = grimp.ImportGraph()
    view, server = "commands.views.tables", "commands.server.writer.batch_writer"
    graph.add_import(importer=view, imported=server)
    assert import_graph.upward_arrows(graph) == [f"{view} -> {server}"]
    assert import_graph.first_cycle(graph) == []
    graph.add_import(importer=server, imported=view)
    assert set(import_graph.first_cycle(graph)) == {view, server}


def test_every_file_has_its_room():
    """Only the program's start, its composition root and its settings stand in none."""
    names = [path.name for path in import_graph.files_in_commands()]
    assert names == ["__init__.py", "__main__.py", "app.py"]


def _definitions(node):
    """The node and all classes and functions in it: looking at each expression takes longer."""
    yield node
    for child in node.body:
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _definitions(child)
