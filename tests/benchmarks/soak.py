"""What a server keeps under an hour of mixed traffic: nothing grows without bound.

python -m tests.benchmarks.soak [--minutes N] [--rate N] [--samples FILE] [--tree TREE]

Players reply to the mails that they get, and begin a game with each other or with a robot whenever
one has ended; strangers sign up, flood, and send costly lines; notices and automatic answers come
back; the pages of the site follow, and its metrics are read each second. The table has means of the
first tenth, of the middle, and of the last tenth, the most, and what the last half adds in an hour.

What grows with what is stored are the last lines alone: nothing of it is old enough to be deleted
within an hour. `own` is the memory that a process shares with no other: PSS also grows when another
process that shares memory ends, or any other program in Python on the machine. The rate must be one
at which the mails that wait don't pile up. --tree runs another source tree's server.
"""

import argparse
import json
import queue
import random
import secrets
import sqlite3
import threading
import time
import urllib.request
from collections import Counter, deque
from contextlib import closing, suppress
from functools import partial
from itertools import count
from pathlib import Path
from statistics import linear_regression, mean
from tempfile import TemporaryDirectory

import psutil

from tests.benchmarks.servers import ADDRESS, DATA, DATABASE, name_of, processes_of, serving
from tests.benchmarks.smtp_load import send
from tests.crash.received import Inbox
from tests.support.bounce_samples import dsn
from tests.support.postfix import free_port
from tests.support.site import simple_mail
from tests.support.smtp_sink import sink

PLAYERS, BOARDS, CONNECTIONS = 40, 60, 8
RECENT = 1000
"""The latest mails for which notices come back."""
SAMPLE_SECONDS = 5
MEGABYTE = 2**20
PASSWORD = "kH7-qw2z"
GAMES = ("knightpanic", "knightsdance", "knightsduel", "trailblazer", "madknights")
KINDS = {"move": 50, "begin": 5, "ask": 14, "sign up": 3, "flood": 12, "costly": 3, "return": 13}
"""The kinds of mails, of a hundred."""
LINES = ("help", "list", "{game} history", "{game} standings", "{game} games {player}", "who")
LATER, FAILED = "Action: delayed\nStatus: 4.4.1\n", "Action: failed\nStatus: 5.1.1\n"
PAGES = ("metrics", "livez", "readyz")
RUNNING = "SELECT count(*) FROM board WHERE places IS NULL"
COUNTS = {
    "boards that run": RUNNING,
    "mails that wait": "SELECT count(*) FROM outbox WHERE state = 'waiting'",
    "stored: boards that ended": "SELECT count(*) FROM board WHERE places IS NOT NULL",
    "stored: players": "SELECT count(*) FROM player",
    "stored: mails": "SELECT count(*) FROM outbox",
}
HEAD = f"{'':28}{'begin':>9}{'middle':>9}{'end':>9}{'most':>9}{'an hour':>10}"


class Traffic(Inbox):
    """All that writes to a server, which sends its mails here."""

    def __init__(self, seed):
        super().__init__(seed, self._read)
        self.database = Path(DATABASE)
        self.received = deque(maxlen=RECENT)
        self.hang_ups = 0
        self.sent, self.answers = Counter(), Counter()
        self._moves = queue.Queue()
        self._chance = random.Random(seed)
        self._numbers = count(1)
        self._players = [f"player{number}" for number in range(PLAYERS)]
        self._senders = deque(maxlen=RECENT)
        """Envelope senders and recipients of the latest mails."""

    async def accept(self, sender, recipient, content):
        if sender:
            self._senders.append((sender, recipient))
        await super().accept(sender, recipient, content)

    def _read(self, mail):
        if mail.legal and mail.recipient == f"{mail.to_move}@example.org" and mail.reply_to:
            self._moves.put((mail.recipient, mail.reply_to, self._chance.choice(mail.legal)))

    def begin(self, port):
        """Signs players up, and begins boards."""
        for name in self._players:
            self._send(port, "sign up", *self._line(name, f"signup {name} {PASSWORD}"))
        for _ in range(BOARDS):
            self._send(port, "begin", *self._begin())

    def go_on(self, port, rate, stopping):
        """Sends mails at this rate, as far as the server takes them."""
        due, made = time.monotonic(), (list(KINDS), list(KINDS.values()))
        while not stopping.is_set():
            (kind,) = self._chance.choices(*made)
            with suppress(LookupError, OSError, queue.Empty):
                self._send(port, kind, *getattr(self, f"_{kind.replace(' ', '_')}")())
            due = max(due + self._chance.expovariate(rate), time.monotonic() - 1)
            stopping.wait(max(due - time.monotonic(), 0))

    def _send(self, port, kind, sender, recipient, content):
        content = content.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
        self.sent[kind] += 1
        self.answers[send(port, sender, recipient, content)[:3].decode()] += 1

    def _line(self, name, subject, body="", **headers):
        address = f"{name}@example.org"
        headers["Message_ID"] = f"<{next(self._numbers)}.{secrets.token_hex(4)}@soak>"
        return address, ADDRESS, simple_mail(address, subject, body, **headers)

    def _move(self):
        player, reply_to, move = self._moves.get_nowait()
        _, _, content = self._line(player.partition("@")[0], "Re: a board", f"{move}\n\nGood luck!")
        return player, reply_to, content

    def _begin(self):
        if _count(self.database, RUNNING) >= BOARDS:
            raise LookupError
        game, players = self._chance.choice(GAMES), self._chance.sample(self._players, 3)
        others = players[1 : 3 if game == "madknights" else 2]
        if self._chance.random() < 0.3:
            others[0] = f"robot{self._chance.randint(1, 3)}"
        return self._line(players[0], f"{game} challenge {players[0]} {' '.join(others)}")

    def _ask(self):
        player, game = self._chance.choice(self._players), self._chance.choice(GAMES)
        return self._line(player, self._chance.choice(LINES).format(game=game, player=player))

    def _sign_up(self):
        name = f"guest{secrets.token_hex(4)}"
        return self._line(name, f"signup {name} {PASSWORD}")

    def _flood(self):
        words = " ".join(secrets.token_hex(4) for _ in range(self._chance.randint(1, 3000)))
        return self._line(secrets.token_hex(6), words[:60], words)

    def _costly(self):
        lines = [f"trailblazer explore -size={8 + number % 19}" for number in range(30)]
        lines += [f"knightpanic preview new {secrets.token_hex(2)}" for _ in range(20)]
        return self._line(secrets.token_hex(6), "multiple", "\n".join(lines))

    def _return(self):
        recipient, address = self._chance.choice(self._senders)
        if self._chance.random() < 0.3:
            name = address.partition("@")[0]
            _, _, content = self._line(
                name, "Out of office", "Later.", Auto_Submitted="auto-replied"
            )
            return "", recipient, content
        status = FAILED if address.startswith("guest") else LATER
        id = f"<{next(self._numbers)}.{secrets.token_hex(4)}@mx>"
        words = "MAILER-DAEMON@example.org", "Undelivered Mail", "It could not be delivered."
        return "", recipient, dsn(*words, status, Message_ID=id)


