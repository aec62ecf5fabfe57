"""`pbm backup`, `backup --verify` and `restore`, as an admin types them."""

import gzip
import hashlib
import io
import json
import os
import re
import shutil
import sqlite3
import stat
import tarfile
import tomllib
import tracemalloc
from contextlib import closing, nullcontext
from pathlib import Path

import pytest

from commands.cli.database import database_checks
from commands.cli.database.backups import restoring
from commands.server.app import backup_writing as writing
from storage.backup import postgresql_dumps
from storage.backup.archive import DamagedBackupError, unpack
from storage.backup.copying import CopyError, database_kind, masked_url, run_postgresql
from tests.support.cases import cases

LINES = (
    "signup alice Xa1ice-X alice@example.org",
    "signup bob Yb0b-Yes bob@example.org",
    "knightpanic challenge alice bob",
    "knightpanic challenge alice bob",
    "knightpanic move 101 alice Xa1ice-X a1-c5",
    "knightpanic move 101 bob Yb0b-Yes e7-c3",
    "knightpanic resign 101 alice Xa1ice-X",
    "knightpanic record 101",
    "knightpanic move 102 alice Xa1ice-X a1-c5",
    "backup copy.tar.gz",
)


@pytest.fixture
def backed_up(shell_after, tmp_path):
    """The backup of a server with a finished, signed game and a running one, beside its data."""
    shell_after(*LINES)
    return tmp_path / "copy.tar.gz"


def members(file):
    """Returns the contents of a backup by their names."""
    with tarfile.open(file) as archive:
        return {entry.name: archive.extractfile(entry).read() for entry in archive}


def rewrite(file, *, names=None, **changed):
    """Writes a backup with other contents, whose manifest is that of before unless it is given."""
    found = members(file)
    found |= {name.replace("__", ".").replace("_", "-"): each for name, each in changed.items()}
    with tarfile.open(file, "w:gz") as archive:
        for name in names or found:
            entry = tarfile.TarInfo(name)
            entry.size = len(found.get(name, b""))
            archive.addfile(entry, io.BytesIO(found.get(name, b"")))


def without_zone(file):
    """Returns the manifest with a time that may be of any zone."""
    found = json.loads(members(file)["manifest.json"])
    return json.dumps(found | {"moment": "2026-05-02T03:00:00"}).encode()


