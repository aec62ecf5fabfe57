"""Servers of two versions that follow one another work on the same tables at once."""

import shutil
import subprocess
import tarfile
from io import BytesIO

import pytest
from sqlalchemy import create_engine, text

from storage.schema_upgrade import newest
from tests.support.paths import ROOT
from tests.support.server_process import Server

pytestmark = pytest.mark.slow

OLDER = "2bac6e98ea934f74b36b140c49c6bf7acc8ac575"
"""The last commit whose tables are of version 0004."""


class OlderServer(Server):
    """A server of an older version, whose program is in a folder of its own."""

    code = None

    @property
    def environment(self):
        return super().environment | {"PYTHONPATH": str(self.code)}


@pytest.fixture
def older_program(tmp_path):
    """The program as it was before nodes."""
    words = ["git", "-C", str(ROOT), "archive", OLDER, "commands", "mail", "pbm", "storage"]
    made = subprocess.run(words, capture_output=True, check=False)
    if made.returncode:
        pytest.skip("this copy of the repository has no history")
    with tarfile.open(fileobj=BytesIO(made.stdout)) as archive:
        archive.extractall(tmp_path / "older", filter="data")
    return tmp_path / "older"


def schema(url):
    engine = create_engine(url)
    with engine.connect() as connection:
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    engine.dispose()
    return found


def test_the_version_before_works_on(older_program, new_databases, tmp_path):
    """A newer server upgrades the tables under an older one; a game is played by mails to both."""
    (url,) = new_databases(1)
    settings = {"database": url, "relay": f"maildir:{tmp_path / 'mails'}"}
    older = OlderServer(tmp_path / "web1", **settings)
    newer = Server(tmp_path / "web2", **settings)
    older.code = older_program
    for server in (older, newer):
        server.data.mkdir(parents=True)
        server.mails_in = tmp_path / "mails"
    try:
        older.start()
        assert schema(url) == "0004"
        older.sign_up_and_challenge()
        shutil.copy(older.data / "key", newer.data)
        newer.start()
        assert schema(url) == newest()
        newer.move("alice", "a1-c5#1")
        older.expect(6)
        older.move("bob", "e7-c3#2")
        older.expect(8)
        newer.move("alice", "c1-g3#3")
        older.expect(10)
        assert older.stop() == 0
        assert newer.stop() == 0
        assert "Traceback" not in older.log() + newer.log()
    finally:
        older.close()
        newer.close()
