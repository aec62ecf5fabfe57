"""Counts the changes of the program that tests notice: python -m tests.project.mutants.

Mutants are lines of functions, changed in one place. They are drawn by chance, or read from the
table of an earlier run. Each is tried in a copy of the tree by the tests that execute its line,
until one of them fails with it, again when it runs alone, and passes without it. These tests are
known from the data of `pytest --cov --cov-context=test`, without branches. They run with the Python
that runs this: for another tree, take that of its environment.
"""

import argparse
import ast
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path
from typing import NamedTuple

from tests.project.import_graph import PACKAGES

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
PYTEST = ("-m", "pytest", "-x", "-v", "-n", "0", "-p", "no:cacheprovider", "--hypothesis-seed=0")
NOT_COPIED = (".git", ".venv", ".coverage*", ".hypothesis", ".*_cache", "__pycache__")
NUMBER = 60
"""The number of mutants that are drawn."""
FIRST = 60
"""The number of tests that are tried before all others."""
LIMIT = 480
"""The seconds for these tests, and again for the others."""
SILENCE = 180
"""The seconds without a test's end after which it hangs, and so notices the mutant."""


class Mutant(NamedTuple):
    """A changed line, found again by its function and text."""

    kind: str
    file: str
    function: str
    line: str
    mutated: str


def main() -> None:
    """Tries the mutants that aren't in the table yet, and counts verdicts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("table", type=Path, help="written; what it has already isn't tried again")
    parser.add_argument("--tree", type=Path, required=True, help="a checkout; it stays unchanged")
    parser.add_argument("--coverage", type=Path, required=True, help="the .coverage of its tests")
    parser.add_argument("--durations", type=Path, help="the output of its pytest --durations=0")
    parser.add_argument("--list", type=Path, help="the table of an earlier run: tries its mutants")
    parser.add_argument("--processes", type=int, default=2, help="mutants tried at a time")
    asked = parser.parse_args()
    executed = Executed(asked.coverage, asked.durations)
    earlier, places = read(asked.list), lines_by_text(asked.tree)
    todo = []
    for mutant in earlier or draw(asked.tree, places, executed):
        if mutant not in read(asked.table):
            place = find(mutant, places)
            tests = executed.tests(*place) if place else []
            known = earlier.get(mutant, [""])[-1].partition("[")[0]
            todo.append((mutant, place, sorted(tests, key=lambda test: known not in test)))
    with ThreadPoolExecutor(asked.processes) as pool:
        shared = [iter(todo)] * asked.processes
        list(pool.map(lambda each: work(each, asked.tree, asked.table), shared))
    found = read(asked.table)
    print(*sorted(Counter(verdict for verdict, _ in found.values()).items()))
    for mutant, (verdict, test) in found.items():
        if verdict != "caught" and earlier.get(mutant, ["caught"])[0] == "caught":
            print(f"{verdict}, {test}:", *mutant, sep="\n    ")


def read(table):
    """Returns the mutants of a table, each with its verdict and what supports it."""
    rows = table.read_text().splitlines() if table and table.exists() else []
    return {Mutant(*row.split("\t")[:5]): row.split("\t")[5:] for row in rows}


class Executed:
    """The lines that tests execute."""

    def __init__(self, data, durations):
        self._data = sqlite3.connect(data)
        self._root = os.path.commonpath(
            [path for (path,) in self._data.execute("SELECT path FROM file")]
        )
        seconds, sizes = defaultdict(lambda: 0.005), Counter()  # pytest hides shorter ones
        for line in durations.read_text().splitlines() if durations else ():
            if found := re.fullmatch(r"([\d.]+)s (?:setup|call|teardown) +(.+)", line):
                seconds[test_id(found[2])] += float(found[1])
        for test, bits in self._rows("*"):
            sizes[test] += bits.bit_count()
        self._cost = {test: size * seconds[test] for test, size in sizes.items()}

    def lines(self, file):
        """Returns the numbers of a file's lines that tests execute."""
        union = 0
        for _, bits in self._rows(f"{self._root}/{file}"):
            union |= bits
        return {number for number in range(union.bit_length()) if union >> number & 1}

    def tests(self, file, number):
        """Returns the tests that execute a line: a case of each function, then a second one, ...

        Of these first those that execute few lines in a short time.
        """
        rows = self._rows(f"{self._root}/{file}")
        tests = {test for test, bits in rows if bits >> number & 1}
        cases, rank = Counter(), {}
        for test in sorted(tests, key=lambda test: (self._cost[test], test)):
            cases[test.partition("[")[0]] += 1
            rank[test] = cases[test.partition("[")[0]]
        return sorted(rank, key=rank.get)

    def _rows(self, path):
        query = """SELECT context, numbits FROM line_bits JOIN file ON file.id = file_id
            JOIN context ON context.id = context_id WHERE context <> '' AND path GLOB ?"""
        for context, bits in self._data.execute(query, [path]):
            yield test_id(context.rpartition("|")[0]), int.from_bytes(bits, "little")


