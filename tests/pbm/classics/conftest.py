"""Serves the classic games, which other tests don't."""

import pytest

from pbm import games
from tests.support.classic_games import CLASSICS


@pytest.fixture(autouse=True)
def _served(monkeypatch):
    monkeypatch.setenv("PBM_GAMES", ",".join(CLASSICS))
    games.forget()
    yield
    monkeypatch.undo()
    games.forget()
