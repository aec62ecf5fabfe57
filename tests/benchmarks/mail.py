"""Mails a second through a running server, compared with the disk and with the SMTP library.

python -m tests.benchmarks.mail [--mails N] [--boards N] [--finished N] [--scrape ROUNDS]

With --scrape it compares servers in turn: without metrics, and with metrics that are scraped each
second. On a busy machine the processor time a mail tells more than the rate.
"""

import argparse
import os
import re
import secrets
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import psutil

from commands.messages.reply_claims import claims_of
from pbm import games
from pbm.board import Terms
from pbm.match import Match
from storage import open_database
from tests.benchmarks.smtp_load import Load, send_all
from tests.support.keys import token_signer

ROOT = Path(__file__).parents[2]
LISTENING = re.compile(r"event='listening' .*port=(\d+)")
ADDRESS = "pbm@example.net"
WARMING = 50
"""The mails that each server takes before it is measured."""
MOVES = 6
"""The number of moves prepared for each board, so that a run needs no answers."""
NUMBERS = """
    with recursive n(n) as (select 1 where ?1 > 0 union all select n + 1 from n where n < ?1)
    select n from n
"""
COPIED = {
    "id": "n + 1000000",
    "board_id": "n + 1000000",
    "number": "iif(typeof(number) = 'integer' and number > 100, number + n + 1000000, number)",
    "places": "'[1, 2]'",
    "to_move": "null",
    "due": "null",
}
TEXT = "Good luck!\r\n\r\nOn Sun, Mar 1, 2026 at 1:00 PM pbm <pbm@example.net> wrote:\r\n"
QUOTED = "".join(
    f"> line {number} of what the server had written before\r\n" for number in range(30)
)


SCRAPER = """
import sys, time, urllib.request
while True:
    assert b"pbm_mails_in_total" in urllib.request.urlopen(sys.argv[1], timeout=10).read()
    time.sleep(1)
"""


def main():
    """Prints the table."""
    options = _options()
    with TemporaryDirectory(prefix="pbm-bench-") as folder:
        if options.scrape:
            compare_scraped(Path(folder), options)
            return
        rows = [("fsync", _fsyncs(Path(folder)), None, "")]
        for kind, name in (
            ("bare", "aiosmtpd, answering 250"),
            ("row", "aiosmtpd, one SQLite row a mail"),
        ):
            rows.append((name, *_reference(kind, Path(folder), options.mails)))
        rows += _ours(Path(folder), options)
    for row in rows:
        print(_line(*row))


def _options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mails", type=int, default=4000)
    parser.add_argument("--boards", type=int, default=1000)
    parser.add_argument("--finished", type=int, default=0, help="finished boards besides")
    parser.add_argument("--scrape", type=int, metavar="ROUNDS", help="with and without metrics")
    return parser.parse_args()


def _line(name, rate, load, more):
    if not load:
        return f"{name:40} {rate:7.0f}/s{'':27}{more}"
    marks = "  ".join(f"{load.percentile(share):6.1f}" for share in (0.5, 0.95, 0.99))
    return f"{name:40} {rate:7.0f}/s  {marks} ms  {more}"


def _fsyncs(folder: Path) -> float:
    """Returns how many pages a second the disk writes and syncs."""
    with (folder / "fsync").open("wb", buffering=0) as file:
        started_game, count = time.perf_counter(), 0
        while time.perf_counter() < started_game + 1:
            file.write(b"x" * 4096)
            os.fsync(file.fileno())
            count += 1
        return count / (time.perf_counter() - started_game)


@contextmanager
def program(kind: str, folder: Path) -> Iterator[int]:
    words = [sys.executable, str(ROOT / "tests/benchmarks/references.py"), kind, str(folder)]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    try:
        yield int(process.stdout.readline())
    finally:
        process.terminate()
        process.wait()


def _reference(kind, folder, mails):
    content = _content("a1-c5", 1)
    with program(kind, folder) as port:
        send_all(port, [("warm@example.org", ADDRESS, content)] * WARMING)
        load = send_all(
            port, [("a@example.org", ADDRESS, _content("a1-c5", n)) for n in range(mails)]
        )
    return load.rate, load, _problem(load)


