"""The guard of classic games, whose rules are another package's, but whose code is pbm's own."""

import pytest

from pbm.classics.games.chess import Chess
from pbm.errors import GameFailedError
from pbm.games import find


def test_an_error_in_an_iterator_disturbs_nothing_else(monkeypatch):
    def moves(_self, _position):
        yield (0,)
        raise RuntimeError

    game = find("chess")
    position = game.start(game.options())
    monkeypatch.setattr(Chess, "moves", moves)
    with pytest.raises(GameFailedError):
        game.written_moves(position)


def test_methods_that_the_game_inherits_are_called_directly():
    kind = type(find("chess"))
    assert "remaining" not in vars(kind)
    assert "outcome" in vars(kind)
