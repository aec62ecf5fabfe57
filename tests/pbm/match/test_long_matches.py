"""Matches that reach the maximum number of moves."""

import pytest

from pbm.errors import ParseError
from pbm.game import Outcome
from pbm.match.match import Match
from pbm.match.match_state import MAX_PLIES
from tests.support.pick_game import Pick
from tests.support.site import NOON


class Endless(Pick):
    """A game in which cards can be picked again, and nobody can offer a draw."""

    drawn_by_agreement = False

    def longest(self, options):
        return None

    def make(self, picked, left=None):
        return picked[-1:] * (len(picked) % 2), left


def test_a_game_without_draw_offers_is_drawn_after_the_maximum_number_of_moves():
    match = Match.replay_texts(Endless(), Endless.options(), ["move Nf3", "move O-O"] * 499)
    for move in ("Nf3", "O-O"):
        assert match.outcome is None
        match = match.play(move, NOON, "alice")
    assert match.outcome == Outcome((1, 1), f"the game reached {MAX_PLIES} moves")


def test_players_of_a_game_without_draw_offers_cannot_agree_on_a_draw():
    match = Match.replay_texts(Endless(), Endless.options(), ["move Nf3"])
    with pytest.raises(ParseError):
        match.continued(["draw"])
