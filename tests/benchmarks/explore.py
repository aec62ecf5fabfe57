"""The speed of what is made from all finished games: their positions, and their records in bulk.

python -m tests.benchmarks.explore FOLDER [BOARDS]

A database in FOLDER/data is used as it is: also that of tests.benchmarks.site.
"""

import os
import resource
import subprocess
import sys
import time
from pathlib import Path

from commands.play.explored_position import explore
from commands.play.exploring import explore_finished
from commands.security.record_signing import random_signer
from commands.site.page import Site
from commands.site.source import Source
from commands.site.subject import Kind, Subject
from commands.site.updating.registry import pages_of
from commands.solver.prover import Prover
from pbm.games import games
from pbm.match import Match
from pbm.search_budget import SearchBudget
from storage import open_database
from tests.benchmarks.site import BOARDS, prepare
from tests.support.paths import ROOT
from tests.support.site import ADDRESS

PROOF_SECONDS = 0.1


def measure(folder, boards):
    """Prints the times of all steps, the first one with an empty index."""
    prepare(folder, boards)
    database = open_database(f"sqlite:///{folder / 'data' / 'pbm.db'}")
    explored = timed("all finished games explored", lambda: explore_finished(database, 1e9))
    print(f"  {explored.total()} boards")
    timed("nothing left to explore", lambda: explore_finished(database, 1e9))
    for game in games().values():
        start = Match.begin(game, game.resolve(game.options(), 1))
        found = timed(f"{game.name} explore", lambda start=start: explored_start(database, start))
        print(f"  {found.results.games} games")
        for word in ("its pages", "its pages again"):
            pages = timed(word, lambda game=game: pages_about(database, Kind.EXPLORE, game))
        print(f"  {len(pages)} files, {sum(len(page.content) for page in pages)} bytes")
        timed("records of 1000", lambda game=game: pages_about(database, Kind.EXPORT, game))
    database.close()
    for words in (("export", "games.jsonl"), ("import", "--verify", "games.jsonl")):
        timed(f"pbm {' '.join(words)}", lambda words=words: run(folder, words))
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    print(f"the most memory of these: {peak} MB")


def timed(words, step):
    """Runs a step; prints the seconds it took, and returns its result."""
    begin = time.perf_counter()
    result = step()
    print(f"{words}: {time.perf_counter() - begin:.2f} s", flush=True)
    return result


def explored_start(database, start):
    """Returns what the command tells of a start."""

    def values(match, moves):
        return Prover().values(match, moves, SearchBudget(PROOF_SECONDS))

    with database.snapshot() as work:
        return explore(work.explored, start, values)


def pages_about(database, kind, game):
    """Returns the files about a game, or about its boards from 1000 on."""
    with database.snapshot() as work:
        source = Source(Site(ADDRESS), work, random_signer())
        return list(pages_of(source, Subject(kind, game.name, 1000)))


def run(folder, words):
    """Runs the program in the folder."""
    subprocess.run(
        [sys.executable, "-m", "commands", *words],
        cwd=folder,
        env=os.environ | {"PBM_DATA": "data", "PYTHONPATH": str(ROOT)},
        check=True,
        capture_output=True,
    )


if __name__ == "__main__":
    measure(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else BOARDS)
