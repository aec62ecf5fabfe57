"""The tables of the server itself."""

from datetime import datetime

from sqlmodel import Field

from storage.tables.columns import Moment, Row, table_of


class ServerSettingRow(Row, table=True):
    """A setting that all commands must have in common with the server."""

    __tablename__ = "server_setting"
    name: str = Field(primary_key=True)
    value: str


class InstallationSettingRow(Row, table=True):
    """A setting on which players depend, as the nodes of the installation use it.

    Apart from the others, which a pbm of version 0004 takes over, whatever their names.
    """

    __tablename__ = "installation_setting"
    name: str = Field(primary_key=True)
    value: str


class IncidentRow(Row, table=True):
    """The incidents of one kind within an hour, such as the deaths of a process."""

    __tablename__ = "incident"
    kind: str = Field(primary_key=True)
    subject: str = Field(primary_key=True)
    """The process or the robot; empty if the kind says it all."""
    hour: datetime = Field(primary_key=True, sa_type=Moment, index=True)
    """The start of the hour."""
    times: int
    at: datetime = Field(sa_type=Moment)
    """The time of the latest."""
    detail: str


class ProblemRow(Row, table=True):
    """A problem that a health check found, also after its end."""

    __tablename__ = "problem"
    name: str = Field(primary_key=True)
    """The check and its subject, such as `disk /srv`."""
    text: str
    since: datetime = Field(sa_type=Moment)
    told: datetime | None = Field(default=None, sa_type=Moment)
    """The time at which the admin was last told."""
    ended: datetime | None = Field(default=None, sa_type=Moment)
    """The time from which it wasn't found any more; None while it lasts."""


class ServerProcessRow(Row, table=True):
    """A process of a running server, as the server last recorded it."""

    __tablename__ = "server_process"
    server: str = Field(primary_key=True)
    """The host, and the id of the main process."""
    name: str = Field(primary_key=True)
    pid: int
    since: datetime = Field(sa_type=Moment)
    """The start of the process."""
    seen: datetime = Field(sa_type=Moment)
    """The time at which it was recorded."""


server_settings = table_of(ServerSettingRow)
installation_settings = table_of(InstallationSettingRow)
incidents = table_of(IncidentRow)
problems = table_of(ProblemRow)
server_processes = table_of(ServerProcessRow)
