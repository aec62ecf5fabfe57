"""Records in PGN, PDN and SGF, and games of masters."""

from datetime import UTC, date, datetime

import pytest

from pbm.standard_record import RecordFacts
from tests.support.classic_games import play, start
from tests.support.site import Site

NOON = datetime(2024, 2, 29, 12, tzinfo=UTC)
MASTERS = {
    "Morphy against the Duke of Brunswick, 1858": """e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4
Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8
Rd8#""",
    "Anderssen against Kieseritzky, 1851": """e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5
Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4 Qg6 h5 Qg5 Qf3 Ng8 Bxf4 Qf6 Nc3 Bc5 Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+
Ke2 Na6 Nxg7+ Kd8 Qf6+ Nxf6 Be7#""",
    "Anderssen against Dufresne, 1852": """e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 d4 exd4 O-O d3 Qb3
Qf6 e5 Qg6 Re1 Nge7 Ba3 b5 Qxb5 Rb8 Qa4 Bb6 Nbd2 Bb7 Ne4 Qf5 Bxd3 Qh5 Nf6+ gxf6 exf6 Rg8 Rad1
Qxf3 Rxe7+ Nxe7 Qxd7+ Kxd7 Bf5+ Ke8 Bd7+ Kf8 Bxe7#""",
    "Réti against Tartakower, 1910": """e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nf6 Qd3 e5 dxe5 Qa5+ Bd2 Qxe5
O-O-O Nxe4 Qd8+ Kxd8 Bg5+ Kc7 Bd8#""",
}
CHESS960 = """\
[Variant "Chess960"]
[SetUp "1"]
[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"]

1. e4 *
"""
RECORDS = [
    ("go", "-size=5", "c3 a1 pass pass", "SZ[5]", "RE[W+7.5]\n;B[cc]\n;W[ae]\n;B[]\n;W[]\n)\n"),
    ("go", "-size=9 -handicap=2", "d4", "SZ[9]", "HA[2]AB[gc][cg]\n;W[df]\n)\n"),
    ("hex", "", "c5 swap", "(;GM[11]FF[4]", ";B[c5]\n;W[swap-pieces]\n)\n"),
    ("gomoku", "", "h8 a15", "(;GM[4]FF[4]", ";B[hh]\n;W[aa]\n)\n"),
    ("othello", "", "d3 c3 e6 d2 d1 e1 b2 c1 d6", "(;GM[2]FF[4]", ";B[b2]\n;W[c1]\n;W[d6]\n)\n"),
    ("checkers", "", "c3-d4 d6-c5 b2-c3", '[GameType "21"]', "\n1. 11-15 23-19 2. 8-11 *\n"),
    ("chess", "-start=518", "e4", '[White "alice"]', CHESS960),
    ("antichess", "", "e3 b5 Bxb5", '[Variant "Antichess"]', "\n1. e3 b5 2. Bxb5 *\n"),
]


def record(match):
    outcome = match.outcome
    places, reason = (outcome.places, outcome.reason) if outcome else ((), "")
    players = ("alice", "bob")
    day = date(2024, 2, 29)
    facts = RecordFacts("", 101, players, day, match.options, match.moves, places, reason)
    return match.game.standard_record(facts)


@pytest.mark.parametrize(("name", "options", "moves", "head", "end"), RECORDS)
def test_games_are_written_in_their_standard_format(name, options, moves, head, end):
    text = record(play(start(name, *options.split()), moves, NOON))
    assert head in text
    assert text.endswith(end)


@pytest.mark.parametrize("title", MASTERS)
def test_games_of_masters_are_read_and_written(title):
    """All signs for check and mate are right, because they are made anew."""
    match = play(start("chess"), MASTERS[title], NOON)
    assert match.outcome.reason == "Black is checkmated"
    body = record(match).partition("\n\n")[2]
    written = [word for word in body.split() if not word.endswith(".")]
    assert written == [*MASTERS[title].split(), "1-0"]


def test_the_command_attaches_the_record():
    site = Site()
    site.sign_up("alice", "bob")
    site.begin("chess challenge alice bob")
    site.play("chess", 101, "e4", "e5")
    answer = site.say("chess record 101 pgn")
    assert answer.content.name == "chess-101.pgn"
    assert answer.content.content.endswith("\n1. e4 e5 *\n")
    refused = site.say("chess record 101 sgf")
    assert "Choose one of: json, text, pgn." in refused.content.text
    site.close()