def forge(file, **changed):
    """Writes a backup with other contents, and a manifest that has their checksums."""
    found = json.loads(members(file)["manifest.json"])
    for name, content in changed.items():
        sums = {"size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        found["members"][name.replace("__", ".").replace("_", "-")] = sums
    rewrite(file, manifest__json=json.dumps(found).encode(), **changed)


def header(kind, size=0, number=b""):
    """Returns a tar header of another kind, or with a number for its size that lies."""
    entry = tarfile.TarInfo("manifest.json")
    entry.type, entry.size = kind, size
    block = bytearray(entry.tobuf(tarfile.GNU_FORMAT))
    block[124 : 124 + len(number)] = number
    block[148:156] = b" " * 8
    block[148:156] = b"%06o\0 " % sum(block)
    return bytes(block)


HEADERS = {
    "pax": header(tarfile.XHDTYPE, 2**30),
    "pax for all": header(tarfile.XGLTYPE, 2**30),
    "long name": header(tarfile.GNUTYPE_LONGNAME, 2**30),
    "sparse": header(tarfile.GNUTYPE_SPARSE),
    "link": header(tarfile.SYMTYPE),
    "negative size": header(tarfile.REGTYPE, 0, b"\xff" * 12),
    "size": header(tarfile.REGTYPE, 0, b"\x80" + b"\x7f" * 11),
}


@cases("name", HEADERS)
def test_headers_that_no_backup_has_are_refused(name, tmp_path):
    """Before what follows them is read, which may be a gigabyte in a file of a few kilobytes."""
    file = tmp_path / "hostile.tar.gz"
    file.write_bytes(gzip.compress(HEADERS[name] + bytes(2**22), 1))
    tracemalloc.start()
    try:
        with pytest.raises(DamagedBackupError):
            unpack(file, tmp_path, writing.OTHERS)
        assert tracemalloc.get_traced_memory()[1] < 2**21
    finally:
        tracemalloc.stop()


def test_a_backup_is_whole_and_its_owners_alone(backed_up, shell):
    """The master key, the settings without the password, and a manifest that fits."""
    found = members(backed_up)
    assert [*found] == ["manifest.json", "master-key", "pbm.db", "settings.json"]
    assert stat.S_IMODE(backed_up.stat().st_mode) == 0o600
    manifest = json.loads(found["manifest.json"])
    assert (manifest["database"], manifest["generation"]) == ("sqlite", 0)
    assert manifest["commit"] > 0
    status, out, _ = shell("backup", "--verify", str(backed_up))
    assert status == 0
    assert out.splitlines()[1] == (
        "2 boards replayed, 1 record signed and checked, no damage found."
    )


def test_nothing_is_overwritten_and_nothing_left_behind(backed_up, shell, tmp_path):
    """A second backup to the same file is refused; no temporary file stays."""
    before = backed_up.read_bytes()
    status, _, err = shell("backup", "copy.tar.gz")
    assert (status, err) == (
        1,
        "copy.tar.gz already exists. Choose another name for the backup.\n",
    )
    assert backed_up.read_bytes() == before
    assert shell("backup", "missing/copy.tar.gz")[0] == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.tar.gz", "pbm-data"]


@pytest.mark.usefixtures("backed_up")
def test_a_folder_gets_files_named_by_time_of_which_some_are_kept(shell, tmp_path):
    """Only files that pbm backup has named are deleted, the oldest first."""
    folder = tmp_path / "copies"
    folder.mkdir()
    for name in ("pbm-20200101-000000.tar.gz", "pbm-20210101-000000.tar.gz", "mine.tar.gz"):
        (folder / name).touch()
    status, out, _ = shell("backup", "copies", "--keep", "2")
    assert (status, out.splitlines()[1]) == (0, "Deleted 1 older backup.")
    names = sorted(path.name for path in folder.iterdir())
    assert names[:2] == ["mine.tar.gz", "pbm-20210101-000000.tar.gz"]
    assert len(names) == 3
    assert shell("backup", "new/")[0] == 0
    assert shell("backup", "file", "--keep", "2")[0] == 2


@pytest.mark.usefixtures("backed_up")
@pytest.mark.skipif(os.geteuid() != 0, reason="only root works for others")
def test_root_makes_no_folder_that_the_server_could_not_use(shell, tmp_path, monkeypatch):
    """One in the data folder belongs to its owner, who backs up there before an upgrade."""
    monkeypatch.setenv("PBM_DATA", str(tmp_path / "pbm-data"))
    os.chown(tmp_path / "pbm-data", 65534, 65534)
    assert shell("backup", "pbm-data/backups/")[0] == 0
    assert (tmp_path / "pbm-data" / "backups").stat().st_uid == 65534


def test_there_is_nothing_to_back_up(shell, tmp_path):
    """No database is made by it, and no file."""
    assert shell("backup", "copy")[0] == 1
    assert [*tmp_path.iterdir()] == []


@cases(
    ("damage", "told"),
    [
        (lambda file: file.write_bytes(file.read_bytes()[:-2000]), "can't be unpacked"),
        (lambda file: file.write_bytes(b"something else"), "can't be unpacked"),
        (lambda file: rewrite(file, master_key=b"0" * 65), "SHA-256"),
        (lambda file: rewrite(file, master_key=b"0"), "the size of"),
        (lambda file: rewrite(file, extra=b"0"), "manifest"),
        (lambda file: rewrite(file, names=["manifest.json", "../key", "pbm.db"]), "manifest"),
        (
            lambda file: rewrite(file, names=["manifest.json", "pbm.db"]),
            "the archive doesn't contain",
        ),
        (lambda file: rewrite(file, names=["pbm.db"]), "manifest"),
        (lambda file: rewrite(file, manifest__json=b"{}"), "manifest"),
        (lambda file: rewrite(file, manifest__json=without_zone(file)), "manifest"),
        (
            lambda file: forge(file, pbm__db=b""),
            "differs from the database that the manifest names",
        ),
        (lambda file: forge(file, master_key=b"00" * 32), "the master key doesn't belong to"),
        (lambda file: forge(file, master_key=b""), "is damaged"),
    ],
)
def test_damaged_files_are_told_and_never_restored(backed_up, shell, tmp_path, damage, told):
    """Whatever is wrong with the file; nothing is written outside a private folder."""
    shutil.rmtree(tmp_path / "pbm-data", ignore_errors=True)
    file = Path(shutil.copy(backed_up, tmp_path / "damaged.tar.gz"))
    damage(file)
    status, out, _ = shell("backup", "--verify", str(file))
    assert status == 1
    assert told in " ".join(out.split())
    assert shell("restore", str(file))[0] == 1
    assert {path.name for path in tmp_path.iterdir()} == {"copy.tar.gz", "damaged.tar.gz"}


@pytest.mark.usefixtures("backed_up")
def test_damage_in_the_database_is_named(shell, tmp_path):
    """A board whose log was changed before the backup, a row, and a foreign key."""
    with closing(sqlite3.connect(tmp_path / "pbm-data" / "pbm.db")) as database, database:
        database.execute("UPDATE board SET ply = 7 WHERE number = 102")
        database.execute("UPDATE player SET joined = 'never' WHERE key = 'bob'")
    (tmp_path / "pbm-data" / "master-key").write_text("00" * 32)
    assert shell("backup", "second")[0] == 0
    status, out, _ = shell("backup", "--verify", "second")
    text = " ".join(out.split())
    assert status == 1
    assert "knightpanic 102 the log leads to a different ply" in text
    assert "player 2 joined can't be read" in text
    assert "key the master key doesn't belong to this database" in text


@pytest.mark.slow
@pytest.mark.usefixtures("backed_up")
@cases(
    ("hostile", "told"),
    [
        (f"UPDATE player SET joined = '{'x' * (2**24 + 1)}'", "string or blob too big"),
        ("UPDATE player SET joined = 'never'", "player 1 joined can't be read"),
    ],
)
def test_no_backup_takes_any_memory(shell, tmp_path, monkeypatch, hostile, told):
    """Neither a row as long as the file nor rows that are all damaged: some of them are told."""
    monkeypatch.setattr(database_checks, "MAX_DAMAGES", 1)
    with closing(sqlite3.connect(tmp_path / "pbm-data" / "pbm.db")) as database, database:
        database.execute(hostile)
    file = str(tmp_path / f"hostile{len(hostile)}")
    assert shell("backup", file)[0] == 0
    status, out, _ = shell("backup", "--verify", file)
    assert status == 1
    assert told in " ".join(out.split())
    assert "player 2" not in out


def test_a_backup_goes_on_in_an_empty_place(backed_up, shell, tmp_path, monkeypatch):
    """Only there; the state is that of the backup, and each act is in the audit log."""
    assert shell("knightpanic", "move", "102", "bob", "Yb0b-Yes", "e7-c3")[0] == 0
    status, _, err = shell("restore", str(backed_up))
    assert status == 1
    assert "and pbm-data/last-commit already exists" in err
    monkeypatch.setenv("PBM_DATA", "elsewhere")
    status, out, _ = shell("restore", str(backed_up))
    assert status == 0
    assert "The server will then email 2 players about the state of their games." in out
    assert "server   stopped\n" in shell("status")[1]
    assert sorted(path.name for path in (tmp_path / "elsewhere").iterdir()) == [
        "last-commit",
        "master-key",
        "pbm.db",
    ]
    assert "bob to play move 2" in shell("knightpanic", "games", "bob")[1]
    assert shell("admin", "verify")[0] == 0
    assert "restore database" in " ".join(shell("admin", "audit")[1].split())
    begun = shell("knightpanic", "challenge", "alice", "bob")[1]
    (number,) = {*map(int, re.findall(r"Board (\d+)", begun))}
    assert number >= 1103  # one more for each 10 seconds since the backup


SETTINGS = """\
admin = "me@example.org"
mailbox = "imaps://games@imap.example.net"
mailbox_token_command = "get-token --secret abc"
relay = "submissions://games@smtp.example.net"
relay_password_file = "relay-password"
smtp_port = "off"
"""


@pytest.fixture
def elsewhere(shell_after, shell, tmp_path, monkeypatch):
    """Another folder, and the backup of a server with a mailbox, a relay and an admin."""
    shell_after(*LINES[:3])
    (tmp_path / "pbm.toml").write_text(SETTINGS)
    (tmp_path / "relay-password").write_text("s3cret")
    assert shell("backup", "with-settings.tar.gz")[0] == 0
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    return str(tmp_path / "with-settings.tar.gz")


def test_settings_that_are_not_back_are_told(elsewhere, shell):
    """As lines of `pbm.toml`, without secrets; what is back isn't told."""
    status, out, _ = shell("restore", elsewhere)
    assert status == 0
    for line in SETTINGS.replace("get-token --secret abc", "get-token ...").splitlines():
        assert f"\n  {line}\n" in out
    assert "Copy them from the old machine: relay-password (the relay password)" in out
    assert "abc" not in out
    assert "address = " not in out
    assert not Path("pbm.toml").exists()


def test_settings_are_written_on_demand(elsewhere, shell, monkeypatch):
    """The backup's, with the place of the data as it is here; no file is replaced."""
    monkeypatch.setenv("PBM_DATA", "games")
    Path("pbm.toml").write_text("# mine")
    status, _, err = shell("restore", elsewhere, "--settings")
    assert (status, Path("games").exists()) == (1, False)
    assert "Nothing was restored, because pbm.toml already exists." in err
    Path("pbm.toml").unlink()
    status, out, _ = shell("restore", elsewhere, "--settings")
    assert status == 0
    assert "Wrote 7 settings to pbm.toml.\nSome files are missing here" in out
    assert "its relay is submissions://games@smtp.example.net" in out
    assert tomllib.loads(Path("pbm.toml").read_text()) == tomllib.loads(SETTINGS) | {
        "data": "games",
        "games": os.environ["PBM_GAMES"],
    }
    assert stat.S_IMODE(Path("pbm.toml").stat().st_mode) == 0o600
    monkeypatch.delenv("PBM_DATA")
    assert "1 running, 0 finished" in shell("status")[1]


@pytest.mark.parametrize("file", ["last-commit", "pbm.db", "pbm.db-wal"])
def test_no_file_that_is_there_is_touched(backed_up, shell, tmp_path, monkeypatch, file):
    """Any file of a server makes the place one that isn't empty."""
    monkeypatch.setenv("PBM_DATA", "elsewhere")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / file).write_text("mine")
    assert shell("restore", str(backed_up))[0] == 1
    assert [path.read_text() for path in (tmp_path / "elsewhere").iterdir()] == ["mine"]


