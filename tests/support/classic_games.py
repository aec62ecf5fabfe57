"""The classic games, found as pbm finds them."""

import pkgutil

import pytest

from pbm import games
from pbm.match.match import Match
from tests.support.paths import ROOT

FOLDER = ROOT / "pbm" / "classics" / "games"
CLASSICS = [module.name for module in pkgutil.iter_modules([str(FOLDER)])]
pytest.importorskip("pyspiel")
every_classic = pytest.mark.parametrize("name", CLASSICS)


def start(name, *options):
    """Returns the match at its start."""
    game = games.find(name)
    return Match.begin(game, game.resolve(game.read_options(options), 0))


def play(match, moves, at):
    """Returns the match after moves in any spelling, separated by spaces."""
    for move in moves.split():
        match = match.play(move, at, "alice")
    return match