def main():
    """Prints the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--rate", type=float, default=8, help="mails a second")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--samples", type=Path, help="a file for all samples, as lines of JSON")
    parser.add_argument("--tree", type=Path, help="a source tree, whose server is run")
    options = parser.parse_args()
    traffic = Traffic(options.seed)
    with TemporaryDirectory(prefix="pbm-soak-", ignore_cleanup_errors=True) as name, sink(traffic):
        folder, metrics = Path(name), f"127.0.0.1:{free_port()}"
        traffic.database = folder / DATA / DATABASE
        given = {"confirm": "off", "metrics": metrics, "site": folder / "site"}
        with serving(folder, traffic.port, options.tree, **given) as (port, server):
            traffic.begin(port)
            stopping = threading.Event()
            works = [(traffic.go_on, port, options.rate / CONNECTIONS, stopping)] * CONNECTIONS
            threads = [_started(*work) for work in (*works, (_read_metrics, metrics, stopping))]
            samples = _samples(partial(_sample, server, folder), 60 * options.minutes)
            stopping.set()
            for thread in threads:
                thread.join()
    print(_table(samples))
    print(f"sent {dict(traffic.sent)}, answered {dict(traffic.answers)}")
    if options.samples:
        options.samples.write_text("".join(f"{json.dumps(sample)}\n" for sample in samples))


def _started(work, *words):
    thread = threading.Thread(target=work, args=words, daemon=True)
    thread.start()
    return thread


def _samples(sample, seconds):
    """Returns what was found each few seconds, for so long."""
    begun, samples = time.monotonic(), []
    while (passed := time.monotonic() - begun) < seconds:
        samples.append({"seconds": passed} | sample())
        time.sleep(SAMPLE_SECONDS)
    return samples


def _read_metrics(address, stopping):
    """Reads all pages of the metrics port each second, over a connection each."""
    while not stopping.wait(1):
        for page in PAGES:
            with suppress(OSError), urllib.request.urlopen(f"http://{address}/{page}") as answer:
                answer.read()


def _sample(server, folder):
    """Returns the figures of this moment."""
    found, data = Counter(), folder / DATA
    for process in processes_of(server):
        with suppress(psutil.NoSuchProcess, psutil.ZombieProcess):
            name, memory, files = name_of(process), process.memory_full_info(), process.num_fds()
            found[f"{name}, PSS MB"] += memory.pss / MEGABYTE
            found[f"{name}, own MB"] += memory.uss / MEGABYTE
            found[f"{name}, descriptors"] += files
    for kind in ("PSS MB", "own MB"):
        found[f"all, {kind}"] = sum(found[name] for name in found if name.endswith(kind))
    files = {"log (WAL), MB": f"{DATABASE}-wal", "stored: database, MB": DATABASE}
    sizes = {name: (data / file).stat().st_size / MEGABYTE for name, file in files.items()}
    counts = {name: _count(data / DATABASE, query) for name, query in COUNTS.items()}
    return found | sizes | counts


def _count(file, query):
    """Returns the number that a query of a database finds."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        return database.execute(query).fetchone()[0]


def _table(samples):
    """Returns a line for each figure."""
    tenth, half = max(len(samples) // 10, 1), len(samples) // 2
    names = sorted({name for sample in samples for name in sample} - {"seconds"})
    lines = [HEAD]
    for name in names:
        found = [sample.get(name, 0) for sample in samples]
        middle = found[half - tenth // 2 :][:tenth]
        hours = [sample["seconds"] / 3600 for sample in samples[half:]]
        slope = linear_regression(hours, found[half:]).slope
        figures = "".join(f"{mean(part):9.1f}" for part in (found[:tenth], middle, found[-tenth:]))
        lines.append(f"{name:28}{figures}{max(found):9.1f}{slope:+10.1f}")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