def test_a_restore_that_fails_leaves_nothing(backed_up, shell, tmp_path, monkeypatch):
    """Not even the files that were in place already."""
    monkeypatch.setenv("PBM_DATA", "elsewhere")

    def fail(_source, _target):
        raise OSError("the disk is full")

    monkeypatch.setattr(Path, "rename", fail)
    status, _, err = shell("restore", str(backed_up))
    assert (status, err) == (1, "Nothing was restored: the disk is full.\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.tar.gz", "pbm-data"]


def test_nothing_starts_on_half_a_restore(backed_up, shell, monkeypatch):
    """If it is cut off before the database is in place, no command makes another one there."""
    monkeypatch.setenv("PBM_DATA", "elsewhere")
    monkeypatch.setattr(Path, "rename", lambda _source, _target: None)
    monkeypatch.setattr(restoring, "give_to_owner", lambda _path: None)
    assert shell("restore", str(backed_up))[0] == 0
    status, _, err = shell("signup", "carol", "Zc4r0l-Zz", "carol@example.org")
    assert status == 2
    assert "elsewhere/pbm.db is missing" in err


def test_a_backup_of_an_older_pbm_is_read(backed_up, shell, newer_pbm, monkeypatch):
    """Its tables are upgraded in the unpacked copy, without another backup; the file stays."""
    newer_pbm()
    before = backed_up.read_bytes()
    assert shell("backup", "--verify", str(backed_up))[0] == 0
    monkeypatch.setattr(writing, "write_backup", pytest.fail)
    monkeypatch.setenv("PBM_DATA", "elsewhere")
    assert shell("restore", str(backed_up))[0] == 0
    assert backed_up.read_bytes() == before


