"""Boards read by processes of their own while moves on them are committed."""

import random
import threading
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from multiprocessing import get_context

from pbm import games
from pbm.board.board import FIRST_BOARD
from pbm.board.terms import Terms
from pbm.errors import BoardFrozenError
from pbm.match.match import Match
from storage import open_database
from storage.boards.state import match_cache

GAME = games.find("knightpanic")
NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
READERS = WRITERS = 2
VERIFY_SHARE = 0.2
"""The share of reads that are those of `admin verify`."""


def read_while_moving(url, reads):
    """Returns counts of the outcomes of so many reads, and of the moves committed meanwhile."""
    with closing(open_database(url)) as database:
        with database.work() as work:
            for name in ("alice", "bob"):
                work.players.add(name, "hash", [f"{name}@example.org"], NOON)
        done, moves = threading.Event(), Counter()
        writers = [
            threading.Thread(target=_play, args=(database, seed, done, moves))
            for seed in range(WRITERS)
        ]
        for writer in writers:
            writer.start()
        try:
            return _read_all(url, reads) + moves
        finally:
            done.set()
            for writer in writers:
                writer.join()


def _play(database, seed, done, moves):
    """Plays games at random, one after the other, until the end."""
    chance = random.Random(seed)
    number = _open(database)
    while not done.is_set():
        with database.work() as work:
            board = work.boards.lock(GAME.name, number)
            legal = board.match.legal
            if legal:
                match = board.match.play(chance.choice(legal), NOON, "alice")
                work.boards.save(board, board.with_match(match), NOON)
                moves["moves"] += 1
        if not legal:
            number = _open(database)


def _open(database):
    with database.work() as work:
        sitting = [work.players.find(name) for name in ("alice", "bob")]
        match = Match.begin(GAME, GAME.resolve(GAME.options(size=8), 7))
        return work.boards.open(sitting, match, Terms(), NOON).number


def _read_all(url, reads):
    with ProcessPoolExecutor(READERS, mp_context=get_context("forkserver")) as pool:
        running = [pool.submit(_read, url, reads // READERS, seed) for seed in range(READERS)]
        return sum((each.result() for each in running), Counter())


def _read(url, reads, seed):
    """Reads the latest boards; each is replayed, as nothing is cached."""
    match_cache.CACHED_MATCHES = 0
    chance, latest, found = random.Random(seed), FIRST_BOARD, Counter()
    with closing(open_database(url)) as database:
        while found.total() < reads:
            number = max(latest + 1 - chance.randrange(4), FIRST_BOARD)
            read = _verify if chance.random() < VERIFY_SHARE else _find
            outcome = read(database, number)
            latest = max(latest, number) if outcome else latest
            found[outcome] += bool(outcome)
    return found


def _find(database, number):
    try:
        with database.work() as work:
            return "read" if work.boards.find(GAME.name, number) else ""
    except BoardFrozenError:
        return "frozen"


def _verify(database, number):
    with database.work() as work:
        if not work.overview.board(GAME.name, number):
            return ""
        return "damaged" if work.board_logs.damage(GAME.name, number) else "verified"