def test_id(name):
    """Returns a test's name without the group that pytest-xdist appends."""
    function, bracket, rest = name.rpartition("]")
    return function + bracket + rest.partition("@")[0]


def draw(tree, places, executed):
    """Returns mutants, of each kind in each package the same number while there are some."""
    groups = defaultdict(set)
    for path in sources(tree):
        file = str(path.relative_to(tree))
        for mutant, line in changes(path.read_text(), file, executed.lines(file)):
            if find(mutant, places) == (file, line):
                groups[file.partition("/")[0], mutant.kind].add(mutant)
    generator, drawn = random.Random(1), []
    shuffled = [generator.sample(sorted(group), len(group)) for group in groups.values()]
    while len(drawn) < NUMBER and any(shuffled):
        drawn += [group.pop() for group in shuffled if group]
    return drawn[:NUMBER]


def lines_by_text(tree):
    """Returns the places, file and number, of functions' lines by function and text."""
    places = defaultdict(set)
    for path in sources(tree):
        lines = path.read_text().splitlines()
        for function, node in parts(ast.parse(path.read_text())):
            if number := getattr(node, "lineno", None):
                place = str(path.relative_to(tree)), number
                places[function, lines[number - 1].strip()].add(place)
    return places


def find(mutant, places):
    """Returns the file and number of a mutant's line, even in another file; None if unclear."""
    found = places[mutant.function, mutant.line]
    here = [place for place in found if place[0] == mutant.file] or [*found]
    return here[0] if len(here) == 1 else None


def sources(tree):
    """Returns the files of the packages."""
    return sorted(path for package in PACKAGES for path in (tree / package).rglob("*.py"))


def changes(source, file, executed):
    """Yields a file's mutants in executed lines, and the lines' numbers."""
    lines = source.splitlines()
    for function, node in parts(ast.parse(source)):
        for kind, (number, begin), (last, stop), change in edits(node):
            if number != last or number not in executed:
                continue
            line = lines[number - 1].encode()  # syntax nodes count bytes
            changed = change(line[begin:stop].decode()).encode()
            mutated = (line[:begin] + changed + line[stop:]).decode()
            with suppress(SyntaxError):
                ast.parse("\n".join([*lines[: number - 1], mutated, *lines[number:]]))
                yield Mutant(kind, file, function, line.decode().strip(), mutated.strip()), number


def parts(node, names=(), function=""):
    """Yields the syntax nodes in functions' bodies, each after the name of its function."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (*FUNCTIONS, ast.ClassDef)):
            if any("cache" in ast.unparse(decorator) for decorator in child.decorator_list):
                continue  # which test executes it first is chance
            inner = (*names, child.name)
            yield from parts(child, inner, ".".join(inner) * isinstance(child, FUNCTIONS))
        elif not isinstance(node, FUNCTIONS) or (child in node.body and not is_docstring(child)):
            if function:
                yield function, child
            yield from parts(child, names, function)


def edits(node):
    """Yields a node's changes: kind, positions of begin and end, and function of the source."""
    begin, end = position(node), position(node, "end_")
    match node:
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            yield "condition", position(test), position(test, "end_"), "not ({})".format
        case (
            ast.BinOp(left=left, op=ast.Add() | ast.Sub(), right=right)
            | ast.AugAssign(target=left, op=ast.Add() | ast.Sub(), value=right)
        ) if not is_text(left) and not is_text(right):
            swap = str.maketrans("+-", "-+")
            yield "sign", position(left, "end_"), position(right), lambda old: old.translate(swap)
        case ast.Compare(left=left, ops=[operator, *_], comparators=[right, *_]):
            if isinstance(operator, ORDERS):
                yield "bound", position(left, "end_"), position(right), move_bound
            yield from moved_numbers(left, right)
        case ast.Slice(lower=lower, upper=upper):
            yield from moved_numbers(lower, upper)
        case ast.With(items=items) | ast.AsyncWith(items=items):
            if not any(item.optional_vars for item in items):
                yield "lock", begin, position(items[-1].context_expr, "end_"), lambda _: "if True"
        case ast.Expr(
            value=ast.Yield(value=ast.expr())
            | ast.Call(func=ast.Attribute(attr="append" | "extend" | "write"))
        ):
            nothing = "yield from ()" if isinstance(node.value, ast.Yield) else "pass"
            yield "text", begin, end, lambda _: nothing
        case _ if is_text(node) and ast.unparse(node).count(" ") > 1:
            yield "text", begin, end, lambda _: '""'