def _problem(load: Load) -> str:
    return f"{len(load.refused)} refused: {load.refused[0]}" if load.refused else ""


def _content(move: str, number: int) -> bytes:
    """Returns a reply of about 2 KB, as a mail program writes it."""
    head = (
        f"From: Alice <alice@example.org>\r\nTo: {ADDRESS}\r\nSubject: Re: a board\r\n"
        f"Message-ID: <{number}.{secrets.token_hex(8)}@example.org>\r\n"
        "Date: Sun, 1 Mar 2026 12:00:00 +0000\r\n"
        'MIME-Version: 1.0\r\nContent-Type: text/plain; charset="utf-8"\r\n\r\n'
    )
    return f"{head}{move}\r\n\r\n{TEXT}{QUOTED}".encode()


def _ours(folder, options):
    data = folder / "pbm-data"
    data.mkdir()
    mails = _prepare(data, options)
    with program("sink", folder) as sink, _serving(folder, sink) as (port, server):
        process = _delivery_process(server)
        process.send_signal(signal.SIGSTOP)
        send_all(port, mails[:WARMING])
        load = send_all(port, mails[WARMING:])
        memory = _memory(server)
        yield (
            "pbm, moves by reply, answers queued",
            load.rate,
            load,
            _problem(load) or f"{memory:.0f} MiB",
        )
        process.send_signal(signal.SIGCONT)
        yield (
            "pbm, answers delivered",
            *_delivered(folder, 2 * (WARMING + len(load.latencies)), process),
        )


def compare_scraped(folder, options):
    """Prints the rates without and with a scrape each second, and their medians."""
    rates, times = {False: [], True: []}, {False: [], True: []}
    for number in range(options.scrape):
        for scraped in (False, True) if number % 2 else (True, False):
            with TemporaryDirectory(dir=folder) as own:
                load, seconds = _move(Path(own), options, scraped=scraped)
            rates[scraped].append(load.rate)
            times[scraped].append(1000 * seconds / len(load.latencies))
            more = f"{times[scraped][-1]:.3f} ms of processor time a mail  {_problem(load)}"
            print(_line("scraped" if scraped else "without metrics", load.rate, load, more))
    for name, found in (("rate", rates), ("processor time", times)):
        without, with_scrapes = median(found[False]), median(found[True])
        print(f"median {name}: {without:.3f} without, {with_scrapes:.3f} scraped,", end=" ")
        print(f"{with_scrapes / without:.3f} of it")


def _move(folder, options, *, scraped):
    """Returns the load of moves by reply, and the processor time that all processes took."""
    data = folder / "pbm-data"
    data.mkdir()
    mails = _prepare(data, options)
    port = _free_port() if scraped else None
    with program("sink", folder) as sink, _serving(folder, sink, port) as (smtp, server):
        _delivery_process(server).send_signal(signal.SIGSTOP)
        send_all(smtp, mails[:WARMING])
        with _scraping(port):
            before = _processor_time(server)
            load = send_all(smtp, mails[WARMING:])
            return load, _processor_time(server) - before


def _processor_time(server):
    found = [each.cpu_times() for each in (server, *server.children(recursive=True))]
    return sum(each.user + each.system for each in found)


def _free_port():
    with closing(socket.create_server(("127.0.0.1", 0))) as found:
        return found.getsockname()[1]


@contextmanager
def _scraping(port):
    """Scrapes the metrics each second, in a process of its own."""
    if port is None:
        yield
        return
    scraper = subprocess.Popen([sys.executable, "-c", SCRAPER, f"http://127.0.0.1:{port}/metrics"])
    try:
        yield
        assert scraper.poll() is None
    finally:
        scraper.terminate()
        scraper.wait()


def _delivery_process(server):
    """Returns the delivery process, which is stopped while moves are counted."""
    while True:  # it may not have started yet
        for each in server.children(recursive=True):
            if any(file.path.endswith("/delivery") for file in each.open_files()):
                return each
        time.sleep(0.05)


