"""The settings of a server, from the environment or from `pbm.toml`."""

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import ClassVar, Self, get_args

from pydantic import BaseModel, Field, ValidationError, ValidationInfo, field_validator
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from commands.engines.resource_limits import EngineLimits, find_user
from commands.security.policy import Policy
from commands.system.credentials import CredentialsSource, credential_names, credentials_folder
from commands.system.logging import LogFormat, LogLevel, LogStyle, use_log_style
from mail.delivery.relay import check_relay
from mail.smtp.listen_addresses import read_listen_address
from pbm.errors import UsageError
from pbm.game import Game
from pbm.robots import DEFAULT_POSITIONS, DEFAULT_SECONDS, SearchLimit
from pbm.suggestions import did_you_mean
from pbm.wording import listing

ADDRESS = re.compile(r"[A-Za-z0-9._-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*")
SETTINGS_FILE = "pbm.toml"
PREFIX = "PBM_"
NAME_A_FILE = frozenset({"tls_certificate", "tls_key"})
"""Settings that name a file, which may be a credential itself."""
LAST_COMMIT_FILE = "last-commit"
"""The name of the file with the number of the last commit."""
MAX_NAME_LENGTH = 32
"""In our address before the @: a + and a code must find room in 64 characters."""


class ServerSettings(BaseModel):
    """The server itself."""

    heading: ClassVar[str] = "The server"

    data: Path = Field(
        default=Path("pbm-data"),
        description="the folder for all data: database, keys, tables of proofs, outbox",
    )
    address: str = Field(default="pbm@localhost", description="the server's own mail address")
    admin: str = Field(
        default="", description="the address for mails to the admin; if empty, none are sent"
    )
    database: str = Field(
        default="",
        description=(
            "a SQLAlchemy URL, such as `postgresql+psycopg://user@host/name`; if empty, "
            "SQLite in the data folder"
        ),
    )
    backup_before_upgrade: bool = Field(
        default=True,
        description=(
            "`true` if a newer pbm backs up the database, into `backups` in the data folder, "
            "before it upgrades the tables"
        ),
    )
    downtime_hours: float = Field(
        default=2,
        ge=0.1,
        le=8760,
        description=(
            "a gap of this many hours between ticks counts as downtime, which is given back "
            "to the players"
        ),
    )
    hang_seconds: float = Field(
        default=60,
        ge=5,
        le=3600,
        description=(
            "a process of the server that gives no sign of life for so many seconds is replaced"
        ),
    )
    largest_board: int = Field(
        default=100,
        ge=5,
        le=1000,
        description="the most rows or columns of a board, for games that set no limit",
    )

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
    def database_file(self) -> Path | None:
        """The file of an SQLite database; None for a database of another kind, or in memory."""
        kind, _, name = self.database_url.partition(":///")
        name = name.partition("?")[0]
        return Path(name) if kind.startswith("sqlite") and name not in ("", ":memory:") else None

    @property
    def is_file_missing(self) -> bool:
        """True if the file of an SQLite database isn't there."""
        return self.database_file is not None and not self.database_file.exists()


class MailSettings(BaseModel):
    """Mail in and out."""

    heading: ClassVar[str] = "Mail in and out"

    smtp_host: str = Field(
        default="127.0.0.1", description="the address on which to listen for SMTP"
    )
    smtp_port: int | None = Field(
        default=2525,
        ge=0,
        le=65535,
        description="the port for SMTP: `0` takes a free one, `off` disables SMTP",
    )
    lmtp: str = Field(
        default="",
        description="where to listen for LMTP: `unix:PATH` or `HOST:PORT`; if empty, nowhere",
    )
    lmtp_mode: str = Field(
        default="0660",
        pattern="^[0-7]{3,4}$",
        description="the permissions of the Unix socket for LMTP, in octal",
    )
    relay: str = Field(
        default="maildir:",
        description=(
            "where outgoing mail goes: `maildir:` (the folder `outbox` in the data folder), "
            "`maildir:PATH` or `smtp://HOST:PORT`"
        ),
    )
    tls_certificate: str = Field(
        default="",
        description=(
            "a file with a certificate and its chain, in PEM; with it SMTP and LMTP offer STARTTLS"
        ),
    )
    tls_key: str = Field(
        default="",
        validate_default=True,
        description="a file with the key of the certificate, in PEM, not encrypted",
    )
    proxy_protocol: bool = Field(
        default=False,
        description=(
            "`true` if a proxy in front of SMTP sends the clients' addresses in a PROXY header"
        ),
    )
    most_connections: int = Field(
        default=100, ge=1, description="the most simultaneous connections, for SMTP and LMTP each"
    )
    most_connections_per_address: int = Field(
        default=20,
        ge=1,
        description="the most simultaneous SMTP connections from one IPv4 address or IPv6 network",
    )

    @field_validator("smtp_port", mode="before")
    @classmethod
    def _port_may_be_off(cls, value: object) -> object:
        return None if str(value).lower() in ("off", "") else value

    @field_validator("lmtp")
    @classmethod
    def _lmtp_is_an_address(cls, value: str) -> str:
        if value:
            read_listen_address(value)
        return value

    @field_validator("tls_key")
    @classmethod
    def _key_has_a_certificate(cls, value: str, info: ValidationInfo) -> str:
        if bool(value) != bool(info.data.get("tls_certificate")):
            raise ValueError("PBM_TLS_CERTIFICATE and PBM_TLS_KEY go together: set both, or none")
        return value

    @field_validator("relay")
    @classmethod
    def _relay_is_known(cls, value: str) -> str:
        check_relay(value)
        return value


