"""The laws of games as tests, for the tests of a package that brings one.

from pbm.laws.pytest_laws import GameLaws
from pbm_clobber import Clobber

class TestClobber(GameLaws):
    game = Clobber()
"""

from typing import ClassVar

import pytest

from pbm.laws.game_laws import LAWS, check_law
from pbm.packages.offers import AnyGame


class GameLaws:
    """A test for each law; a subclass names the game."""

    game: ClassVar[AnyGame]

    @pytest.mark.parametrize("law", LAWS)
    def test_law(self, law: str) -> None:
        """The game keeps it, with many options and in many positions."""
        check_law(self.game, LAWS[law])
