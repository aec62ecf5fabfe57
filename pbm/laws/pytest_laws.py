"""The laws of games as pytest tests, for packages that contain a game.

A package's tests inherit all laws with these lines:

    from pbm.laws.pytest_laws import GameLaws
    from pbm_clobber import Clobber

    class TestClobber(GameLaws):
        game = Clobber()

A subclass may also define tests of its own.
"""

from typing import ClassVar

import pytest

from pbm.laws.game_laws import LAWS, check_law
from pbm.packages.offers import AnyGame


class GameLaws:
    """One test for each law. A subclass sets `game`."""

    game: ClassVar[AnyGame]

    @pytest.mark.parametrize("law", LAWS)
    def test_law(self, law: str) -> None:
        """The game follows the law, with many options and in many positions."""
        check_law(self.game, LAWS[law])
