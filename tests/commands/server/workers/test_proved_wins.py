"""Positions that tables prove won, played by the best robot."""

import random
from itertools import chain, islice

import pytest

from commands.server.workers.search_functions import ProvedMoves
from pbm import games
from pbm.robots.move_choice import SearchLimit, choose_move
from tests.support.cases import cases

LIMIT = SearchLimit(2_000, 60)
MAX_PLIES = 300


@pytest.fixture(scope="module")
def proofs(tmp_path_factory):
    """Proofs with tables, which are made once."""
    return ProvedMoves(tmp_path_factory.mktemp("tables"))


def won_positions(game, words, proofs, seed):
    """Yields the positions of a random game in which the player to move is proved to win."""
    chance = random.Random(seed)
    position = game.start(game.resolve(game.read_options(words), seed))
    while (moves := list(game.moves(position))) and game.outcome(position) is None:
        if proofs.result(game, position) == "won":
            yield position
        position = game.play(position, chance.choice(moves))


def winners(game, position, proofs, other):
    """Returns the winners if the player to move is robot3, and the other of this level."""
    best, seen = game.to_move(position), []
    for ply in range(MAX_PLIES):
        seat = game.to_move(position)
        if seat is None:
            break
        level = 3 if seat == best else other
        move = choose_move(game, position, level, ply, proofs, limit=LIMIT, seen=seen)
        seen.append(position)
        position = game.play(position, move)
    outcome = game.outcome(position)
    return outcome.winners if outcome else ()


@pytest.mark.slow
@cases(("rules", "other"), [("", 3), ("-mover_loses", 1), ("-extra=1", 1), ("-3d -mover_loses", 3)])
def test_a_won_position_is_never_lost(proofs, rules, other):
    """From each won position of random games it wins against other robots."""
    game, words = games.find("knightpanic"), ("-size=4", *(rules or "-2d").split())
    found = (won_positions(game, words, proofs, seed) for seed in range(50))
    positions = list(islice(chain.from_iterable(found), 10))
    assert len(positions) == 10
    for position in positions:
        assert winners(game, position, proofs, other) == (game.to_move(position),)