def test_a_master_key_elsewhere_stays_there(backed_up, shell, tmp_path, monkeypatch):
    """It isn't in the backup; without it, keys aren't checked, and nothing is restored."""
    kept = tmp_path / "kept"
    assert shell("admin", "master-key", str(kept), "--reason", "test")[0] == 0
    monkeypatch.setenv("PBM_MASTER_KEY_FILE", str(kept))
    assert shell("backup", "second")[0] == 0
    assert "master-key" not in members(tmp_path / "second")
    assert "1 record signed and checked" in shell("backup", "--verify", "second")[1]
    assert "doesn't belong to this database" in shell("backup", "--verify", str(backed_up))[1]
    shutil.rmtree(tmp_path / "pbm-data")
    monkeypatch.delenv("PBM_MASTER_KEY_FILE")
    status, out, _ = shell("backup", "--verify", "second")
    assert (status, "couldn't check the signing keys" in out) == (0, True)
    status, _, err = shell("restore", "second")
    told = (
        "the master key is missing (set PBM_MASTER_KEY_FILE to its path). Nothing has been changed"
    )
    assert (status, told in err) == (1, True)
    assert not (tmp_path / "pbm-data").exists()
    (tmp_path / "pbm-data").mkdir()
    kept.rename(tmp_path / "pbm-data" / "master-key")
    assert shell("restore", "second")[0] == 0
    assert shell("admin", "verify")[0] == 0


