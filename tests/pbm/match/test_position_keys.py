"""Keys of positions, and the moves of games by them."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.games import find
from pbm.match.explored_moves import END, played_moves
from pbm.match.match import Event, Match
from pbm.match.position_keys import position_key
from pbm.options import read_options
from tests.support.site import NOON
from tests.support.snapshots import playout
from tests.support.strategies import ALL, NAMES, resolved

every_game = pytest.mark.parametrize("game", ALL, ids=NAMES)


def begun(name, *options, seed=1):
    game = find(name)
    return Match.begin(game, game.resolve(read_options(game.options, options, name), seed))


def key(match):
    return position_key(match.game, match.options, match.state.position)


def played(match, *moves):
    return match.continued([f"move {move}" for move in moves])


@every_game
@settings(max_examples=15)
@given(st.data())
def test_equal_positions_have_equal_keys_and_others_dont(game, data):
    """Within a game, two positions have the same key if and only if they are the same."""
    options = data.draw(resolved(game))
    seeds = data.draw(st.tuples(st.integers(0, 99), st.integers(0, 99)))
    states = [
        state
        for seed in seeds
        for state in playout(game, options, 12, random.Random(seed).randrange(99)).state.backwards()
    ]
    keys = {position_key(game, options, state.position) for state in states}
    assert len(keys) == len({state.position for state in states})


@pytest.mark.parametrize(
    ("match", "expected"),
    [
        (begun("knightpanic"), "1d6eb7fb4cbfbe0dd5d85b03"),
        (played(begun("knightsduel"), "(2,3)"), "ab7d94fe72ba3f3c3935f3fc"),
        (begun("madknights", "-start=c3,f6,d5"), "c21929d7993cd5587ec5e462"),
    ],
)
def test_keys_are_those_that_are_stored(match, expected):
    """The keys are stored, so they stay as they are from version to version."""
    assert key(match) == expected


def test_other_moves_may_lead_to_the_same_position():
    """The key doesn't depend on the order in which moves were made."""
    first = played(begun("knightpanic"), "a1-e3", "a7-e5", "c1-g3", "c7-g5")
    other = played(begun("knightpanic"), "c1-g3", "c7-g5", "a1-e3", "a7-e5")
    assert key(first) == key(other)
    assert key(first) != key(begun("knightpanic"))


def test_positions_of_any_kind_have_keys():
    """A game's positions needn't be named tuples: small games do with a number."""

    class Hop:
        name, version, options = "hop", 1, find("madknights").options

        def start(self, options):
            return 0

        def without_seed(self, options):
            return options

        def compute(self, result):
            return result()

        def write_position(self, position):
            return None

    assert len({position_key(Hop(), Hop.options(), position) for position in (0, 1, 2)}) == 3


def test_games_with_other_rules_have_other_keys():
    """Options that change a rule make another position; the seed of random moves doesn't."""
    assert key(begun("knightpanic")) != key(begun("knightpanic", "-mover_loses"))
    start = "-start=c3,f6,d5"
    seeds = [begun("madknights", start, f"-seed={seed}") for seed in (1, 2)]
    assert key(seeds[0]) == key(seeds[1])
    assert key(seeds[0]) != key(begun("madknights", start, "-strict"))


def test_moves_are_told_with_the_positions_before_them():
    """Moves that were taken back don't count, and the end stands where the last move led."""
    match = begun("knightpanic").play("a1-e3", NOON, "alice").play("a7-e5", NOON, "bob")
    match = match.add(Event("undo", NOON, "alice")).play("c7-g5", NOON, "bob")
    ended = match.add(Event("leave 0 resigned", NOON, "alice"))
    moves = [*played_moves(ended)]
    assert [(each.ply, each.move) for each in moves] == [(0, "a1-e3"), (1, "c7-g5"), (2, END)]
    assert moves[0].position == key(begun("knightpanic"))
    assert moves[2].position == key(match)
