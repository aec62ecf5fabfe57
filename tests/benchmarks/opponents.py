"""Our engine for Mad Knights against the bots of tests/bots, under the limits of `pbm referee`."""

import shlex
import shutil
import subprocess
import sys
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from commands.settings import engine_limits, read_settings
from pbm import games
from pbm.engines.command_line import read_command
from pbm.engines.series import LETTERS, Series, results
from tests.benchmarks.level_games import interval
from tests.support.paths import ROOT, TESTS

BOTS = TESTS / "bots"
OURS = "pbm bot"
TRIPLES = (
    (OURS, "paranoid", "paranoid depth=4"),
    (OURS, "montecarlo", "paranoid"),
    (OURS, "territory", "montecarlo"),
)


def play(count, seed):
    """Plays so many games of each triple; prints each bot's wins with an interval of 95 %."""
    with compiled() as folder:
        for triple in TRIPLES:
            for row in rows(triple, won(triple, folder, count, seed)):
                print(row, flush=True)


def won(triple, folder, count, seed):
    """Returns the wins by each bot's letter, and its failures by the small letter."""
    argvs = tuple(read_command(command(bot, folder)) for bot in triple)
    limits = engine_limits(read_settings())
    series, found = Series(games.find("madknights"), argvs, seed, count, limits), Counter()
    for result in results(series, jobs=1):
        found[result.winner] += 1
        found.update(left.bot.lower() for left in result.left if left.failed)
    return found


def rows(triple, found):
    """Returns the lines of a triple, and an empty one."""
    count = sum(found[letter] for letter in LETTERS)
    for letter, bot in zip(LETTERS, triple, strict=True):
        low, high = interval(found[letter] / count, count)
        share = f"{100 * found[letter] / count:.0f}% ({100 * low:.0f} to {100 * high:.0f})"
        failed = f"{found[letter.lower()]:>3} failed"
        yield f"{bot:<18}{found[letter]:>5} of {count:<5}{share:<18}{failed}"
    yield ""


def command(bot, folder):
    """Returns the command of a bot, with its arguments, as typed."""
    name, *words = bot.split()
    python = shlex.quote(sys.executable)
    if bot == OURS:
        environment = f"/usr/bin/env PYTHONPATH={shlex.quote(str(ROOT))}"
        return f"{environment} {python} -m commands bot madknights"
    program = BOTS / f"{name}.py"
    started = f"{python} {shlex.quote(str(program))}" if program.exists() else folder / name
    return " ".join(map(str, (started, *words)))


@contextmanager
def compiled():
    """Makes a folder with the bots that are written in C, which every user may enter."""
    compiler = shutil.which("cc")
    if compiler is None:
        sys.exit("The bots in C need a compiler, cc.")
    with TemporaryDirectory(prefix="pbm-bots-") as made:
        folder = Path(made)
        folder.chmod(0o755)
        for source in BOTS.glob("*.c"):
            program = folder / source.stem
            subprocess.run([compiler, "-O3", source, "-o", program, "-lm"], check=True)
        yield folder
