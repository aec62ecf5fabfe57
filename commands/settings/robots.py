"""The settings of robots, engines and proofs."""

from typing import ClassVar

from pydantic import BaseModel, Field

from pbm.robots import DEFAULT_SECONDS, SearchLimit
from pbm.robots.levels import DEFAULT_POSITIONS


class RobotSettings(BaseModel):
    """Robots, and engines of other people."""

    heading: ClassVar[str] = "Robots and engines"

    robot_nodes: int = Field(
        default=DEFAULT_POSITIONS,
        ge=1,
        description=(
            "the positions that robot3 examines for a move; robot2 examines a quarter, "
            "robot1 hardly any, and each rated level a share"
        ),
    )
    robot_seconds: float = Field(
        default=DEFAULT_SECONDS,
        gt=0,
        le=3600,
        description="the most seconds that a robot thinks about a move",
    )
    robot_workers: int = Field(
        default=1, ge=1, description="the processes in which robots think, at low priority"
    )
    bot_user: str = Field(
        default="",
        description=(
            "the user as which all engines (other people's programs) run, for a pbm that runs as "
            "root; if empty, each has a user of its own there. `root` lets them run as root"
        ),
    )
    bot_memory: int = Field(
        default=1024,
        ge=16,
        le=2**20,
        description="the most memory of an engine with all its processes, in megabytes",
    )

    @property
    def search_limit(self) -> SearchLimit:
        """The limit on the best robot's search for a move."""
        return SearchLimit(self.robot_nodes, self.robot_seconds)


class SolverSettings(BaseModel):
    """Proofs."""

    heading: ClassVar[str] = "Proofs"

    solve_seconds: float = Field(
        default=60, gt=0, le=3600, description="the most seconds that a search for a proof takes"
    )
    solve_megabytes: int = Field(
        default=1024,
        ge=256,
        description="the most memory of a search requested by mail, in megabytes",
    )
