"""Records in PGN, PDN and SGF."""

from datetime import UTC, date, datetime
from random import Random

import pytest

from pbm.games import find, games
from pbm.laws.game_laws import LAWS, check_law, check_standard_record, random_game, random_options
from pbm.match.match import Match
from pbm.packages.guard import trusted
from pbm.standard_records.exported_game import RecordFacts
from pbm.standard_records.readers import READERS
from tests.support.classic_games import every_classic, play, start
from tests.support.site import Site

NOON = datetime(2024, 2, 29, 12, tzinfo=UTC)
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


def test_records_read_back():
    """A game that was imported from its own record is the same game."""
    written = [game for game in games().values() if game.record_form]
    assert len(written) == 8
    for game in written:
        check_law(game, LAWS["standard_records_read_back"])
        [notated] = READERS[game.record_form](record(start(game.name)), game.record_form)
        assert game.read_standard_record(notated).players == ("alice", "bob")


@pytest.mark.slow
@every_classic
def test_whole_games_read_back(name):
    game, chance = find(name), Random(name)
    with trusted():
        for seed in range(10 if game.record_form else 0):
            options = random_options(game, chance)
            check_standard_record(
                play(Match.begin(game, options), " ".join(random_game(game, options, seed)), NOON)
            )


def test_the_command_attaches_the_record():
    site = Site()
    site.sign_up("alice", "bob")
    site.begin("chess challenge alice bob")
    site.play("chess", 101, "e4", "e5")
    answer = site.say("chess record 101 pgn")
    assert answer.content.name == "chess-101.pgn"
    assert answer.content.content.endswith("\n1. e4 e5 *\n")
    refused = site.say("chess record 101 sgf")
    assert "Choose one of these formats: json, text, pgn." in refused.content.text
    site.close()
