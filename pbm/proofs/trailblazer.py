"""Trailblazer as a race of two walkers: whose trail closes a cell doesn't matter."""

from pbm.games.trailblazer import Position
from pbm.proofs.knowledge import Knowledge
from pbm.proofs.race import Race, diagonal


class TrailblazerKnowledge(Knowledge):
    """Each player's goal is the other's start."""

    def walk(self, position: Position) -> Race:
        """The cells on which nobody has stood are free."""
        board, cells, paths, turn, _ = position
        free = (1 << board.size**2) - 1 & ~(paths[0] | paths[1])
        goals = 1 << board.starts[1 - turn], 1 << board.starts[turn]
        return Race(board.steps, free, cells[turn], cells[1 - turn], *goals, diagonal(board.size))
