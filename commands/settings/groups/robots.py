"""The settings of robots, engines and proofs."""

from pydantic import Field

from commands.system.setting_groups import SettingGroup
from pbm.robots.levels import DEFAULT_POSITIONS
from pbm.robots.move_choice import DEFAULT_SECONDS, SearchLimit


class RobotSettings(SettingGroup):
    """Robots and engines."""

    robot_nodes: int = Field(default=DEFAULT_POSITIONS, ge=1)
    """The number of positions that robot3 examines per move. robot2 examines a quarter as many, and
    robot1 very few. Each level from 1 to 10 examines its own share of this number.
    """
    robot_seconds: float = Field(default=DEFAULT_SECONDS, gt=0, le=3600)
    """Maximum seconds that a robot may think about a move."""
    robot_workers: int = Field(default=1, ge=1)
    """The number of low-priority processes in which robots think."""
    bot_user: str = ""
    """If pbm runs as root, the system user that runs the engines (programs that other people
    wrote). If this setting is empty, each engine gets its own user. `root` allows engines to run as
    root.
    """
    bot_memory: int = Field(default=1024, ge=16, le=2**20)
    """Maximum memory of an engine, including all its processes, in megabytes."""

    @property
    def search_limit(self) -> SearchLimit:
        """The limit on the strongest robot's search for a move."""
        return SearchLimit(self.robot_nodes, self.robot_seconds)


class SolverSettings(SettingGroup):
    """Proofs."""

    solve_seconds: float = Field(default=60, gt=0, le=3600)
    """Maximum seconds that a search for a proof may take."""
    solve_megabytes: int = Field(default=1024, ge=256)
    """Maximum memory of a search that a player requests by email, in megabytes."""
