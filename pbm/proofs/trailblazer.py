"""Trailblazer as a race: the owner of a trail doesn't matter."""

from pbm.games.trailblazer import Position
from pbm.proofs.knowledge import Knowledge
from pbm.proofs.race import Race, diagonal


class TrailblazerKnowledge(Knowledge):
    """The knowledge of Trailblazer: each player's goal is the other's start."""

    def race(self, position: Position) -> Race:
        """Returns the race, in which unvisited cells are free."""
        board, cells, paths, turn, _ = position
        free = (1 << board.size**2) - 1 & ~(paths[0] | paths[1])
        goals = 1 << board.starts[1 - turn], 1 << board.starts[turn]
        return Race(board.steps, free, cells[turn], cells[1 - turn], *goals, diagonal(board.size))
