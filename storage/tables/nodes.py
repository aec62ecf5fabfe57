"""The tables with which the nodes of an installation share its work.

All times are by the database's clock.
"""

from datetime import datetime

from sqlmodel import Field

from storage.tables.columns import Moment, Row, reference_to, table_of


class NodeRow(Row, table=True):
    """A node of the installation. Only a PostgreSQL database may have several nodes."""

    __tablename__ = "node"
    name: str = Field(primary_key=True)
    incarnation: str
    """A random name for one run of the node."""
    host: str
    data: str
    """The path of the node's data folder."""
    folder_id: str
    """Identifies the data folder on its machine. A copy of the folder has another id."""
    version: str
    """The node's version of pbm."""
    schema_version: str
    """The schema version that the node's pbm was written for."""
    roles: str
    """The node's roles, separated by spaces."""
    since: datetime = Field(sa_type=Moment)
    """When the node was last started."""
    seen: datetime = Field(sa_type=Moment)
    """The time of the node's last heartbeat."""
    stopped: bool = False
    """Whether the node was shut down properly."""
    draining: bool = False
    """Whether an admin has asked the node to take no new work."""
    drained: bool = False
    """Whether the node has finished its work since an admin asked it to drain."""
    games: str = ""
    """The games that the node serves, separated by spaces."""
    lacks: str = ""
    """Games that other nodes serve and this node doesn't, separated by spaces. While there are any,
    this node leaves all work to the other nodes.
    """


class LeaseRow(Row, table=True):
    """The lease of work that one node at a time does, such as checking the clocks."""

    __tablename__ = "lease"
    name: str = Field(primary_key=True)
    holder: str
    """The incarnation of the node that has the lease."""
    until: datetime = Field(sa_type=Moment)


class TurnLeaseRow(Row, table=True):
    """The lease of a robot's or an engine's turn."""

    __tablename__ = "turn_lease"
    board_id: int = reference_to("board.id", key=True)
    checksum: str
    """The checksum of the board's state for which the holder searches a move."""
    holder: str
    until: datetime = Field(sa_type=Moment)


class EngineAbsenceRow(Row, table=True):
    """An engine that a node can't start, because a program or file is missing on its machine."""

    __tablename__ = "engine_absence"
    holder: str = Field(primary_key=True)
    """The incarnation of the node that can't start the engine."""
    userid: str = Field(primary_key=True)
    detail: str
    """The missing program or file, in words."""


nodes = table_of(NodeRow)
leases = table_of(LeaseRow)
turn_leases = table_of(TurnLeaseRow)
engine_absences = table_of(EngineAbsenceRow)