def _memory(process):
    return process.memory_info().rss / 2**20


def _prepare(data, options):
    file = data / "pbm.db"
    mails, first = prepare(f"sqlite:///{file}", data, options.boards, options.mails + WARMING)
    _finish(file, first, options.finished)
    return mails


def prepare(url, data, boards, mails):
    """Creates boards between two players each; returns mails that play on them, in turns.

    The keys are made in the data folder. Also returns the id of the first board.
    """
    database = open_database(url)
    tokens = token_signer(database, data)
    game, at = games.find("knightpanic"), datetime.now(UTC)
    with database.work() as work:
        players = [_sign_up(work, name, at) for name in ("alice", "bob")]
        match = Match.begin(game, game.resolve(game.options(), 1))
        made = [work.boards.open(players, match, Terms(), at) for _ in range(boards)]
    database.close()
    line = _a_game(match)
    turns = [
        (
            f"{players[ply % 2].userid}@example.org",
            _reply_to(tokens, board, ply),
            _content(move, ply),
        )
        for ply, move in enumerate(line)
        for board in made
    ]
    return turns[:mails], made[0].id


def _finish(path, like, count):
    """Adds finished boards, each a copy of the given one with as many events."""
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("create temp table n as " + NUMBERS, (count,))
        for table, own in (("board", "id"), ("seat", "board_id"), ("event", "board_id")):
            names = [row[1] for row in database.execute(f"pragma table_info({table})")]
            values = ", ".join(COPIED.get(name, name) for name in names)
            copied = f"insert into {table} select {values} from {table}, n where {own} = ?"
            database.execute(copied, (like,))


def _sign_up(work, name, at):
    return work.players.add(name, "no password", [f"{name}@example.org"], at)


def _a_game(match):
    """Returns a few moves after which the game still goes on."""
    line = []
    for _ in range(MOVES):
        line.append(match.legal[0])
        match = match.play(match.legal[0], datetime.now(UTC), "-")
    assert not match.outcome
    return line


def _reply_to(tokens, board, ply):
    claims = claims_of(board).for_seat(ply % 2).model_copy(update={"ply": ply})
    name, _, host = ADDRESS.partition("@")
    return f"{name}+{tokens.reply(claims)}@{host}"


@contextmanager
def _serving(folder, sink, metrics=None):
    kept = {name: value for name, value in os.environ.items() if name[:4] != "PBM_"}
    settings = {
        "PBM_SMTP_PORT": "0",
        "PBM_ADDRESS": ADDRESS,
        "PBM_RELAY": f"smtp://127.0.0.1:{sink}",
    }
    counted = (f"{what}_PER_{time}" for what in ("ANSWERS", "NOTICES") for time in ("HOUR", "DAY"))
    limits = {f"PBM_{name}": "1000000" for name in (*counted, "STRANGER_MAILS_PER_DAY")}
    if metrics:
        settings["PBM_METRICS"] = f"127.0.0.1:{metrics}"
    log = folder / "log"
    with log.open("wb") as stream:
        process = subprocess.Popen(
            [sys.executable, "-m", "commands", "serve"],
            cwd=folder,
            env=kept | {"PYTHONPATH": str(ROOT)} | settings | limits,
            stderr=stream,
        )
    try:
        while not (found := LISTENING.search(log.read_text())):
            assert process.poll() is None, log.read_text()
            time.sleep(0.05)
        yield int(found[1]), psutil.Process(process.pid)
    finally:
        process.terminate()
        process.wait()


def _delivered(folder, expected, process):
    """Returns how fast the queue empties."""
    started_game, taken = time.perf_counter(), 0
    while taken < expected and time.perf_counter() < started_game + 120:
        time.sleep(0.25)
        taken = int((folder / "taken").read_text() or 0)
    seconds = time.perf_counter() - started_game
    return taken / seconds, None, f"{taken} of {expected}, {_memory(process):.0f} MiB"


if __name__ == "__main__":
    main()
