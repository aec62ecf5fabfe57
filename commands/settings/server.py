"""The settings of the server itself, of its nodes, its pages, and its robots."""

import re
from pathlib import Path
from typing import Literal, get_args

from pydantic import Field, ValidationInfo, field_validator

from commands.security.policy import SettingGroup
from commands.system.data_folder import DEFAULT
from mail.smtp.listen_addresses import read_port
from pbm.robots import DEFAULT_SECONDS, SearchLimit
from pbm.robots.levels import DEFAULT_POSITIONS

ADDRESS = re.compile(r"[A-Za-z0-9._-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*")
CHOSEN = re.compile(r"-?[A-Za-z0-9][A-Za-z0-9._-]*")
MAX_NAME_LENGTH = 32
"""In our address before the @: a + and a code must find room in 64 characters."""


class ServerSettings(SettingGroup):
    """The server."""

    data: Path = Path(DEFAULT)
    """The folder for all data: database, keys, tables of proofs, outbox."""
    address: str = "pbm@localhost"
    """The server's own mail address."""
    admin: str = ""
    """The address for mails to the admin; if empty, none are sent."""
    database: str = ""
    """A SQLAlchemy URL, such as `postgresql+psycopg://user@host/name`; if empty, SQLite in the data
    folder.
    """
    games: str = ""
    """The games that are served, or the packages whose games are, separated by commas; names after
    a `-` are left out. If empty, all that are installed.
    """
    backup_before_upgrade: bool = True
    """`true` if a newer pbm backs up the database into `backups` in the data folder before it
    upgrades the tables.
    """
    hang_seconds: float = Field(default=60, ge=5, le=3600)
    """The number of seconds without a heartbeat after which a process of the server is replaced."""

    @field_validator("address")
    @classmethod
    def _address_has_a_host(cls, value: str) -> str:
        if not ADDRESS.fullmatch(value):
            raise ValueError("an address such as pbm@example.org is needed, in plain letters")
        if len(value.partition("@")[0]) > MAX_NAME_LENGTH:
            raise ValueError(f"at most {MAX_NAME_LENGTH} characters may stand before the @")
        return value

    @field_validator("admin")
    @classmethod
    def _admin_is_an_address(cls, value: str) -> str:
        if value and not ADDRESS.fullmatch(value.replace("+", "")):
            raise ValueError("an address such as me@example.org is needed, in plain letters")
        return value

    @field_validator("games")
    @classmethod
    def _games_are_words(cls, value: str) -> str:
        words = [word.strip() for word in value.split(",") if word.strip()]
        for word in words:
            if not CHOSEN.fullmatch(word):
                raise ValueError(f'"{word}" is no name of a game or package, such as knightpanic')
        return ",".join(words)

    @field_validator("data", mode="before")
    @classmethod
    def _folder_has_a_name(cls, value: object) -> object:
        if value == "":
            raise ValueError("the name of a folder is needed")
        return value

    @field_validator("database")
    @classmethod
    def _database_is_known(cls, value: str) -> str:
        if value:
            from storage.database import check_url  # noqa: PLC0415 - slow to load

            check_url(value)
        return value

    @property
    def host(self) -> str:
        """The part of the server's address after the @."""
        return self.address.partition("@")[2]

    @property
    def database_url(self) -> str:
        """The SQLAlchemy URL of the database."""
        return self.database or f"sqlite:///{self.data / 'pbm.db'}"

    @property
    def tables_folder(self) -> Path:
        """The folder of tables of positions."""
        return self.data / "tables"

    @property
    def database_file(self) -> Path | None:
        """The file of an SQLite database; None for a database of another kind, or in memory."""
        kind, _, name = self.database_url.partition(":///")
        name = name.partition("?")[0]
        return Path(name) if kind.startswith("sqlite") and name not in ("", ":memory:") else None

    @property
    def is_file_missing(self) -> bool:
        """True if the file of an SQLite database isn't there."""
        return self.database_file is not None and not self.database_file.exists()


# The settings of an installation with several nodes.

Role = Literal["smtp", "lmtp", "mailbox", "delivery", "clocks", "robots", "solver"]
ROLES: tuple[Role, ...] = get_args(Role)

MAX_WRITERS = 32
NODE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


