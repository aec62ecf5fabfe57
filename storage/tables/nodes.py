"""The tables by which the nodes of an installation share its work; times are the database's."""

from datetime import datetime

from sqlmodel import Field

from storage.tables.columns import Moment, Row, reference_to, table_of


class NodeRow(Row, table=True):
    """A node: a server, of which a database on PostgreSQL may have several."""

    __tablename__ = "node"
    name: str = Field(primary_key=True)
    incarnation: str
    """A random name of the server's last start."""
    host: str
    data: str
    """Its data folder."""
    folder_id: str
    """The data folder as its machine's kernel tells it from all others, also from copies."""
    version: str
    """Its version of pbm."""
    schema_version: str
    """The version of the tables that it was made for."""
    roles: str
    """Separated by spaces."""
    since: datetime = Field(sa_type=Moment)
    """The server's last start."""
    seen: datetime = Field(sa_type=Moment)
    """The last heartbeat."""
    stopped: bool = False
    """True if it has ended in order."""
    draining: bool = False
    """True if an admin wants it to take no more work."""
    drained: bool = False
    """True if it does no work any more, as is wanted."""
    games: str = ""
    """The games that it serves, separated by spaces."""
    lacks: str = ""
    """The games for want of which it leaves its work to other nodes, separated by spaces."""


class LeaseRow(Row, table=True):
    """The lease of work that one node does at a time, such as the clocks."""

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
    """The state of the board for which a move is searched."""
    holder: str
    until: datetime = Field(sa_type=Moment)


class EngineAbsenceRow(Row, table=True):
    """An engine that a node can't start, as something of it isn't on its machine."""

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
