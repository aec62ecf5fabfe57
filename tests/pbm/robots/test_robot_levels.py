"""The rated levels of robots, as they are shipped."""

import pytest

from pbm.board.ratings import NEWCOMER, Rating, rate
from pbm.games import games
from pbm.robots.levels import (
    HIGHEST,
    LEVELS,
    OTHER_GAMES,
    TABLE,
    nearest_level,
    rated_levels,
    read_levels,
)
from pbm.robots.move_choice import SearchLimit, choose_move
from tests.support.strategies import ALL, NAMES

LINES = TABLE.read_text().splitlines()[1:]
NUMBERS = range(1, HIGHEST + 1)
QUICK = SearchLimit(positions=600)
MEASURED = list(dict.fromkeys(rated.game for rated in read_levels(LINES) if rated.games))
SEARCHING_LESS_WITHOUT_RANDOM_MOVES = {"gomoku"}
"""Games in which a level that never moves at random may search less than the levels that do."""


@pytest.mark.parametrize("game", [*NAMES, "another"])
def test_each_game_has_ten_levels(game):
    """A game that hasn't been measured has those of other games."""
    assert [*rated_levels(game)] == [*NUMBERS]
    own = game if game in games() else OTHER_GAMES
    assert {rated.game for rated in rated_levels(game).values()} == {own}


@pytest.mark.parametrize("game", MEASURED)
def test_levels_are_ordered_by_their_ratings(game):
    """Each level is rated above the next lower one."""
    ratings = [rated_levels(game)[number].mu for number in NUMBERS]
    assert ratings == sorted(set(ratings))


@pytest.mark.parametrize("game", MEASURED)
def test_higher_levels_play_better_by_what_they_do(game):
    """They search no less, and play random moves no more often."""
    levels = [rated_levels(game)[number].level for number in NUMBERS]
    searched = [(level.positions, level.deepest) for level in levels]
    if game in SEARCHING_LESS_WITHOUT_RANDOM_MOVES:
        first = next(at for at, level in enumerate(levels) if not level.random_move_rate)
        assert searched == [*sorted(searched[:first]), *sorted(searched[first:])]
    else:
        assert searched == sorted(searched)
    rates = [level.random_move_rate for level in levels]
    assert rates == sorted(rates, reverse=True)


@pytest.mark.parametrize("game", MEASURED)
def test_the_highest_level_plays_as_the_best_robot(game):
    """It alone plays proved moves, and never a random one."""
    *lower, best = (rated_levels(game)[number].level for number in NUMBERS)
    named = LEVELS[3]
    assert (best.positions, best.deepest) == (named.positions, named.deepest)
    assert (best.random_move_rate, best.proofs) == (0, True)
    assert not any(level.proofs for level in lower)


def test_robots_begin_with_the_ratings_of_rated_levels():
    """The named ones with those of the nearest; people and engines with none."""
    for game in NAMES:
        rated = rated_levels(game)
        assert [nearest_level(f"rated {number}", game) for number in NUMBERS] == [*rated.values()]
        named = [rated[number] for number in (2, 9, 10)]
        assert [nearest_level(f"level {number}", game) for number in LEVELS] == named
        assert not any(Rating(each.mu, each.sigma).provisional for each in rated.values())
    assert {nearest_level(robot, "knightpanic") for robot in ("", "engine.py 3")} == {None}


def test_beating_the_easiest_robot_gains_little():
    """Much less than beating another newcomer."""
    easiest = rated_levels("knightpanic")[1]
    gains = [
        rate([NEWCOMER, other], [1, 2])[0].after.points - NEWCOMER.points
        for other in (Rating(easiest.mu, easiest.sigma), NEWCOMER)
    ]
    assert gains == [48, 79]


def test_the_table_is_written_as_it_is_read():
    """Its lines are those of its levels."""
    assert [rated.write() for rated in read_levels(LINES)] == LINES


@pytest.mark.parametrize("game", ALL, ids=NAMES)
def test_every_rated_level_moves(game):
    """The move is legal, and the same for the same seed."""
    position = game.start(game.resolve(game.options(), 5))
    for rated in rated_levels(game.name).values():
        move = choose_move(game, position, rated.level, rated.number, limit=QUICK)
        assert move in list(game.moves(position))
        assert move == choose_move(game, position, rated.level, rated.number, limit=QUICK)
