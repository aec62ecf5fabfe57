"""The settings of the server itself: its data, addresses, database and games."""

import re
from pathlib import Path

from pydantic import Field, field_validator

from commands.system.data_folder import DEFAULT
from commands.system.setting_groups import SettingGroup

ADDRESS = re.compile(r"[A-Za-z0-9._-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*")
CHOSEN = re.compile(r"-?[A-Za-z0-9][A-Za-z0-9._-]*")
MAX_NAME_LENGTH = 32
"""Maximum length, in characters, of the part before the "@" in our address.

With a "+" and a code, this part may have 64 characters.
"""


class ServerSettings(SettingGroup):
    """The server."""

    data: Path = Path(DEFAULT)
    """The folder for all data: the database, the keys, the tablebases and the outbox."""
    address: str = "pbm@localhost"
    """The server's own email address."""
    admin: str = ""
    """The admin's email address, for problem reports. If this setting is empty, pbm sends no
    reports.
    """
    database: str = ""
    """The URL of the database in SQLAlchemy's format, such as
    `postgresql+psycopg://USER@HOST/NAME`. If this setting is empty, pbm uses SQLite in the data
    folder.
    """
    games: str = ""
    """The games to serve, separated by commas. The name of a package selects all its games. Put `-`
    before a name to exclude it. If this setting is empty, pbm serves all installed games.
    """
    backup_before_upgrade: bool = True
    """Whether pbm backs up the database before it upgrades the tables. The backup goes to `backups`
    in the data folder.
    """
    hang_seconds: float = Field(default=60, ge=5, le=3600)
    """pbm replaces any of its processes that sends no heartbeat for this many seconds."""

    @field_validator("address")
    @classmethod
    def _address_has_a_host(cls, value: str) -> str:
        if not ADDRESS.fullmatch(value):
            raise ValueError(
                f'"{value}" isn\'t a plain email address. Use one such as pbm@example.org.'
            )
        if len(value.partition("@")[0]) > MAX_NAME_LENGTH:
            raise ValueError(f'use at most {MAX_NAME_LENGTH} characters before the "@"')
        return value

    @field_validator("admin")
    @classmethod
    def _admin_is_an_address(cls, value: str) -> str:
        if value and not ADDRESS.fullmatch(value.replace("+", "")):
            raise ValueError(
                f'"{value}" isn\'t a plain email address. Use one such as me@example.org.'
            )
        return value

    @field_validator("games")
    @classmethod
    def _games_are_words(cls, value: str) -> str:
        words = [word.strip() for word in value.split(",") if word.strip()]
        for word in words:
            if not CHOSEN.fullmatch(word):
                raise ValueError(f'"{word}" isn\'t a valid name. Use a name such as knightpanic.')
        return ",".join(words)

    @field_validator("data", mode="before")
    @classmethod
    def _folder_has_a_name(cls, value: object) -> object:
        if value == "":
            raise ValueError("give the name of a folder")
        return value

    @field_validator("database")
    @classmethod
    def _database_is_known(cls, value: str) -> str:
        if value:
            from storage.opening import check_url  # noqa: PLC0415 - slow to load

            check_url(value)
        return value

    @property
    def host(self) -> str:
        """The part of the server's address after the "@"."""
        return self.address.partition("@")[2]

    @property
    def database_url(self) -> str:
        return self.database or f"sqlite:///{self.data / 'pbm.db'}"

    @property
    def tables_folder(self) -> Path:
        """The folder of tables of positions."""
        return self.data / "tables"

    @property
    def database_file(self) -> Path | None:
        """The file of an SQLite database, or None for other databases and a database in memory."""
        kind, _, name = self.database_url.partition(":///")
        name = name.partition("?")[0]
        return Path(name) if kind.startswith("sqlite") and name not in ("", ":memory:") else None

    @property
    def is_file_missing(self) -> bool:
        """Whether the database is an SQLite file that doesn't exist."""
        return self.database_file is not None and not self.database_file.exists()