class NodeSettings(SettingGroup):
    """Nodes."""

    node: str = Field(default="", max_length=64)
    """The name of this node, one of several servers that may share a PostgreSQL database; if empty,
    the name of the machine.
    """
    roles: str = ",".join(ROLES)
    """The kinds of work that this node shares in, separated by commas."""
    writers: int = Field(default=4, ge=1, le=MAX_WRITERS)
    """The number of threads that handle mails in parallel on PostgreSQL; SQLite has one."""
    master_key_file: str = ""
    """The file with the key that encrypts the signing keys in the database; all nodes need the same
    file, and a new database creates it. If empty, it is `master-key` in the data folder; `none`
    stores the signing keys unencrypted.
    """

    @field_validator("node")
    @classmethod
    def _node_is_a_name(cls, value: str) -> str:
        if value and not NODE_NAME.fullmatch(value):
            raise ValueError(
                "a name consists of letters, digits, dots, underscores and hyphens, and begins "
                "with a letter or digit"
            )
        return value

    @field_validator("roles")
    @classmethod
    def _roles_are_known(cls, value: str) -> str:
        names = [name.strip() for name in value.split(",") if name.strip()]
        for name in names:
            if name not in ROLES:
                raise ValueError(f'"{name}" is no role; there are {", ".join(ROLES)}')
        if not names:
            raise ValueError(f"at least one role is needed of {', '.join(ROLES)}")
        return ",".join(role for role in ROLES if role in names)

    @property
    def role_set(self) -> frozenset[str]:
        """The roles of this node."""
        return frozenset(self.roles.split(","))


# The settings of the pages.

HTTPS = "https://"
SITE_URL = re.compile(r"https?://[A-Za-z0-9.:\[\]-]+(/[A-Za-z0-9._~/-]*)?")


class SiteSettings(SettingGroup):
    """Pages and unsubscribing."""

    site: str = ""
    """The folder in which the server keeps the web pages up to date; if empty, only `pbm site`
    makes pages.
    """
    site_url: str = ""
    """The web address of that folder, such as `https://example.org/games`; with it, mails link to
    the pages of their boards and tournaments.
    """
    unsubscribe_listen: str = ""
    """Where to listen for one-click unsubscribe requests, which a web server with HTTPS passes on:
    `HOST:PORT`, such as `127.0.0.1:2580`; if empty, players unsubscribe by mail only.
    """
    unsubscribe_url: str = Field(default="", validate_default=True)
    """The web address whose `/unsubscribe/` is passed on to it, such as `https://example.org`; if
    empty, `PBM_SITE_URL`.
    """

    @field_validator("site_url")
    @classmethod
    def _url_is_one_of_the_web(cls, value: str) -> str:
        if value and not SITE_URL.fullmatch(value):
            raise ValueError("an address such as https://example.org/games is needed")
        return value.rstrip("/")

    @field_validator("unsubscribe_listen")
    @classmethod
    def _requests_come_to_a_port(cls, value: str) -> str:
        if value:
            read_port(value)
        return value

    @field_validator("unsubscribe_url")
    @classmethod
    def _one_click_is_private(cls, value: str, info: ValidationInfo) -> str:
        if value and not (value.startswith(HTTPS) and SITE_URL.fullmatch(value)):
            raise ValueError("an address such as https://example.org is needed")
        site_url = info.data.get("site_url", HTTPS)
        if info.data.get("unsubscribe_listen") and not (value or site_url.startswith(HTTPS)):
            raise ValueError(
                "PBM_UNSUBSCRIBE_LISTEN needs it, or a PBM_SITE_URL that begins with https://"
            )
        return value.rstrip("/")

    @property
    def one_click_url(self) -> str:
        """The web address below which one-click unsubscribing is served; empty for none."""
        usual = self.site_url if self.unsubscribe_listen else ""
        return self.unsubscribe_url or (usual if usual.startswith(HTTPS) else "")


# The settings of robots, engines and proofs.


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
        """The limit on the best robot's search for a move."""
        return SearchLimit(self.robot_nodes, self.robot_seconds)


class SolverSettings(SettingGroup):
    """Proofs."""

    solve_seconds: float = Field(default=60, gt=0, le=3600)
    """The maximum number of seconds of a search for a proof."""
    solve_megabytes: int = Field(default=1024, ge=256)
    """The maximum memory of a search requested by mail, in megabytes."""
