"""All classic games: laws, counted positions, and random games replayed through logs."""

from datetime import UTC, datetime
from random import Random

import pytest

from pbm.game import OTHER, perft
from pbm.games import families, find
from pbm.laws.game_laws import LAWS, check_law, random_options
from pbm.match.match import Event, Match
from pbm.packages.guard import trusted
from tests.support.classic_games import CLASSICS, every_classic
from tests.support.paths import TESTS

NOON = datetime(2024, 2, 29, 12, tzinfo=UTC)
TABLES = TESTS / "perft" / "classics"
QUICK_LAWS = ["attributes_are_complete", "example_is_a_whole_game", "aims_are_sentences"]
GAMES = 63
"""Random games of each kind in the slow run: 1,000 in all."""


def rows():
    """Yields game, options, depth and count of each entry; those after `slow` are marked."""
    for name in CLASSICS:
        for line in (TABLES / f"{name}.txt").read_text(encoding="utf-8").splitlines():
            if not line.startswith("#"):
                typed, counts = line.split("|")
                quick, _, slow = counts.partition("slow")
                yield name, typed.split(), [*map(int, quick.split())], [*map(int, slow.split())]


@pytest.mark.parametrize(("name", "typed", "quick", "_slow"), list(rows()))
def test_counts(name, typed, quick, _slow):
    """The number of lines of each depth is that of the table."""
    game = find(name)
    position = game.start(game.resolve(game.read_options(typed), 0))
    for depth, count in enumerate(quick, 1):
        assert perft(game, position, depth) == count, depth


@pytest.mark.slow
@pytest.mark.parametrize(("name", "typed", "quick", "slow"), list(rows()))
def test_deep_counts(name, typed, quick, slow):
    game = find(name)
    position = game.start(game.resolve(game.read_options(typed), 0))
    with trusted():  # the count takes longer than a call on a server may
        for depth, count in enumerate(slow, len(quick) + 1):
            assert perft(game, position, depth) == count, depth


@every_classic
def test_facts_and_examples_are_right(name):
    for law in QUICK_LAWS:
        check_law(find(name), LAWS[law])


def test_every_game_has_a_family():
    assert OTHER not in families()
    assert [game.title for game in families()["Lines"]] == ["Connect Four", "Gomoku"]


@pytest.mark.slow
@every_classic
@pytest.mark.parametrize("law", LAWS)
def test_every_game_keeps_the_laws(name, law):
    check_law(find(name), LAWS[law])


@pytest.mark.slow
@every_classic
def test_random_games_replay(name):
    """The log of a whole random game leads to the same position and result."""
    game = find(name)
    for seed in range(GAMES):
        chance = Random(seed)
        match = Match.begin(game, random_options(game, chance))
        while not match.outcome:
            move = chance.choice(list(game.moves(match.state.position)))
            text = game.write(match.state.position, move)
            match = match.add(Event(f"move {text}", NOON, "alice"))
        again = Match.replay(game, match.options, [Event.read(e.write()) for e in match.events])
        assert (again.state, again.checksum) == (match.state, match.checksum)
