"""`pbm export`, and `pbm import` of what it writes."""

import gzip
import hashlib
import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime

import pytest

from commands.views.json.schemas import GameRecord
from pbm.clock import HOUR
from tests.support.cases import cases

WON = ("a1-c5", "e7-c3", "c1-g3", "g7-e3", "g1-e5")
PASSWORDS = {"alice": "pw1-alice", "bob": "pw2-bob-1"}


def lines(number, *moves):
    """Returns the lines by which the board is begun, and played."""
    users = [f"{name} {password}" for name, password in PASSWORDS.items()]
    played = [
        f"knightpanic move {number} {users[ply % 2]} {each}" for ply, each in enumerate(moves)
    ]
    return ["knightpanic challenge alice bob", *played]


@pytest.fixture
def games(shell_after):
    """The shell of a server with two finished games of Knight Panic, and a running one."""
    return shell_after(
        *(f"signup {name} {password} {name}@example.org" for name, password in PASSWORDS.items()),
        *lines(101, *WON),
        *lines(102, "a1-c5", "e7-c3"),
        f"knightpanic resign 102 alice {PASSWORDS['alice']}",
        *lines(103, "a1-c5"),
    )


def test_finished_games_are_exported_and_verified(games, tmp_path):
    """Each line is a signed record, which is the same each time; `import --verify` checks all."""
    status, out, _ = games("export", "games.jsonl")
    assert (status, out) == (0, "2 finished games exported: knightpanic 2.\n")
    content = (tmp_path / "games.jsonl").read_bytes()
    headers = [json.loads(line)["header"] for line in content.splitlines()]
    assert [header["site"]["gameid"] for header in headers] == [
        "knightpanic 101",
        "knightpanic 102",
    ]
    assert all(header["date-generated"] == header["date-end"] for header in headers)
    assert games("export", "-")[1].encode() == content
    status, out, _ = games("import", "--verify", "games.jsonl")
    assert (status, "2 records, 2 of Knight Panic: unchanged since signing" in out) == (0, True)
    (tmp_path / "games.jsonl").write_bytes(content.replace(b"bob resigned", b"bob  resigned")[:-1])
    status, _, err = games("import", "--verify", "games.jsonl")
    assert (status, "Line 2: The file was changed after it was signed" in err) == (1, True)


def test_a_line_is_the_record_that_a_file_has(games, tmp_path):
    """A line, written as a file of its own, has the same signature."""
    games("export", "games.jsonl", "--game", "panic")
    first = json.loads((tmp_path / "games.jsonl").read_text().splitlines()[0])
    (tmp_path / "one.json").write_text(json.dumps(first, indent=1) + "\n")
    assert games("import", "--verify", "one.json")[0] == 0


@pytest.mark.slow
def test_a_folder_has_a_file_for_each_game(games, tmp_path):
    """A folder gets a file for each game, or the one that was asked for; stale ones are emptied."""
    assert games("export", "all/")[0] == 0
    files = {file.name: file.read_text().count("\n") for file in (tmp_path / "all").iterdir()}
    assert files["knightpanic.jsonl"] == 2
    assert sum(files.values()) == 2
    with closing(sqlite3.connect(tmp_path / "pbm-data" / "pbm.db")) as database, database:
        database.execute("UPDATE board SET private = 1")
    assert games("export", "all", "--game", "knightpanic")[0] == 0
    assert (tmp_path / "all" / "knightpanic.jsonl").read_text() == ""


@pytest.mark.slow
def test_games_are_chosen_by_their_end(games):
    """--since takes the games that ended on that day or later."""
    assert games("export", "-", "--since", "2000-01-01")[1].count("\n") == 2
    assert games("export", "-", "--since", "2999-01-01")[1] == ""


@pytest.mark.slow
@cases(
    ("words", "why"),
    [
        (
            ("-", "--since", "yesterday"),
            "isn't a date. Use the format YYYY-MM-DD, such as 2026-03-01",
        ),
        (("-", "--since", "9999-12-31T23:59-12:00"), "isn't a date"),
        (("-", "--game", "chess"), 'no game called "chess"'),
        (("missing/games.jsonl",), "can't be written"),
        (("/dev/null",), "isn't a regular file"),
    ],
)
def test_wrong_words_are_refused(games, tmp_path, words, why):
    """What can't be done is said in a sentence, and nothing is written."""
    status, _, err = games("export", *words)
    assert (status, why in err) == (1, True)
    assert not (tmp_path / "missing").exists()


