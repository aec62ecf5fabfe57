"""User CPU time of the program's start, beside that of `import sqlalchemy`, in one run.

python -m tests.benchmarks.startup [--runs N]
"""

import argparse
import os
import resource
import subprocess
import sys
from tempfile import TemporaryDirectory

from tests.support.paths import ROOT

MAIL = (
    b"From: alice@example.org\r\nTo: pbm@localhost\r\nSubject: list\r\n"
    b"Message-ID: <%d@example.org>\r\n\r\n"
)
COMMANDS = {
    "import sqlalchemy": ("-c", "import sqlalchemy"),
    "import sqlmodel": ("-c", "import sqlmodel"),
    "pbm --version": ("-m", "commands", "--version"),
    "pbm bot madknights": ("-m", "commands", "bot", "madknights"),
    "pbm help": ("-m", "commands", "help"),
    "pbm list": ("-m", "commands", "list"),
    "pbm receive": ("-m", "commands", "receive", "--from", "alice@example.org"),
}


def main():
    """Prints the best of several runs of each, taken in turns, and their ratios."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=10)
    runs = parser.parse_args().runs
    best = dict.fromkeys(COMMANDS, float("inf"))
    with TemporaryDirectory(prefix="pbm-startup-") as folder:
        for number in range(runs):
            for name, words in COMMANDS.items():
                best[name] = min(
                    best[name],
                    cpu_seconds(words, folder, MAIL % number if "receive" in words else b""),
                )
    reference = best["import sqlalchemy"]
    for name, seconds in best.items():
        print(f"{name:20} {seconds * 1000:5.0f} ms  {seconds / reference:5.2f}")


def cpu_seconds(words, folder, stdin):
    """User CPU seconds of one process, and of nothing else."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env=environment,
        input=stdin,
        capture_output=True,
        check=True,
    )
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


if __name__ == "__main__":
    main()
