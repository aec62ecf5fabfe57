"""Nodes whose PostgreSQL has a synchronous standby, which takes over for good, twice.

Nothing starts again on the host that was killed before it is the other's standby.
"""

from tests.crash.nodes import NodesTest
from tests.crash.run import TIMEOUT_SECONDS
from tests.support.replicated_postgresql import replicated_postgresql

MOVES, FAILOVERS = 150, 2
ROUNDS = FAILOVERS + 1


class StandbyTest(NodesTest):
    """Three nodes that are given the hosts of both PostgreSQL servers."""

    LIFE = MOVES // ROUNDS + 1, TIMEOUT_SECONDS
    DATABASE = staticmethod(replicated_postgresql)

    def __init__(self, stack, folder, seed, _strikes=1):
        super().__init__(stack, folder, seed, ROUNDS)

    def play(self):
        """Waits until a share of the moves was accepted."""
        wanted = len(self._moves()) + self.LIFE[0]
        self.wait_for(lambda: len(self._moves()) >= wanted, f"{wanted} moves")

    def strike(self, number):
        if number < FAILOVERS:
            self.kill_database()

    def _moves(self):
        return [mail for mail in [*self.players.accepted] if mail.ply]

    def figures(self, checks):
        return f"{super().figures(checks)}; {len(self._moves())} moves"