def test_names_of_those_who_signed_off_are_in_no_record(games, tmp_path):
    """A player who signed off is a former player in all records, which are still verified."""
    games("signoff", "bob", PASSWORDS["bob"], "yes")
    games("export", "games.jsonl")
    content = (tmp_path / "games.jsonl").read_text()
    assert "bob" not in content
    assert '"userid":"former-player-2"' in content
    assert games("import", "--verify", "games.jsonl")[0] == 0
    assert "identical to board 102 on this server" in games("import", "games.jsonl")[1]


def records(path):
    """The records in an export without their signatures, each as the schema has it."""
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt") as file:
        found = [json.loads(line) for line in file]
    for record in found:
        known = GameRecord.model_validate(record)
        assert known.model_dump(mode="json", by_alias=True, exclude_unset=True) == record
        del record["header"]["signature"]
    return found


def test_an_export_comes_back_in_an_empty_installation(games, tmp_path, monkeypatch):
    """With the players, who can't log in, and with the numbers of boards; it is as it was then."""
    with closing(sqlite3.connect(tmp_path / "pbm-data" / "pbm.db")) as database, database:
        database.execute("UPDATE board SET private = 1 WHERE number = 101")
    games("export", "games.jsonl.gz")
    first = (tmp_path / "games.jsonl.gz").read_bytes()
    games("export", "games.jsonl.gz")
    assert (tmp_path / "games.jsonl.gz").read_bytes() == first
    assert games("import", "--verify", "games.jsonl.gz")[0] == 0
    monkeypatch.setenv("PBM_DATA", "elsewhere")
    assert "Nobody is registered here as alice or bob" in games("import", "games.jsonl.gz")[1]
    came = games("import", "games.jsonl.gz", "--with-players")[1]
    assert "imported as board 102" in came
    assert "identical to board 102" in games("import", "games.jsonl.gz", "--with-players")[1]
    assert games("export", "again.jsonl")[0] == 0
    assert records(tmp_path / "again.jsonl") == records(tmp_path / "games.jsonl.gz")
    status, out, _ = games("signup", "alice", "pw1-alice", "alice@example.org")
    assert (status, "That userid is taken" in out) == (1, True)
    games("signup", "carol", "pw3-carol", "carol@example.org")
    assert "Board 103" in games("knightpanic", "challenge", "carol", "robot1")[1]


def with_checksum(record):
    """The line of a changed record with the checksum that it should have."""
    header = record["header"]
    kept = {name: value for name, value in header.items() if name not in ("sha256", "signature")}
    content = json.dumps({**record, "header": kept}, sort_keys=True, separators=(",", ":"))
    changed = kept | {"sha256": hashlib.sha256(content.encode()).hexdigest()}
    return json.dumps({**record, "header": changed}) + "\n"


LIES = {
    '"userid": "alice", "seat": "White"': {
        '"userid": ["x"], "seat": "White"': "isn't a record",
        '"userid": "bob", "seat": "White"': "lists one player twice",
        '"userid": "al\\u00efce", "seat": "White"': "isn't a valid userid",
    },
    '"gameid": "knightpanic 101"': {
        '"gameid": "knightpanic 0"': "numbers run from 1",
        f'"gameid": "knightpanic {10**30}"': "numbers run from 1",
    },
    '"date-start": "20': {
        '"date-start": "29': "has an impossible date: 29",
        '"date-start": "00': "the year",
    },
    " alice move a1-c5": {" al\\nice move a1-c5": "isn't a valid line"},
}
"""What stands in a record, what a liar makes of it, and the reason for which that is refused."""


