"""The tables of stored settings, incidents, problems and server processes."""

from datetime import datetime

from sqlmodel import Field

from storage.tables.columns import Moment, Row, table_of


class ServerSettingRow(Row, table=True):
    """A setting that commands on the machine must share with the server."""

    __tablename__ = "server_setting"
    name: str = Field(primary_key=True)
    value: str


class InstallationSettingRow(Row, table=True):
    """A setting that players depend on, and that all nodes of the installation share.

    It isn't in `server_setting`, because pbm with schema version 0004 adopts all settings of that
    table, whatever their names.
    """

    __tablename__ = "installation_setting"
    name: str = Field(primary_key=True)
    value: str


class IncidentRow(Row, table=True):
    """The incidents of one kind within an hour, such as the deaths of a process."""

    __tablename__ = "incident"
    kind: str = Field(primary_key=True)
    subject: str = Field(primary_key=True)
    """The process or robot. Empty if the kind has only one subject."""
    hour: datetime = Field(primary_key=True, sa_type=Moment, index=True)
    """The beginning of the hour."""
    times: int
    at: datetime = Field(sa_type=Moment)
    """The time of the latest incident."""
    detail: str


class ProblemRow(Row, table=True):
    """A current or past problem that a health check has found."""

    __tablename__ = "problem"
    name: str = Field(primary_key=True)
    """The check and its subject, such as `disk /srv`."""
    text: str
    since: datetime = Field(sa_type=Moment)
    told: datetime | None = Field(default=None, sa_type=Moment)
    """When pbm last emailed the admin about it."""
    ended: datetime | None = Field(default=None, sa_type=Moment)
    """When the check first passed again. None if the problem persists."""


class ServerProcessRow(Row, table=True):
    """A process of a running server, as last recorded by the server."""

    __tablename__ = "server_process"
    server: str = Field(primary_key=True)
    """The host name and the id of the main process."""
    name: str = Field(primary_key=True)
    pid: int
    since: datetime = Field(sa_type=Moment)
    """When the process was started."""
    seen: datetime = Field(sa_type=Moment)
    """When the server recorded it."""


server_settings = table_of(ServerSettingRow)
installation_settings = table_of(InstallationSettingRow)
incidents = table_of(IncidentRow)
problems = table_of(ProblemRow)
server_processes = table_of(ServerProcessRow)
