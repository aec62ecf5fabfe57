"""The guard of classic games, whose rules are another package's, but whose code is pbm's own."""

import pytest

from pbm.classics.games.chess import Chess
from pbm.errors import GameFailedError
from pbm.games import find


def test_an_error_in_an_iterator_disturbs_nothing_else(monkeypatch):
    def mover(*_args):
        raise RuntimeError

    game = find("chess")
    position = game.start(game.options())
    monkeypatch.setattr(Chess, "mover", mover)
    with pytest.raises(GameFailedError):
        game.written_moves(position)


def test_methods_that_the_game_inherits_are_called_directly():
    kind = type(find("chess"))
    assert "remaining" not in vars(kind)
    assert "outcome" in vars(kind)
