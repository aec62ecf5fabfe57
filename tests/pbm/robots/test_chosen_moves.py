"""Moves of robots that a game chooses itself."""

from pathlib import Path
from random import Random

import pytest

from pbm.laws.game_laws import LAWS, LawBrokenError, check_law
from pbm.review.assessment import Assessment
from pbm.review.move_estimates import estimated_moves
from pbm.robots.levels import LEVELS, rated_levels
from pbm.robots.move_choice import SearchLimit, choose_move
from pbm.robots.search_tasks import SearchTask, run_search
from pbm.search.budget import SearchBudget
from pbm.search.effort import Effort
from tests.benchmarks.level_games import LevelGame
from tests.support import pick_game
from tests.support.pick_game import LongPick

START = LongPick().start(LongPick.options())
LIMIT = SearchLimit(positions=1000, seconds=2.0)


class Chooser(LongPick):
    """Picks the last card, and notes with which effort."""

    def __init__(self, move="N5"):
        self.move, self.efforts = move, []

    def choose(self, position, effort):
        self.efforts.append(effort)
        return self.move


@pytest.mark.parametrize(
    ("level", "number", "positions"),
    [(2, 9, 26), (3, 10, 1000), (rated_levels("*")[10].level, 10, 1000)],
)
def test_a_game_chooses_the_moves_of_robots(level, number, positions):
    """Robots with named levels search as much as the nearest rated levels."""
    game = Chooser()
    assert choose_move(game, START, level, 7, limit=LIMIT) == "N5"
    assert game.efforts == [Effort(number, positions, 2.0, 7)]


@pytest.mark.parametrize("move", [None, "Q9"])
def test_pbm_searches_if_the_game_chooses_no_legal_move(move):
    game = Chooser(move)
    assert choose_move(game, START, 3, 7, limit=LIMIT) in list(game.moves(START))
    assert len(game.efforts) == 1


def test_weak_robots_still_make_random_moves():
    game, level = Chooser(), rated_levels("*")[1].level
    moves = {choose_move(game, START, level, seed, limit=LIMIT) for seed in range(40)}
    assert len(moves) > 5
    assert len(game.efforts) < 20
    assert {effort.level for effort in game.efforts} <= {1}


def test_the_search_for_a_robot_asks_the_game(packages):
    """The benchmark of levels does, too."""
    source = Path(pick_game.__file__).read_text()
    more = "\n    def choose(self, position, effort):\n        return [*self.moves(position)][-1]\n"
    packages.install("pbm-pick", f"{source}\n\nclass Last(LongPick):{more}", longpick="Last")
    task = SearchTask("longpick", 101, (), ("move a1",), epoch=0, seat=1, level=LEVELS[3])
    assert run_search(task, LIMIT) == "N5"
    strengths = {number: rated.level for number, rated in rated_levels("longpick").items()}
    assert LevelGame("longpick", "", 1, (1, 10)).play(strengths) == [2, 1]


@pytest.mark.parametrize(
    ("choose", "problem"),
    [
        (lambda _self, _position, _effort: "Q9", r"choose\(\) returns an illegal move: Q9"),
        (
            lambda self, position, _effort: self.chance.choice([*self.moves(position)]),
            r"choose\(\) returns different moves",
        ),
    ],
)
def test_a_wrong_choice_breaks_a_law(choose, problem):
    kind = type("Wrong", (LongPick,), {"choose": choose, "chance": Random(1)})
    with pytest.raises(LawBrokenError, match=problem):
        check_law(kind(), LAWS["chosen_moves_are_legal"])


class Estimator(LongPick):
    """Estimates each move as worth this much."""

    def __init__(self, worth):
        self.worth = worth

    def estimate(self, position, moves, effort):
        return [self.worth for _ in moves]


def test_a_game_estimates_moves_for_reviews():
    moves = [*LongPick().moves(START)]
    budget = SearchBudget(positions=100)
    estimates = estimated_moves(Estimator(0.7), START, moves, budget)
    assert estimates == dict.fromkeys(moves, Assessment(estimate=0.7))
    sure = estimated_moves(Estimator(1), START, moves, budget)
    assert sure == dict.fromkeys(moves, Assessment(estimate=0.99))


def test_a_game_without_evaluation_has_no_estimates():
    moves = [*LongPick().moves(START)]
    assert estimated_moves(LongPick(), START, moves, SearchBudget(positions=1000)) == {}


@pytest.mark.parametrize(
    ("worth", "to_move", "accepts"),
    [(0.01, True, True), (0.3, True, False), (0.99, False, True), (0.5, False, False)],
)
def test_robots_accept_draws_by_the_estimates_of_the_game(worth, to_move, accepts, packages):
    source = Path(pick_game.__file__).read_text()
    more = f"\n    def estimate(self, _, moves, effort):\n        return [{worth}] * len(moves)\n"
    packages.install("pbm-pick", f"{source}\n\nclass Guess(LongPick):{more}", longpick="Guess")
    seat = 0 if to_move else 1
    task = SearchTask(
        "longpick", 101, (), (), epoch=0, seat=seat, level=LEVELS[3], offer="draw", rated=False
    )
    assert run_search(task, LIMIT) == ("accept" if accepts else "reject")


@pytest.mark.parametrize("worth", [2, -0.1])
def test_other_estimates_break_a_law(worth):
    with pytest.raises(LawBrokenError, match="0 to 1 for each move"):
        check_law(Estimator(worth), LAWS["estimates_are_from_0_to_1"])
