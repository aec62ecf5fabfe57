"""The speed of rules and robots, beside other programs that count lines of play.

python -m tests.benchmarks.rules [--rounds N]

All take turns, round after round; the table has the medians of their rates by processor time.
`pbm[peers]` installs the other programs.
"""

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pbm.game import perft
from tests.benchmarks import perft_peers
from tests.benchmarks.rates import start
from tests.support.paths import ROOT

CHECKED = 4
"""The plies to which other programs' counts are compared with ours."""
OURS = "leaves", "knightsduel"
"""The rate that others are compared with."""
HEAD = f"{'thousands a second':48}{'':12}{'ratio':>12}"


@dataclass(frozen=True)
class Peer:
    """Another program: its name, its counter, and the plies that take it a while."""

    name: str
    count: Callable[[int], int]
    plies: int
    is_same: bool = True
    """True if it counts the lines of Knight's Duel."""

    def check(self):
        """Raises ImportError or FileNotFoundError if it isn't there; checks its count."""
        found, wanted = self.count(CHECKED), perft(*start("knightsduel"), CHECKED)
        assert not self.is_same or found == wanted, f"{self.name}: {found}, not {wanted}"


def peers(folder):
    """Yields the other programs that are there."""
    for peer in (
        Peer("plain C, the same lines", perft_peers.PlainC(folder), 15),
        Peer("plain Python with sets, the same lines", perft_peers.plain_sets, 8),
        Peer("easyAI's Knights, the same lines", perft_peers.easyai, 5),
        Peer("pyffish's joust, the same lines", perft_peers.pyffish, 4),
        Peer("OpenSpiel's tic-tac-toe in Python", perft_peers.openspiel, 5, is_same=False),
    ):
        try:
            peer.check()
        except (ImportError, FileNotFoundError) as missing:
            print(f"{peer.name}: left out, {missing}")
        else:
            yield peer


def rate(count, plies):
    """Returns the leaves a second, by processor time, also that of child processes."""
    begin = cpu_seconds()
    return count(plies) / (cpu_seconds() - begin)


def cpu_seconds():
    """Returns the processor time of this process and of its children that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def own_rates():
    """Returns our rates, by kind and start."""
    program = [sys.executable, "-m", "tests.benchmarks.rates"]
    done = subprocess.run(program, cwd=ROOT, check=True, capture_output=True)
    found = json.loads(done.stdout)
    return {(kind, words): rate for kind, rates in found.items() for words, rate in rates.items()}


def measure(rounds, others):
    """Returns the medians of others by name, and ours by kind and start."""
    told = defaultdict(list)
    for _ in range(rounds):
        for peer in others:
            told[peer.name].append(rate(peer.count, peer.plies))
        for key, found in own_rates().items():
            told[key].append(found)
    return {key: statistics.median(rates) for key, rates in told.items()}


def show(found, others):
    """Prints the table; a ratio is that of Knight's Duel here to another."""
    ours = found[OURS]
    print(HEAD)
    for peer in others:
        theirs = found[peer.name]
        print(f"{peer.name:48}{theirs / 1000:12,.1f} {ours / theirs:11.3g}")
    for key, each in found.items():
        if isinstance(key, tuple):
            kind, words = key
            print(f"{f'pbm, {kind} of {words}':48}{each / 1000:12,.1f}")


def main():
    """Measures and prints."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--rounds", type=int, default=5, help="how often each is measured")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory(prefix="pbm-rules-") as folder:
        others = list(peers(Path(folder)))
        show(measure(given.rounds, others), others)


if __name__ == "__main__":
    main()
