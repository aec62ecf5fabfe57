"""The classic games, found as pbm finds them."""

import pkgutil

import pytest

from pbm import games
from pbm.errors import IllegalError
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


def check_spellings(match, spellings):
    """Checks the spellings of moves, separated by spaces, with underscores for spaces."""
    for written, texts in spellings.items():
        read = {text: match.canonical(text.replace("_", " ")) for text in texts.split()}
        assert set(read.values()) == {written}, read


def check_reason(name, reason, at):
    """Checks the reason for the result of a game's example."""
    _, moves = games.find(name).example
    assert play(start(name), " ".join(moves), at).outcome.reason == reason


def check_error(match, text, reason):
    """Checks that an illegal move is refused with a reason."""
    with pytest.raises(IllegalError) as error:
        match.canonical(text)
    assert reason in str(error.value)
