"""Positions of classic games: the actions of OpenSpiel that lead to them."""

from typing import Any, NamedTuple

from pbm.classics.states import Actions, state_after


class Position(NamedTuple):
    """A position of a classic game."""

    setup: str
    """OpenSpiel's name of the game, with its parameters."""
    actions: Actions = ()
    left: int | None = None
    """The seat that resigned or forfeited."""

    @property
    def state(self) -> Any:
        """OpenSpiel's state. Callers must not change it."""
        return state_after(self.setup, self.actions)
