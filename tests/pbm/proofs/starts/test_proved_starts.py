"""The starts that are shipped as proved: well-formed, and proved again."""

import re
from dataclasses import replace

import pytest

from pbm import games
from pbm.options import write_options
from pbm.proofs.starts import proved_starts as shipped
from pbm.proofs.starts.proved_starts import ProvedStart, proved_start, proved_starts, read_starts
from pbm.proofs.starts.start_search import is_confirmed, new_starts, prove_start
from pbm.proofs.value import Result, Value
from tests.support.cases import cases

PAIRS = [game for game in games.games().values() if len(game.seats) == 2]
ALL = [start for game in PAIRS for start in proved_starts(game.name).values()]
SECONDS = 600
SIZE_THREE = ProvedStart("trailblazer", ("-size=3",), Value(Result.WON, 5), "a search")


def positions(start):
    """The number of positions that the proof took, by its reason; none for an argument."""
    found = re.search(r"\d[\d,]*", start.reason)
    return int(found[0].replace(",", "")) if found else 0


def every(starts, step):
    """One of so many starts, as different ones as possible."""
    return sorted(starts, key=positions)[::step]


CHEAP = every([start for start in ALL if positions(start) < 1000], 11)
DEAR = every([start for start in ALL if 1000 <= positions(start) < 2_000_000], 25)


@pytest.mark.parametrize("game", PAIRS, ids=lambda game: game.name)
def test_the_starts_are_those_of_games(game):
    """Each has all options filled in, goes on, is there once, and reads back as written."""
    starts = proved_starts(game.name)
    path = shipped.FOLDER / f"{game.name}.tsv"
    heading, *lines = path.read_text().splitlines()
    assert heading == shipped.HEADING
    assert len(lines) == len(starts)
    assert [start.write() for start in read_starts(game.name, lines)] == lines
    for options, start in starts.items():
        resolved = game.resolve(game.read_options(options), 0)
        assert write_options(resolved) == options
        assert game.outcome(game.start(resolved)) is None
        assert start.command == " ".join(("pbm", game.name, "solve", *options))
        assert start.reason
        assert start.value.plies is None or start.value.plies > 0
        assert start.value.result is not Result.DRAWN or start.value.plies is None
        assert proved_start(game, resolved) == start


def test_games_whose_usual_start_is_solved_are_played_in_pairs():
    """On ladders and in tournaments, where a player who knows the solution would always win."""
    for game in PAIRS:
        start = proved_start(game, game.resolve(game.read_options(), 0))
        assert start is None or game.paired, game.name


@cases(
    ("line", "value"),
    [
        ("knightpanic", Value(Result.LOST, 10)),
        ("knightpanic -3d", Value(Result.DRAWN)),
        ("knightpanic -size=5", Value(Result.WON, 3)),
        ("knightpanic -size=5 -extra=0", Value(Result.WON, 15)),
        ("knightsdance", Value(Result.LOST, 6)),
        ("knightsdance -rows=20 -cols=20", Value(Result.LOST, 20)),
        ("knightsduel", Value(Result.LOST)),
        ("knightsduel -size=5", Value(Result.WON, 19)),
        ("knightsduel -size=6", Value(Result.LOST, 34)),
        ("knightsduel -rows=5 -cols=9", Value(Result.WON, 31)),
        ("knightsduel -rows=5 -cols=11", Value(Result.WON, 39)),
        ("knightsduel -rows=7 -cols=9", Value(Result.WON)),
        ("knightsduel -size=7", Value(Result.WON, 35)),
        ("trailblazer", Value(Result.WON, 39)),
        ("trailblazer -size=8", Value(Result.WON, 47)),
        ("trailblazer -size=9", Value(Result.WON, 71)),
    ],
)
def test_known_starts_are_shipped(line, value):
    """The standard starts of all games for two players, and what the rules say of others."""
    name, *words = line.split()
    game = games.find(name)
    options = game.resolve(game.read_options(words), 42)
    assert proved_start(game, options).value == value


def test_nothing_is_shipped_on_three_players():
    """Mad Knights has no exact values, and unknown games no file."""
    assert not proved_starts("madknights")
    assert not proved_starts("chess")


def not_confirmed(game, starts):
    """Returns the commands of a game's starts for which a search finds another value."""
    return [
        start.command
        for start in starts
        if start.game == game.name
        if not is_confirmed(start, prove_start(game, start.options, SECONDS))
    ]


@pytest.mark.parametrize("game", PAIRS, ids=lambda game: game.name)
def test_cheap_proofs_are_found_again(game):
    """A search finds the value that is shipped."""
    assert not_confirmed(game, CHEAP) == []


@pytest.mark.slow
@pytest.mark.parametrize("game", PAIRS, ids=lambda game: game.name)
def test_dear_proofs_are_found_again(game):
    """A longer search finds the value that is shipped."""
    assert not_confirmed(game, DEAR) == []


@cases(
    ("found", "confirmed"),
    [
        (Value(Result.WON, 5), True),
        (Value(Result.WON, 7), False),
        (Value(Result.WON), False),
        (Value(Result.LOST, 5), False),
        (None, False),
    ],
)
def test_another_value_confirms_nothing(found, confirmed):
    """Result and distance must be those that are shipped, if there is a distance."""
    proof = found and replace(SIZE_THREE, value=found)
    assert is_confirmed(SIZE_THREE, proof) == confirmed
    assert is_confirmed(replace(SIZE_THREE, value=Value(Result.WON)), proof) == bool(
        found and found.result is Result.WON
    )


def test_a_file_is_made_of_what_is_proved(monkeypatch):
    """Impossible options and starts that aren't proved are left out."""
    game = games.find("trailblazer")
    lines = ["-size=3", "-size=2", "-size=26", "-size=4"]
    monkeypatch.setattr("pbm.proofs.trailblazer.TrailblazerKnowledge.starts", lambda _: lines)
    found = list(new_starts(game, 0.2))
    assert [start.command[-1] for start in found] == ["3", "4"]
    assert found[0].value == Value(Result.WON, 5)


def test_the_program_proves_the_starts_again(shell, monkeypatch):
    """Each is printed; a wrong one is marked, and the status says so."""
    wrong = replace(SIZE_THREE, options=("-size=4",))
    monkeypatch.setattr(shipped, "proved_starts", lambda _: {0: SIZE_THREE})
    assert shell("starts", "trailblazer") == (0, f"{SIZE_THREE.write()}\n", "")
    monkeypatch.setattr(shipped, "proved_starts", lambda _: {0: wrong, 1: SIZE_THREE})
    status, printed, _ = shell("starts", "trailblazer")
    assert status == 1
    assert printed == f"{wrong.write()}\tNOT CONFIRMED\n{SIZE_THREE.write()}\n"


def test_the_program_makes_a_file_of_one_game(shell, monkeypatch):
    """The file is printed; without a game, or with two, the refusal says how to name one."""
    monkeypatch.setattr("pbm.proofs.trailblazer.TrailblazerKnowledge.starts", lambda _: ["-size=3"])
    status, printed, _ = shell("starts", "--new", "trailblazer")
    assert status == 0
    assert [start.value for start in read_starts("trailblazer", printed.splitlines()[1:])] == [
        Value(Result.WON, 5)
    ]
    status, _, error = shell("starts", "--new")
    assert status == 2
    assert "pbm starts --new knightsduel" in error
