"""Databases that older versions of the program have filled: see tests/schema/remake.py."""

import gzip
import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from storage.schema_upgrade import MIGRATIONS
from tests.support.paths import TESTS

FILLED = TESTS / "schema" / "filled"
VERSIONS = sorted(path.name[1:5] for path in (MIGRATIONS / "versions").glob("v*.py"))
KINDS = ("sqlite", "postgresql")


@dataclass(frozen=True)
class Reply:
    """A move by reply to a mail of the older version."""

    game: str
    author: str
    to: str
    move: str

    @property
    def content(self) -> bytes:
        """The mail."""
        return f"From: {self.author}\nTo: {self.to}\nSubject: Re:\n\n{self.move}\n".encode()


def filled_versions() -> list[str]:
    """Returns the versions of which there are filled databases of all kinds."""
    names = [{path.name.partition(".")[0] for path in FILLED.glob(f"*.{kind}.*")} for kind in KINDS]
    return sorted(set.intersection(*names))


def load(version: str, url: str, data: Path) -> list[Reply]:
    """Puts a database into an empty place, and its key file into the data folder.

    Returns replies to its mails.
    """
    kind = url.partition(":")[0].partition("+")[0]
    dump = gzip.decompress((FILLED / f"{version}.{kind}.sql.gz").read_bytes()).decode()
    if kind == "sqlite":
        with closing(sqlite3.connect(url.partition(":///")[2])) as database:
            database.executescript(dump)
    else:
        _load_postgresql(url, dump)
    stored = json.loads((FILLED / f"{version}.{kind}.json").read_text())
    data.mkdir(mode=0o700, exist_ok=True)
    if stored["key"]:
        (data / "key").touch(0o600)
        (data / "key").write_text(stored["key"])
    return [
        Reply(each["game"], each["from"], each["to"], each["move"]) for each in stored["replies"]
    ]


def _load_postgresql(url: str, dump: str) -> None:
    import psycopg  # noqa: PLC0415 - for PostgreSQL alone

    with psycopg.connect(url.replace("+psycopg", "")) as connection:
        connection.execute(dump)
