"""Checkpoints: a match resumed in its middle is the match."""

import json
import random
from dataclasses import asdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.games import find
from pbm.match.checkpoint import Checkpoint, resumed_match, write_checkpoint
from pbm.match.match import Match
from tests.support.snapshots import playout
from tests.support.strategies import ALL, NAMES, resolved

law = settings(max_examples=15)
every_game = pytest.mark.parametrize("game", ALL, ids=NAMES)


def through_json(checkpoint):
    """Returns the checkpoint after it was stored as JSON."""
    return Checkpoint(**json.loads(json.dumps(asdict(checkpoint))))


@every_game
@law
@given(st.data())
def test_a_match_resumed_at_a_checkpoint_is_the_match(game, data):
    """Position, ply, rounds and moves after the checkpoint are those of the whole match."""
    options = data.draw(resolved(game))
    match = playout(game, options, data.draw(st.integers(0, 40)), data.draw(st.integers(0, 99)))
    begin = data.draw(st.sampled_from([*match.state.backwards()]))
    if begin.outcome:
        return
    resumed = resumed_match(game, options, through_json(write_checkpoint(game, options, begin)))
    resumed = resumed.continued(match.state.effective_since(begin))
    assert resumed.state.position == match.state.position
    assert hash(resumed.state.position) == hash(match.state.position)
    assert (resumed.ply, resumed.outcome) == (match.ply, match.outcome)
    assert resumed.moves == match.moves[begin.ply :]


def test_a_checkpoint_keeps_only_what_has_changed():
    """The tables of a board, and the options, aren't stored with every mail."""
    game = find("trailblazer")
    match = playout(game, game.resolve(game.options(), 1), 6)
    checkpoint = write_checkpoint(game, match.options, match.state)
    assert set(checkpoint.position) <= {"cells", "paths", "turn"}


def test_numbers_beyond_those_of_json_are_kept():
    """A large board's squares are more bits than many programs read as a number."""
    game = find("knightsduel")
    options = game.resolve(game.options(size=20), 1)
    match = playout(game, options, 30, random.Random(1).randrange(100))
    checkpoint = through_json(write_checkpoint(game, options, match.state))
    assert isinstance(checkpoint.position["active"], str)
    assert resumed_match(game, options, checkpoint).state.position == match.state.position


def test_a_long_log_is_replayed_once_through():
    """Replaying, taking back and looking back are possible at any length."""
    game = find("knightsdance")
    options = game.resolve(game.options(misere=True), 1)
    loop = ["move d4", "move a3", "move f5", "move b5"]
    match = Match.replay_texts(game, options, loop * 2500)
    assert (match.ply, match.at(2).moves, match.repetitions) == (10_000, ("d4", "a3"), 251)
    assert match.continued(["rollback 1", "undo"]).state.epoch == 2
