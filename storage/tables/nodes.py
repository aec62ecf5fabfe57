"""The tables by which the nodes of an installation share its work.

Times are of the database's clock.
"""

from datetime import datetime

from sqlmodel import Field

from storage.tables.columns import Moment, Row, reference_to, table_of


class NodeRow(Row, table=True):
    """A node, which is a server. Only a database on PostgreSQL may have several."""

    __tablename__ = "node"
    name: str = Field(primary_key=True)
    incarnation: str
    """A random name for one run of the node."""
    host: str
    data: str
    """The path of its data folder."""
    folder_id: str
    """Identifies the data folder on its machine. A copy of the folder has another id."""
    version: str
    """Its version of pbm."""
    schema_version: str
    """The schema version that its pbm was written for."""
    roles: str
    """Separated by spaces."""
    since: datetime = Field(sa_type=Moment)
    """When the node was last started."""
    seen: datetime = Field(sa_type=Moment)
    """The time of its last heartbeat."""
    stopped: bool = False
    """Whether it was shut down in an orderly way."""
    draining: bool = False
    """Whether an admin has asked it to take no new work."""
    drained: bool = False
    """Whether it has finished its work since an admin asked it to drain."""
    games: str = ""
    """The games that it serves, separated by spaces."""
    lacks: str = ""
    """Games that other nodes serve and it doesn't, so that it leaves all work to them. Separated by
    spaces.
    """


class LeaseRow(Row, table=True):
    """The lease of work that one node at a time does, such as checking the clocks."""

    __tablename__ = "lease"
    name: str = Field(primary_key=True)
    holder: str
    """The incarnation of a node."""
    until: datetime = Field(sa_type=Moment)


class TurnLeaseRow(Row, table=True):
    """The lease of a robot's or an engine's turn."""

    __tablename__ = "turn_lease"
    board_id: int = reference_to("board.id", key=True)
    checksum: str
    """The state of the board for which the holder searches a move."""
    holder: str
    until: datetime = Field(sa_type=Moment)


class EngineAbsenceRow(Row, table=True):
    """An engine that a node can't start, because a program or file is missing on its machine."""

    __tablename__ = "engine_absence"
    holder: str = Field(primary_key=True)
    """The incarnation of the node."""
    userid: str = Field(primary_key=True)
    detail: str
    """The missing program or file, in words."""


nodes = table_of(NodeRow)
leases = table_of(LeaseRow)
turn_leases = table_of(TurnLeaseRow)
engine_absences = table_of(EngineAbsenceRow)
