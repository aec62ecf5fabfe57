"""Signed records of games."""

import base64
import json
import sqlite3
import stat
from contextlib import closing

import pytest

from commands.security.record_signing import check_record, random_signer, write_signed
from pbm.errors import UserError
from tests.support.cases import cases
from tests.support.site import Site

FILE = "knightpanic-101.json"


@pytest.fixture
def record(site):
    """Returns a game's record as its file has it, and the key of its server."""
    site.sign_up("alice", "bob")
    site.begin("panic challenge alice bob")
    site.play("knightpanic", 101, "a1-c5", "c7-e3")
    return site.say("panic record 101").content.content.encode(), site.services.signer.public()


def test_a_record_is_verified_by_its_servers_key(record):
    """Verification returns the signing site and the game."""
    said = check_record(*record)
    assert "Knight Panic, alice - bob, 2 moves: signed by pbm@example.net" in said
    assert record[1] in said


def test_one_changed_byte_fails(record):
    """A changed byte, even to its other case or a space, breaks the signature."""
    content, key = record
    for at, byte in enumerate(content):
        other = (byte ^ 1, byte ^ 0x20, ord("!") if byte == ord(" ") else ord(" "))[at % 3]
        with pytest.raises(UserError):
            check_record(content[:at] + bytes([other]) + content[at + 1 :], key)


@cases("more", [b"\n", b" ", b"\r", b"\0", b"{}"])
def test_nothing_may_be_added_or_taken_away(record, more):
    """Added or removed text, even white space, fails; converted line ends don't."""
    content, key = record
    mailed = content.replace(b"\n", b"\r\n")
    assert check_record(mailed, key) == check_record(content, key)
    half_mailed = content.replace(b"\n", b"\r\n", 3)
    for changed in (content + more, more + content, content[:-1], mailed[:-1], half_mailed):
        with pytest.raises(UserError):
            check_record(changed, key)


def test_another_form_of_the_same_fails(record):
    """The same data with other spacing, order or number format, or a moved signature, fails."""
    content, key = record
    document = json.loads(content)
    header = document["header"]
    turned = document | {"header": dict(reversed(header.items()))}
    for other in (json.dumps(document), write_signed(turned), json.dumps(document, indent=2)):
        with pytest.raises(UserError):
            check_record(other.encode(), key)
    with pytest.raises(UserError):
        check_record(content.replace(b'"rules": 1', b'"rules": 1.0'), key)


@cases(
    "content",
    [b"", b"{}", b"[]", b"null", b"\xff", b"[" * 9999, b'{"header": {"signature": "x"}}', b'"x"'],
)
def test_unsigned_text_is_refused(content):
    """Text that isn't a signed record is refused with a sentence."""
    with pytest.raises(UserError, match="isn't a signed record"):
        check_record(content, "")


def test_a_record_of_another_key_is_refused(record):
    """A signature by a different key is refused, and so is an invalid key."""
    content, key = record
    forged = random_signer().sign(json.loads(content))
    with pytest.raises(UserError, match="a different key"):
        check_record(write_signed(forged).encode(), key)
    theirs = forged["header"]["signature"]["key"]
    claimed = write_signed(forged).replace(theirs, key).encode()
    with pytest.raises(UserError, match="signature is wrong"):
        check_record(claimed, key)
    with pytest.raises(UserError, match="signature is wrong"):
        check_record(content.replace(key.encode(), b"none"), "none")


def test_a_mailed_record_verifies(site, record):
    """The attachment of a mail verifies, also with the line ends of mails."""
    mail = site.mail("alice@example.org", "panic record 101 json")[0]
    (file,) = mail.iter_attachments()
    key = base64.b64encode(base64.b64decode(record[1])).decode()
    assert "unchanged since" in check_record(file.get_payload(decode=True), key)


class TestProgram:
    @pytest.fixture
    def file(self, shell, tmp_path):
        shell("signup", "alice", "pw1-alice", "alice@example.org")
        shell("signup", "bob", "pw2-bob-1", "bob@example.org")
        shell("knightpanic", "challenge", "alice", "bob")
        made = tmp_path / FILE
        made.write_text(shell("knightpanic", "record", "101", "json")[1])
        return made

    def test_verify_says_that_every_byte_counts(self, shell, file):
        """The key is this server's, or one given as an argument; a changed file fails."""
        key = shell("help", "record")[1].split("is:\n  ")[1].split()[0]
        for more in ([], ["--key", key]):
            status, out, _ = shell("import", "--verify", FILE, *more)
            assert (status, "unchanged since" in out) == (0, True)
        file.write_text(file.read_text().replace("alice", "Alice"))
        status, _, err = shell("import", "--verify", FILE)
        assert (status, "was changed" in err) == (1, True)

    def test_a_foreign_record_needs_a_key(self, shell, file, monkeypatch):
        """A foreign record needs its key; verifying creates no key and no database."""
        key = json.loads(file.read_text())["header"]["signature"]["key"]
        monkeypatch.setenv("PBM_DATA", "elsewhere")
        status, _, err = shell("import", "--verify", FILE)
        assert (status, "--key" in err) == (1, True)
        assert shell("import", "--verify", FILE, "--key", key)[0] == 0
        assert not (file.parent / "elsewhere").exists()
        assert shell("import", FILE, "--key", key)[0] == 2

    def test_the_key_is_the_servers_alone(self, file):
        """Only its owner may read the key, and it stands in no record."""
        kept = file.parent / "pbm-data" / "pbm.db"
        assert stat.S_IMODE(kept.with_name("master-key").stat().st_mode) == 0o600
        with closing(sqlite3.connect(kept)) as database:
            select = "select secret from signing_key where purpose = 'record'"
            [(secret,)] = database.execute(select)
        assert secret not in file.read_text()


def test_the_key_is_told_once_there_is_one(shell):
    """Help needs no database, and makes none."""
    assert "(none yet: the server creates it when it first starts)" in shell("help", "record")[1]
    shell("signup", "alice", "pw1-alice", "alice@example.org")
    assert "made when" not in shell("help", "record")[1]


def test_the_key_is_shown_nowhere():
    """Each signer in memory has a key of its own, which its representation doesn't show."""
    signer = random_signer()
    assert signer.public() != random_signer().public()
    assert signer.secret().hex() not in repr(signer)


def test_the_text_form_has_no_signature():
    """The text form is unsigned; it has a checksum, and reads back."""
    site = Site()
    site.sign_up("alice", "bob")
    site.say("panic challenge alice bob")
    content = site.say("panic record 101 text").content.content
    assert "SHA-256: " in content
    assert "signature" not in content
    site.close()
