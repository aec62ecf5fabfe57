"""Fixtures of the tests of the site."""

import pytest

from pbm import games


@pytest.fixture
def few_games(monkeypatch):
    """Three games are served: the same code makes the pages of each."""
    monkeypatch.setenv(games.VARIABLE, "knightpanic,madknights,trailblazer")
    games.forget()
    yield
    monkeypatch.undo()
    games.forget()
