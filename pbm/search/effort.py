"""How much a robot may search for a move."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Effort:
    """The strength of a robot, and the limits of its search for a move."""

    level: int
    """Number of the robot's rated level, from 1 to 10."""
    positions: int
    """Maximum number of positions, or of simulated games, that it searches."""
    seconds: float
    """Maximum number of seconds. If a search takes longer, its process is ended."""
    seed: int
    """Seed for random choices. The same position and effort always lead to the same move."""
