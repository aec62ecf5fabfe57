"""The table of the server itself."""

from sqlmodel import Field

from storage.tables.columns import Row, table_of


class ServerSettingRow(Row, table=True):
    """A setting that all commands must have in common with the server."""

    __tablename__ = "server_setting"
    name: str = Field(primary_key=True)
    value: str


server_settings = table_of(ServerSettingRow)