def test_records_that_lie_are_refused(games, tmp_path, monkeypatch):
    """Also if their checksums are right; nothing is kept of a file that has one."""
    games("export", "games.jsonl")
    first = (tmp_path / "games.jsonl").read_text().splitlines(keepends=True)[0]
    plain = json.dumps(json.loads(first))
    monkeypatch.setenv("PBM_DATA", "elsewhere")
    games("signup", "carol", "pw3-carol", "carol@example.org")
    for true, lies in LIES.items():
        assert true in plain
        for lie, reason in lies.items():
            wrong = with_checksum(json.loads(plain.replace(true, lie)))
            (tmp_path / "wrong.jsonl").write_text(first + wrong)
            status, out, err = games("import", "wrong.jsonl", "--with-players")
            assert (status, out, reason in err) == (1, "", True), (lie, err)
    packed = gzip.compress(first.encode())
    for content, reason in (
        (packed[:-9], "is damaged"),
        (gzip.compress(b"x" * 5_000_000), "large"),
    ):
        (tmp_path / "wrong.jsonl.gz").write_bytes(content)
        status, _, err = games("import", "wrong.jsonl.gz", "--with-players")
        assert (status, reason in err) == (1, True), err
    assert games("export", "-")[1] == ""


def test_a_game_that_ends_before_it_begins_is_refused(games, tmp_path, monkeypatch):
    """A false clock may date single moves wrongly, but not the last one before the beginning."""
    games("export", "games.jsonl")
    line = json.loads((tmp_path / "games.jsonl").read_text().splitlines()[0])
    line["header"]["date-start"] = (datetime.now(UTC) + HOUR).isoformat()
    (tmp_path / "wrong.jsonl").write_text(with_checksum(line))
    monkeypatch.setenv("PBM_DATA", "elsewhere")
    status, out, err = games("import", "wrong.jsonl", "--with-players")
    assert (status, out, "the game ends before it begins." in err) == (1, "", True)


def test_nobody_is_given_a_userid_that_misleads(games, tmp_path, monkeypatch):
    """Games of such players are checked and not kept: of the server's own, and look-alikes."""
    games("export", "games.jsonl")
    line = json.loads((tmp_path / "games.jsonl").read_text().splitlines()[0])
    monkeypatch.setenv("PBM_DATA", "elsewhere")
    games("signup", "carol", "pw3-carol", "carol@example.org")
    for name in ("admin", "car0l", "robot9", "<b>x", "../x"):
        lie = json.loads(json.dumps(line).replace('"alice"', f'"{name}"'))
        (tmp_path / "wrong.jsonl").write_text(with_checksum(lie))
        status, out, _ = games("import", "wrong.jsonl", "--with-players")
        assert (status, "valid, but not imported" in out) == (0, True), out
    assert games("export", "-")[1] == ""


def test_former_players_come_back_as_such(games, tmp_path, monkeypatch):
    """Under a number of the new installation, which joins their games there."""
    games("signoff", "bob", PASSWORDS["bob"], "yes")
    games("export", "games.jsonl")
    monkeypatch.setenv("PBM_DATA", "elsewhere")
    games("signup", "carol", "pw3-carol", "carol@example.org")
    games("import", "games.jsonl", "--with-players")
    games("export", "again.jsonl")
    seated = [
        [player["userid"] for player in record["header"]["players"]]
        for record in records(tmp_path / "again.jsonl")
    ]
    assert seated == [["alice", "former-player-3"]] * 2


@pytest.mark.slow
def test_exported_games_are_imported_elsewhere(games, tmp_path, monkeypatch):
    """Each line becomes a board; if one is wrong, none does."""
    games("export", "games.jsonl")
    content = (tmp_path / "games.jsonl").read_text()
    monkeypatch.setenv("PBM_DATA", "elsewhere")
    monkeypatch.setenv("PBM_ADDRESS", "other@example.org")
    for name, password in PASSWORDS.items():
        games("signup", name, password, f"{name}@example.org")
    (tmp_path / "wrong.jsonl").write_text(content.replace("e7-c3", "e7-c7", 1))
    status, out, err = games("import", "wrong.jsonl")
    assert (status, out, "Line 1: " in err) == (1, "", True)
    status, out, _ = games("import", "games.jsonl")
    assert (status, out.count("imported as board")) == (0, 2)
    assert games("import", "games.jsonl")[1].count("identical to board") == 2