def position(node, side=""):
    """Returns the line and column where a node begins or, with `end_`, ends."""
    return getattr(node, f"{side}lineno", None), getattr(node, f"{side}col_offset", None)


def move_bound(old):
    """Returns a comparison with equality where it had none, and the other way round."""
    return old.replace("=", "") if "=" in old else re.sub("([<>])", r"\1=", old)


def moved_numbers(*nodes):
    """Yields changes by one of those nodes that are numbers."""
    for node in nodes:
        if isinstance(node, ast.Constant) and type(node.value) is int:
            for moved in (node.value - 1, node.value + 1):
                yield "bound", position(node), position(node, "end_"), lambda _, to=moved: str(to)


def is_text(node):
    """Returns whether a node is a string, perhaps with values in it."""
    return isinstance(node, ast.JoinedStr) or isinstance(getattr(node, "value", None), str)


def is_docstring(node):
    """Returns whether a statement is a mere constant."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def work(todo, tree, table):
    """Tries mutants until none is left; writes and prints each with its verdict."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copy = Path(folder) / "tree"
        copy.parent.chmod(0o755)  # PostgreSQL runs as another user
        shutil.copytree(tree, copy, ignore=shutil.ignore_patterns(*NOT_COPIED), symlinks=True)
        for mutant, place, tests in todo:
            verdict = judge(mutant, place, tests, copy) if place else ("gone", "no such line")
            row = "\t".join((*mutant, *verdict))
            with table.open("a") as rows:
                rows.write(f"{row}\n")
            print(row, flush=True)


def judge(mutant, place, tests, copy):
    """Returns whether tests notice a mutant, and the test that does."""
    if first_failure(copy, tests[:1], LIMIT):
        return "not run", f"{tests[0]} fails without the mutant"
    path, number = copy / place[0], place[1] - 1
    original = path.read_text()
    lines = original.splitlines(keepends=True)
    lines[number] = lines[number].replace(mutant.line, mutant.mutated)
    for batch in (tests[:FIRST], tests[FIRST:]):
        left, over = batch, time.monotonic() + LIMIT
        while left:
            try:
                write(path, "".join(lines))
                test = first_failure(copy, left, over - time.monotonic())
                again = test and first_failure(copy, [test], LIMIT)
            except TimeoutError:
                return "not finished", f"{len(tests)} tests"
            finally:
                write(path, original)
            if again and not first_failure(copy, [test], LIMIT):
                return "caught", test
            left = left[left.index(test) + 1 :] if test else []
    return "missed", f"{len(tests)} tests"


def write(path, source):
    """Writes a module, and removes its bytecode: it is found by size and whole seconds."""
    path.write_text(source)
    Path(cache_from_source(path)).unlink(missing_ok=True)


def first_failure(copy, tests, limit):
    """Returns the first of the tests that fails or hangs, None if there is none.

    Raises TimeoutError if they take longer than the limit.
    """
    names, log = copy.parent / "tests", copy.parent / "log"
    names.write_text("\n".join(tests))
    with log.open("w") as out:
        process = subprocess.Popen(
            [sys.executable, *PYTEST, f"@{names}"],
            cwd=copy,
            env=os.environ | {"PYTHONPATH": str(copy)},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    over = time.monotonic() + limit
    while process.poll() is None and time.time() - log.stat().st_mtime < SILENCE:
        if time.monotonic() > over:
            stop(process)
            raise TimeoutError
        time.sleep(0.2)
    stop(process)
    return None if process.returncode in {0, 5} else culprit(log.read_text(errors="replace"), tests)


def stop(process):
    """Ends tests that still run, with their servers."""
    for sent, seconds in ((signal.SIGINT, 20), (signal.SIGKILL, None)):
        if process.poll() is None:
            os.killpg(process.pid, sent)
            with suppress(subprocess.TimeoutExpired):
                process.wait(seconds)


def culprit(log, tests):
    """Returns the last test that started, or one of a file that can't be imported."""
    last = max(tests, key=lambda test: log.rfind(f"\n{test} "))
    broken = [test for test in tests if f"ERROR {test.partition('::')[0]}" in log]
    return last if f"\n{last} " in log else (broken or tests)[0]


if __name__ == "__main__":
    main()
