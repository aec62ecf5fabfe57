"""Fixtures of the tests of the site."""

import pytest

from pbm import games


@pytest.fixture(scope="module")
def few_games():
    """Three games are served: the same code makes the pages of each."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(games.VARIABLE, "knightpanic,madknights,trailblazer")
        games.forget()
        yield
    games.forget()