class RobotSettings(BaseModel):
    """Robots, and engines of other people."""

    heading: ClassVar[str] = "Robots and engines"

    robot_nodes: int = Field(
        default=DEFAULT_POSITIONS,
        ge=1,
        description=(
            "the positions that robot3 examines for a move; robot2 examines a quarter, "
            "robot1 hardly any"
        ),
    )
    robot_seconds: float = Field(
        default=DEFAULT_SECONDS,
        gt=0,
        le=3600,
        description="the most seconds that a robot thinks about a move",
    )
    robot_workers: int = Field(
        default=1, ge=1, description="the processes in which robots think, at low priority"
    )
    bot_user: str = Field(
        default="",
        description=(
            "the user as which all engines (other people's programs) run, for a pbm that runs as "
            "root; if empty, each has a user of its own there. `root` lets them run as root"
        ),
    )
    bot_memory: int = Field(
        default=1024,
        ge=16,
        le=2**20,
        description="the most memory of an engine with all its processes, in megabytes",
    )

    @property
    def search_limit(self) -> SearchLimit:
        """The limit on the best robot's search for a move."""
        return SearchLimit(self.robot_nodes, self.robot_seconds)


class SolverSettings(BaseModel):
    """Proofs."""

    heading: ClassVar[str] = "Proofs"

    solve_seconds: float = Field(
        default=60, gt=0, le=3600, description="the most seconds that a search for a proof takes"
    )
    solve_megabytes: int = Field(
        default=1024,
        ge=256,
        description="the most memory of a search requested by mail, in megabytes",
    )


class HealthSettings(BaseModel):
    """Health and housekeeping."""

    heading: ClassVar[str] = "Health and housekeeping"

    disk_free_percent: float = Field(
        default=10,
        ge=0,
        le=100,
        description=(
            "a disk is nearly full when less than so many percent of it are free, and less than "
            "`PBM_DISK_FREE_MEGABYTES` as well"
        ),
    )
    disk_free_megabytes: int = Field(
        default=1024, ge=0, description="the megabytes that go with `PBM_DISK_FREE_PERCENT`"
    )
    queue_hours: float = Field(
        default=2,
        ge=0.1,
        le=8760,
        description="the admin is told when mail has waited for so many hours to be tried at all",
    )
    failures_per_day: int = Field(
        default=3,
        ge=1,
        description=(
            "the admin is told when a process of the server, or the program of a robot, fails so "
            "often in a day"
        ),
    )
    keep_mail_days: int = Field(
        default=90,
        ge=31,
        le=36500,
        description=(
            "the days for which sent, failed, withheld and dropped mails are listed, and bounces "
            "of them are understood"
        ),
    )
    keep_letter_days: int = Field(
        default=30,
        ge=7,
        le=36500,
        description="the days in which a mail that arrives a second time is recognized",
    )
    keep_audit_days: int = Field(
        default=0,
        ge=0,
        le=36500,
        description="the days for which the acts of admins are kept; `0` keeps them for ever",
    )
    keep_health_days: int = Field(
        default=30,
        ge=2,
        le=36500,
        description="the days for which past problems of the server are kept, for `pbm status`",
    )


class InsightSettings(BaseModel):
    """Metrics and the log."""

    heading: ClassVar[str] = "Metrics and the log"

    metrics: str = Field(
        default="",
        description=(
            "where to serve `/metrics`, `/livez` and `/readyz` by HTTP: `HOST:PORT`, such as "
            "`127.0.0.1:9464`; if empty, nowhere. Whoever can connect may read them"
        ),
    )

    log: LogFormat = Field(
        default="text",
        description=(
            "the form of the log: `text` (name='value' pairs) or `json` (an object), one line an "
            "event"
        ),
    )
    log_level: LogLevel = Field(
        default="info",
        description=(
            "the lowest level that is logged: `debug`, `info`, `warning` or `error`. Commands in "
            "the shell log errors alone unless it is set"
        ),
    )

    @field_validator("metrics")
    @classmethod
    def _metrics_is_a_port(cls, value: str) -> str:
        if value and not value.startswith("unix:"):
            with suppress(ValueError):
                read_listen_address(value)
                return value
        if value:
            raise ValueError(f'"{value}" isn\'t a HOST:PORT such as 127.0.0.1:9464')
        return value

    @field_validator("log", "log_level", mode="before")
    @classmethod
    def _word_is_known(cls, value: object, info: ValidationInfo) -> object:
        known: tuple[str, ...] = get_args(LogFormat if info.field_name == "log" else LogLevel)
        if str(value).lower() not in known:
            raise ValueError(f'"{value}" isn\'t one of {listing(known, "or")}')
        return str(value).lower()


