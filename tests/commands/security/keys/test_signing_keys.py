"""The keys that sign are in the database, encrypted with the master key."""

import sqlite3
from contextlib import closing
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from commands.security.keys.key_changes import encrypt_otherwise, prepare_keys, rotate
from commands.security.keys.key_ring import UnusableKeyError, fingerprint
from commands.security.keys.master_key import MasterKey, MasterKeyFile
from commands.server.app.opening import open_app
from commands.settings import read_settings
from pbm.clock import SystemClock
from storage import open_database
from storage.admin.nodes import Node
from storage.boards.boards import Conflict
from tests.support.keys import master_key, token_signer
from tests.support.site import NOON

SIGNUP = ("signup", "alice", "Xa!11ce-X", "alice@example.org")
WHY = ("--reason", "test")
DATA = Path("pbm-data")
MONTH = timedelta(days=30)


@pytest.fixture
def two(database_url, tmp_path):
    """Two nodes: their databases, which are one, and the data folder of both."""
    (tmp_path / "data").mkdir()
    with closing(open_database(database_url)) as first:
        prepare_keys(first, master_key(tmp_path / "data"), NOON)
        with closing(open_database(database_url)) as second:
            yield first, second, tmp_path / "data"


def stored(table="signing_key"):
    with closing(sqlite3.connect(DATA / "pbm.db")) as database:
        database.row_factory = sqlite3.Row
        return [dict(row) for row in database.execute(f"select * from {table}")]


def test_two_nodes_know_each_others_tokens(two):
    """With one master key; also when one of them has replaced the keys."""
    first, second, data = two
    signers = [token_signer(each, data) for each in (first, second)]
    assert signers[0].bounced(signers[1].bounce(1)) == 1
    old = signers[1].bounce(0)
    with first.work() as work:
        rotate(work, master_key(data), SystemClock().now(), MONTH)
    new = signers[0].bounce(0)
    assert new != old
    assert signers[0].bounced(old) == 0
    assert signers[1].bounced(new) is None
    with pytest.raises(Conflict), second.work() as work:
        work.server_settings.put({"address": "first try"})
    assert signers[1].bounced(new) == 0
    with second.work() as work:
        work.server_settings.put({"address": "second try"})


def test_what_only_reads_meets_no_conflict(two):
    """Replaced keys matter to those who act on tokens."""
    first, second, data = two
    with first.work() as work:
        rotate(work, master_key(data), NOON, MONTH)
    with second.work() as work:
        assert work.server_settings.all() == {}
    with second.snapshot() as work:
        assert work.server_settings.all() == {}


def test_a_node_of_another_site_is_refused(two, tmp_path):
    """Whichever is wrong with its master key; the error names both, and nothing is stored."""
    _, second, data = two
    (tmp_path / "other").mkdir()
    for make, told in (
        (lambda _: None, "is missing"),
        (lambda file: file.write_text("ab" * 32), "doesn't belong to this database"),
        (lambda file: file.write_text("ab" * 31), "must have 64 hexadecimal digits"),
    ):
        make(tmp_path / "other" / "master-key")
        with pytest.raises(UnusableKeyError, match=told):
            token_signer(second, tmp_path / "other")
    known = second.signing_keys
    own = MasterKey(bytes.fromhex((data / "master-key").read_text())).fingerprint
    assert known.master_key == own
    assert len(known.all) == 2


def test_first_nodes_agree_on_keys(database_url, tmp_path):
    """The second to open a new database finds the keys that the first has made meanwhile."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    with (
        closing(open_database(database_url)) as first,
        closing(open_database(database_url)) as second,
    ):
        token_signer(first, tmp_path / "one")
        with pytest.raises(UnusableKeyError, match="is missing"):
            token_signer(second, tmp_path / "two")
        assert not (tmp_path / "two" / "master-key").exists()
        assert second.signing_keys == first.signing_keys


def test_no_secret_is_readable_without_the_sites_key(shell):
    """Neither in the database nor in what is printed; with `none` they are stored as they are."""
    shell(*SIGNUP)
    master_key = MasterKey(bytes.fromhex((DATA / "master-key").read_text()))
    reply = next(each for each in stored() if each["purpose"] == "reply")
    secret = master_key.open(reply["secret"], f"reply {reply['fingerprint']}")
    assert fingerprint(secret) == reply["fingerprint"]
    content = b"".join(path.read_bytes() for path in DATA.glob("pbm.db*"))
    assert secret not in content
    assert secret.hex().encode() not in content
    with pytest.raises(ValueError, match="a different master key"):
        master_key.open(reply["secret"], f"record {reply['fingerprint']}")
    with open_app(read_settings()) as app:
        text = (
            f"{app.encrypted_keys.reply_keys()!r} {app.database.signing_keys!r} {app.master_key!r}"
        )
        assert secret.hex() not in text
        assert reply["secret"] not in text


def test_keys_may_be_stored_as_they_are(shell, monkeypatch):
    """A node that has a master key all the same is told."""
    monkeypatch.setenv("PBM_MASTER_KEY_FILE", "none")
    assert shell(*SIGNUP)[0] == 0
    assert [each["sealed"] for each in stored()] == [0, 0]
    assert not (DATA / "master-key").exists()
    (DATA / "master-key").write_text("ab" * 32)
    assert shell("list")[0] == 0
    monkeypatch.delenv("PBM_MASTER_KEY_FILE")
    status, _, err = shell("list")
    assert status == 2
    assert "but there is a master key pbm-data/master-key." in err


def test_a_master_key_elsewhere_is_made_once(shell, monkeypatch, tmp_path):
    """For a new database alone; `none` in its place is refused."""
    monkeypatch.setenv("PBM_MASTER_KEY_FILE", str(tmp_path / "secrets" / "key"))
    assert shell(*SIGNUP)[0] == 0
    assert (tmp_path / "secrets" / "key").stat().st_mode & 0o777 == 0o600
    assert not (DATA / "master-key").exists()
    (tmp_path / "secrets" / "key").unlink()
    assert "is missing" in shell("list")[2]
    monkeypatch.setenv("PBM_MASTER_KEY_FILE", "none")
    assert "PBM_MASTER_KEY_FILE is set to none" in shell("list")[2]


def test_keys_are_encrypted_otherwise(two, tmp_path):
    """With another key, with none, and with one again: tokens stay what they are."""
    first, second, data = two
    before = token_signer(first, data).bounce(1)
    places = [
        MasterKeyFile(data / "master-key"),
        MasterKeyFile(None),
        MasterKeyFile(tmp_path / "new"),
    ]
    for old, new in pairwise(places):
        with first.work() as work:
            encrypt_otherwise(work, old, new)
    with second.work() as work:
        work.signing_keys.lock()
    with pytest.raises(UnusableKeyError, match="doesn't belong to this database"):
        token_signer(second, data)
    (tmp_path / "new").rename(data / "master-key")
    assert token_signer(second, data).bounced(before) == 1


def test_a_key_that_a_running_node_may_have_is_not_replaced(shell):
    """A shell that isn't told where the master key is mustn't make all addresses invalid."""
    shell(*SIGNUP)
    (DATA / "master-key").rename("elsewhere")
    with open_app(read_settings(), check_key=False) as app, app.database.work() as work:
        now = app.clock.now()
        work.nodes.put(Node("web1", "", "host", "/data", "", "0.1", "0001", "smtp", now, now))
    status, _, err = shell("admin", "rotate-key", *WHY)
    assert (status, "web1 may have it. Set PBM_MASTER_KEY_FILE" in err) == (1, True)
    assert not (DATA / "master-key").exists()
