"""The settings of robots, engines and proofs."""

from pydantic import Field

from commands.security.policy import SettingGroup
from pbm.robots.levels import DEFAULT_POSITIONS
from pbm.robots.move_choice import DEFAULT_SECONDS, SearchLimit


class RobotSettings(SettingGroup):
    """Robots and engines."""

    robot_nodes: int = Field(default=DEFAULT_POSITIONS, ge=1)
    """The number of positions that robot3 examines for a move; robot2 examines a quarter of them,
    robot1 hardly any, and each rated level a share.
    """
    robot_seconds: float = Field(default=DEFAULT_SECONDS, gt=0, le=3600)
    """The maximum number of seconds that a robot thinks about a move."""
    robot_workers: int = Field(default=1, ge=1)
    """The number of processes in which robots think, at low priority."""
    bot_user: str = ""
    """The user as which all engines (other people's programs) run if pbm runs as root; if empty,
    each engine gets a user of its own. `root` lets them run as root.
    """
    bot_memory: int = Field(default=1024, ge=16, le=2**20)
    """The maximum memory of an engine with all its processes, in megabytes."""

    @property
    def search_limit(self) -> SearchLimit:
        """The limit on the strongest robot's search for a move."""
        return SearchLimit(self.robot_nodes, self.robot_seconds)


class SolverSettings(SettingGroup):
    """Proofs."""

    solve_seconds: float = Field(default=60, gt=0, le=3600)
    """The maximum number of seconds of a search for a proof."""
    solve_megabytes: int = Field(default=1024, ge=256)
    """The maximum memory of a search requested by mail, in megabytes."""