def test_passwords_of_databases_are_shown_nowhere():
    """Neither in the settings of a backup, nor in errors."""
    for url in (
        "postgresql+psycopg://pbm:s3cret@host/games",
        "postgresql+psycopg://pbm@host/games?password=s3cret",
        "postgresql+psycopg://pbm@host/games?sslkey=key&sslpassword=s3cret",
    ):
        assert "s3cret" not in masked_url(url)
        assert database_kind(url) == "postgresql"


def test_a_missing_pg_dump_is_told(monkeypatch, tmp_path):
    """With the package that has it."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CopyError, match="postgresql-client"):
        run_postgresql("pg_dump", [])


@cases(
    ("said", "reason"),
    [
        ("x" * 100, "ValueError"),
        ("COPY public.identity (nothing) FROM stdin;\n", "KeyError"),
        ("COPY public.identity (name) FROM stdin;\nx\ty\n", "Error"),
    ],
)
def test_a_dump_with_lines_that_no_backup_has(said, reason, tmp_path, monkeypatch):
    """Is refused in words, and a long line before all of it is read."""
    monkeypatch.setattr(postgresql_dumps, "prepare", lambda _: None)
    monkeypatch.setattr(postgresql_dumps, "MAX_ROW_LENGTH", 64)
    monkeypatch.setattr(
        postgresql_dumps, "running_postgresql", lambda *_: nullcontext(io.StringIO(said))
    )
    with pytest.raises(CopyError, match=rf"the dump can't be read \(.*{reason}\)"):
        postgresql_dumps.load_into_sqlite(tmp_path / "dump", f"sqlite:///{tmp_path / 'copy.db'}")
