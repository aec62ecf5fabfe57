"""Golden reviews: whole games with what is said of them.

The file of a game has its setup in the first line, then its events, and after a line of `--->` its
review. To write the reviews again, run with PBM_GOLDEN=write and read what has changed.
"""

import os

import pytest

from commands.language.tokenizer import tokenize
from commands.views.analysis.game_review import review_data, review_text
from pbm.games import find, games
from pbm.match.match import Match
from pbm.proofs.proving import NewTables
from pbm.review.review import Reviewer, ReviewLimits
from tests.support.paths import TESTS
from tests.support.site import PLAYERS

FOLDER = TESTS / "reviews"
LIMITS = ReviewLimits(proof_positions=4000, estimate_positions=400)
"""Limits without time, so that the reviews are the same everywhere."""
SLOW = {"knightpanic-3d", "knightsduel", "trailblazer", "madknights"}
FILES = sorted(FOLDER.glob("*.txt"))


class Remembered:
    """Tables that are made once for all tests."""

    def __init__(self):
        self.tables, self.made = NewTables(1_000_000), {}

    def scores(self, numbering):
        if numbering.key not in self.made:
            self.made[numbering.key] = self.tables.scores(numbering)
        return self.made[numbering.key]


TABLES = Remembered()


def reviewed(setup, events):
    """Returns the match with these events, the players, and its review."""
    name, _, options = setup.partition(" ")
    game = find(name)
    chosen = game.resolve(game.read_options(tokenize(options)), 1)
    match = Match.replay_texts(game, chosen, events)
    names = list(PLAYERS)[: len(game.seats)]
    return match, names, Reviewer(match, names, LIMITS, TABLES).review()


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=[pytest.mark.slow] * (path.stem in SLOW))
        for path in FILES
    ],
)
def test_the_review_is_as_recorded(path):
    """Every sentence of the review is as it was when it was last read."""
    recorded = path.read_text()
    head = recorded.partition("--->\n")[0]
    setup, *events = head.strip().split("\n")
    now = f"{head}--->\n{review_text(*reviewed(setup, events))}\n"
    if os.environ.get("PBM_GOLDEN") == "write":
        path.write_text(now)
    assert now == recorded


@pytest.mark.parametrize("name", games())
def test_every_game_has_a_recorded_review(name):
    assert any(path.stem.startswith(name) for path in FILES)


def test_a_game_without_moves_has_nothing_to_review():
    """A game that ended before its first move is reviewed without an error."""
    match, names, moves = reviewed("knightsdance", ["leave 0 resigned"])
    assert moves == ()
    assert "There were no moves." in review_text(match, names, moves)


def test_programs_get_estimates_apart():
    """An estimate is never given as a proved value."""
    _, _, moves = reviewed("madknights -start=c3,f6,d5", ["move e4", "move d7", "move f4"])
    for each in review_data(moves):
        assert set(each["before"]) == set(each["after"]) == {"estimate"}
