"""Measures the size of the program, as HOUSE.md's table has it: python -m tests.project.measures.

Prints only; nothing depends on the figures.
"""

import ast
import statistics
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path
from types import FrameType

from commands.settings.settings import Settings
from tests.project.file_shapes import (
    comment_headings,
    constants_between,
    imported_names,
    private_attributes,
)
from tests.project.import_graph import PACKAGES
from tests.support.paths import ROOT
from tests.support.site import PLAYERS, Site

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
IMPORTS = (ast.Import, ast.ImportFrom)
CONSTRUCTORS = {"__init__", "__new__", "__post_init__", "__set_name__", "<module>"}
MOST_FILES = 15


def main() -> None:
    """Prints the measures, one a line."""
    files = [path for package in PACKAGES for path in tracked(f"{package}/*.py")]
    trees = [ast.parse(path.read_text()) for path in files]
    lines, functions = sum(map(line_count, files)), sorted(function_lengths(trees))
    imports = sum(length(node) for tree in trees for node in ast.walk(tree) if is_import(node))
    folders = Counter(str(path.parent.relative_to(ROOT)) for path in files)
    large = {name: count for name, count in folders.items() if count > MOST_FILES}
    tests, docs = tracked("tests/*.py"), [*tracked("docs/*.md"), ROOT / "README.md"]
    move, challenge = files_entered()
    print(f"source: {lines} lines in {len(files)} files")
    print(f"tests: {sum(map(line_count, tests))} lines in {len(tests)} files")
    print(f"docs: {sum(len(path.read_text().split()) for path in docs)} words")
    print(f"lines of a file, median / p90 / most: {spread(sorted(map(line_count, files)))}")
    print(f"lines of a function, median / p90 / most: {spread(functions)}")
    print(f"share of imports: {imports / lines:.1%}")
    print(f"folders of more than {MOST_FILES} files: {len(large)}, {large}")
    rooms = {folder.split("/")[1] for folder in folders if folder.startswith("commands/")}
    print(f"folders in commands: {len(rooms)}")
    headings = sum(len(comment_headings(path.read_text())) for path in files)
    between = [constants_between(tree) for tree in trees]
    print(f"comment headings inside files: {headings}")
    print(f"constants between definitions: {sum(between)}, in {sum(map(bool, between))} files")
    print(f"names imported by the busiest file: {max(map(imported_names, trees))}")
    private = sum(private_attributes(ast.parse(path.read_text())) for path in tests)
    print(f"private attributes that tests use: {private}")
    strays = sorted(folders_of_tests(tests) - set(folders))
    print(f"folders of tests without a folder of the source: {len(strays)}, {strays}")
    print(f"settings: {len(Settings.model_fields)}")
    print(f"files that a move by reply enters: {len(move)}; a challenge: {len(challenge)}")
    print(*sorted(move) if "--files" in sys.argv else (), sep="\n")


def tracked(pattern: str) -> list[Path]:
    """Returns the files of the repository that a pattern names."""
    found = subprocess.check_output(["git", "ls-files", pattern], cwd=ROOT, text=True)
    return [ROOT / name for name in found.split()]


def folders_of_tests(tests: list[Path]) -> set[str]:
    """Returns the folders of tests inside those of the packages, by the names of their subjects."""
    parents = {path.parent.relative_to(ROOT / "tests") for path in tests}
    return {str(folder) for folder in parents if folder.parts[:1] and folder.parts[0] in PACKAGES}


def line_count(path: Path) -> int:
    """Returns the number of a file's lines."""
    return path.read_text().count("\n")


def function_lengths(trees: list[ast.Module]) -> Iterator[int]:
    """Yields the lines of each function, without its docstring and its decorators."""
    for function in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(function, FUNCTIONS):
            docstring = length(function.body[0]) if ast.get_docstring(function) else 0
            yield length(function) - docstring


def is_import(node: ast.AST) -> bool:
    """Returns True for an import."""
    return isinstance(node, IMPORTS)


def length(node: ast.AST) -> int:
    """Returns the number of lines of a node."""
    return node.end_lineno - node.lineno + 1


def spread(numbers: list[int]) -> str:
    """Returns median, 90th percentile and greatest of sorted numbers."""
    p90 = numbers[len(numbers) * 9 // 10]
    return f"{statistics.median(numbers):.0f} / {p90} / {numbers[-1]}"


def files_entered() -> tuple[set[str], set[str]]:
    """Returns the files that a move by reply enters, and those of a challenge by mail.

    From the parsed mail to the rendered mails; not the first ones, which load modules.
    """
    site, entered = Site(), []
    site.sign_up("alice", "bob")
    password, address = PLAYERS["alice"]
    latest = by_recipient(site.begin("knightsdance challenge alice bob"))
    for move in ("e3", "c3", "c4"):
        with site.database.work() as work:
            mover = PLAYERS[work.boards.find("knightsdance", 101).mover.userid][1]
        with traced(entered):
            sent = site.reply(latest[mover], move)
        latest |= by_recipient(sent)
    move_files = entered[-1]
    for _ in range(2):
        with traced(entered):
            site.mail(address, f"knightpanic challenge alice {password} bob -size=4")
    site.close()
    return move_files, entered[-1]


def by_recipient(mails: list[EmailMessage]) -> dict[str, EmailMessage]:
    """Returns the last mail to each recipient."""
    return {mail["To"]: mail for mail in mails}


@contextmanager
def traced(entered: list[set[str]]) -> Iterator[None]:
    """Adds the files of the program in which functions other than constructors run."""
    codes = set()

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            codes.add(frame.f_code)

    sys.setprofile(note)
    yield
    sys.setprofile(None)
    names = {code.co_filename for code in codes if code.co_name not in CONSTRUCTORS}
    inside = (Path(name) for name in names if name.startswith(str(ROOT)))
    files = (path.relative_to(ROOT) for path in inside)
    entered.append(
        {str(path) for path in files if path.suffix == ".py" and path.parts[0] in PACKAGES}
    )


if __name__ == "__main__":
    main()
