"""`pbm import` of games in PGN, PDN and SGF."""

import gzip

import pytest

from pbm import games
from tests.support.classic_games import CLASSICS

PGN = """\
[Event "Paris"]
[Date "1858.11.02"]
[White "Morphy, Paul"]
[Black "Fürst Łukasz"]
[Result "1-0"]

1. e4 {[%clk 0:03:00]} e5 (1... c5) 2. Nf3 d6?! 1-0
"""
SGF = "(;GM[1]SZ[9]HA[2]KM[0.5]AB[gc][cg]PB[Ann]PW[Ben]RE[{}];W[ee];B[cc];W[];B[tt])"
PDN = '[GameType "21"]\n[Black "Ann"]\n[White "Ben"]\n[Result "0-1"]\n1. 11-15 23-19 0-1\n'
ADDED = "imported as board 101"
GOOD = {
    "a.pgn": (PGN, "Chess, Morphy-Paul - Furst-Lukasz, 4 moves", "Black resigned."),
    "b.sgf": (SGF.format("W+T"), "Go, Ann - Ben, 2 moves", "Black forfeited."),
    "c.sgf": (SGF.format("W+3"), "Go, Ann - Ben, 2 moves", 'decided: the record says "W+3".'),
    "d.sgf": (SGF.format(""), "Go, Ann - Ben, 4 moves", "Black wins by"),
    "e.txt": (f"\ufeff{PDN}", "Checkers, Ann - Ben, 2 moves", "Black resigned."),
}
WRONG = {
    "a.pgn": {
        PGN.replace("Nf3", "Nf4"): 'Game 1: Move 3, "Nf4", is illegal: No knight can move to f4.',
        PGN + PGN.replace("Nf3", "Nf4"): 'Game 2: Move 3, "Nf4", is illegal',
        PGN.replace("Nf3", "{Nf3"): 'never ends. Close it with "}".',
        PGN.replace('White "Morphy, Paul"', 'White "?"'): "The record doesn't name White.",
        PGN.replace("Morphy, Paul", "本因坊"): 'pbm can\'t make a userid from the name "本因坊".',
        PGN.replace("Morphy, Paul", "Furst Lukasz"): "lists one player twice",
        PGN.replace("1858.11.02", "1858.02.30"): 'The date "1858.02.30" doesn\'t exist.',
        PGN.replace("1858.11.02", "2858.11.02"): "has an impossible date: 2858-11-02",
        PGN.replace('Event "Paris"', 'Variant "Horde"'): 'can\'t import PGN with Variant "Horde"',
        PGN.replace(
            'Event "Paris"', 'FEN "8/8/8/8/8/k7/8/K7 w - - 0 1"'
        ): "begins from a custom position",
        PGN.replace("2. Nf3 d6?!", "2. Bc4 a6 3. Qh5 a5 4. Qxf7").replace("1-0", "0-1"): (
            'gives the result "0-1", but by the rules White won, because Black is checkmated.'
        ),
        "": "contains no game in PGN",
        "1. e4 " * 700_000: "is too large",
    },
    "b.sgf": {
        SGF.format("").replace("SZ[9]", "SZ[21]"): 'The board size is "21".',
        SGF.format("").replace("KM[0.5]", "KM[375]"): 'The komi "375" isn\'t a number of points',
        SGF.format("").replace("W[ee]", "W[kk]"): '"kk" isn\'t a point on the board.',
        SGF.format("").replace("GM[1]", "GM[7]"): 'can\'t import SGF with GM "7"',
    },
    "c.pdn": {PDN.replace('"21"', '"20"'): 'can\'t import PDN with GameType "20"'},
}


@pytest.fixture
def server(shell, tmp_path, monkeypatch):
    """Runs `pbm import` with the content of a file."""
    monkeypatch.setenv("PBM_GAMES", ",".join(CLASSICS))
    games.forget()

    def run(name, content, *more):
        (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return shell("import", name, *more)

    run.shell = shell
    yield run
    monkeypatch.undo()
    games.forget()


def test_games_become_boards_with_their_result(server, monkeypatch):
    for name, (content, summary, result) in GOOD.items():
        monkeypatch.setenv("PBM_DATA", f"data-{name}")
        status, out, err = server(name, content, "--with-players")
        assert (status, out) == (0, f"{summary}: {ADDED}.\n"), err
        game = summary.partition(",")[0].lower()
        assert result in server.shell(game, "show", "101")[1]
        assert "identical to board 101" in server(name, content, "--with-players")[1]


def test_a_wrong_file_changes_nothing(server):
    for name, texts in WRONG.items():
        for content, error in texts.items():
            status, out, err = server(name, content, "--with-players")
            assert (status, out, error in err) == (1, "", True), (err, error)
    assert server.shell("export", "-")[1] == ""


def test_a_record_of_this_server_is_recognized(server, monkeypatch):
    server("a.pgn.gz", gzip.compress(PGN.encode()), "--with-players")
    pgn = server.shell("chess", "record", "101", "pgn")[1]
    assert "identical to board 101" in server("own.pgn", pgn)[1]
    changed = pgn.replace("2. Nf3 d6", "2. Nf3 Nc6")
    assert "imported as board 102" in server("own.pgn", changed, "--with-players")[1]
    json = server.shell("chess", "record", "101", "json")[1]
    monkeypatch.setenv("PBM_DATA", "elsewhere")
    assert ADDED in server("own.json", json, "--with-players")[1]
    assert "identical to board 101" in server("own.pgn", pgn, "--with-players")[1]


def test_players_have_to_be_registered(server):
    status, out, _ = server("a.pgn", PGN)
    assert (status, "Nobody is registered here as Morphy-Paul or Furst-Lukasz" in out) == (0, True)
    for name in ("ann", "ben"):
        server.shell("signup", name, f"pw-of-{name}", f"{name}@example.org")
    running = PDN.replace("0-1", "*")
    assert ADDED in server("c.pdn", running)[1]
    assert "It is ann's turn." in server.shell("checkers", "show", "101")[1]


def test_standard_records_have_no_signatures(server):
    assert "Records in PGN aren't signed." in server("a.pgn", PGN, "--verify")[2]