GROUPS: tuple[type[BaseModel], ...] = (
    ServerSettings,
    MailSettings,
    Policy,
    RobotSettings,
    SolverSettings,
    HealthSettings,
    InsightSettings,
)
"""The settings by subject, in the order of the documentation."""


class Settings(
    ServerSettings,
    MailSettings,
    Policy,
    RobotSettings,
    SolverSettings,
    HealthSettings,
    InsightSettings,
    BaseSettings,
):
    """The settings: PBM_NAME in the environment, a credential pbm_name, or name in pbm.toml."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, toml_file=SETTINGS_FILE, extra="forbid")

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Returns the sources by precedence: arguments, environment, credentials, the file."""
        credentials = CredentialsSource(settings_cls, NAME_A_FILE)
        return init_settings, env_settings, credentials, TomlConfigSettingsSource(settings_cls)

    @property
    def to_keep(self) -> dict[str, str]:
        """The settings that all commands must have in common with the server, by name."""
        return {"address": self.address, "relay": self._fixed_relay}

    def with_kept(self, kept: Mapping[str, str], *, force: bool) -> Self:
        """Returns the settings with those that are kept with the data.

        Raises UsageError for others, unless `force`: then they hold for this command.
        """
        given = {
            name: value for name, value in self.to_keep.items() if name in self.model_fields_set
        }
        for name, value in given.items() if not force else ():
            if kept.get(name, value) != value:
                raise UsageError(
                    f"PBM_{name.upper()} is {value}, but the server of this data uses "
                    f"{kept[name]}.\nLeave it out or set it to that; --force uses {value} all the "
                    "same, and keeps it\nif the command is serve."
                )
        return self.model_copy(update=dict(kept) | (given if force else {}))

    @property
    def _fixed_relay(self) -> str:
        """The relay, with its folder spelt out unless that is in the same folder as the data."""
        _, maildir, folder = self.relay.partition("maildir:")
        within = self.database_file and self.database_file.parent == self.data
        if not maildir or (within and not folder):
            return self.relay
        return f"maildir:{Path(folder or self.data / 'outbox').absolute()}"

    @property
    def outbox_folder(self) -> Path | None:
        """The Maildir of outgoing mail; None if a mail server takes it."""
        _, maildir, folder = self.relay.partition("maildir:")
        return Path(folder or self.data / "outbox") if maildir else None

    @property
    def private_paths(self) -> list[Path]:
        """The files and folders that other users of the machine mustn't read."""
        file = self.database_file
        return [self.data, *([file] if file and file.parent != self.data else [])]

    @property
    def log_style(self) -> LogStyle:
        """The form of the log."""
        level = self.log_level if "log_level" in self.model_fields_set else None
        return LogStyle(self.log, level)

    @property
    def policy(self) -> Policy:
        """The settings that commands ask about."""
        return Policy(**{name: getattr(self, name) for name in Policy.model_fields})


def read_settings() -> Settings:
    """Returns the settings; raises UsageError, which names the wrong ones."""
    wrong = _misnamed()
    try:
        settings = Settings()
    except ValidationError as error:
        wrong += [_wrong(str(part["loc"][0]), part["type"], part["msg"]) for part in error.errors()]
    except ValueError as error:
        raise UsageError(f"pbm.toml can't be read: {error}") from None
    if wrong:
        raise UsageError("\n".join(["These settings can't be used:", *wrong]))
    Game.largest = settings.largest_board
    use_log_style(settings.log_style)
    return settings


def _misnamed() -> list[str]:
    """Returns errors for unknown names in the environment and of credentials."""
    variables = {name for name in os.environ if name.startswith(PREFIX)}
    credentials = {name for name in credential_names() if name.upper().startswith(PREFIX)}
    given = {name[len(PREFIX) :].lower() for name in variables | credentials}
    known = Settings.model_fields
    return [
        f"  PBM_{name.upper()}: there is no such setting.{did_you_mean(name, known)}"
        for name in sorted(given - set(known))
    ]


def _wrong(name: str, kind: str, message: str) -> str:
    if kind == "extra_forbidden":
        return (
            f'  pbm.toml: there is no setting "{name}".{did_you_mean(name, Settings.model_fields)}'
        )
    return f"  PBM_{name.upper()}: {message.removeprefix('Value error, ')}"


def engine_limits(settings: Settings) -> EngineLimits:
    """Returns the limits of every engine that this server runs.

    Raises NotAllowedError if engines would have to run as root, without that being said.
    """
    private = [settings.data, Path(SETTINGS_FILE), Path(settings.tls_key or SETTINGS_FILE)]
    private += filter(None, [settings.database_file, credentials_folder()])
    return EngineLimits(
        memory=settings.bot_memory,
        user=find_user(settings.bot_user),
        hidden=tuple(str(path.resolve()) for path in private),
    )
