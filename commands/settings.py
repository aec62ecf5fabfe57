"""What an admin may set, in the environment or in `pbm.toml`."""

import os
import re
from pathlib import Path

from pydantic import Field, ValidationError, ValidationInfo, field_validator
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from commands.context.policy import Limits, Policy
from commands.engines.limits import Limits as EngineLimits
from commands.engines.limits import user_of
from mail.delivery.relays import check_relay
from mail.smtp import read_place
from pbm.errors import Usage
from pbm.game import Game
from pbm.robots import POSITIONS, SECONDS, Effort
from pbm.wording import did_you_mean
from storage import check_url

ADDRESS = re.compile(r"[A-Za-z0-9._-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*")
USUAL, USUAL_ANSWERS = Policy(), Limits()
"""What holds where nothing is set."""
LONGEST_NAME = 32
"""In our address before the @: a + and a code must find room in 64 characters."""


class Settings(BaseSettings):
    """Each is PBM_NAME in the environment, or name in pbm.toml; the environment counts more."""

    model_config = SettingsConfigDict(env_prefix="PBM_", toml_file="pbm.toml", extra="forbid")

    data: Path = Field(default=Path("pbm-data"), description="the folder where everything is kept")
    address: str = Field(default="pbm@localhost", description="the server's own mail address")
    smtp_host: str = Field(default="127.0.0.1", description="where to listen for mail")
    smtp_port: int | None = Field(
        default=2525, ge=0, le=65535, description="its port; 0 takes a free one, off none"
    )
    lmtp: str = Field(
        default="",
        description="where to listen for LMTP: unix:PATH or HOST:PORT; by default nowhere",
    )
    lmtp_mode: str = Field(
        default="0660", pattern="^[0-7]{3,4}$", description="who may use the Unix socket, in octal"
    )
    tls_certificate: str = Field(default="", description="a file in PEM, for STARTTLS")
    tls_key: str = Field(default="", validate_default=True, description="its key, a file in PEM")
    proxy_protocol: bool = Field(
        default=False, description="whether a proxy in front of SMTP sends the PROXY header"
    )
    most_connections: int = Field(
        default=100, ge=1, description="most connections at once, by SMTP and again by LMTP"
    )
    most_connections_per_address: int = Field(
        default=20, ge=1, description="most SMTP connections at once from one address"
    )
    database: str = Field(
        default="", description="a SQLAlchemy URL; by default SQLite in the data folder"
    )
    relay: str = Field(
        default="maildir:", description="where mail goes: maildir: or smtp://HOST:PORT"
    )
    largest_board: int = Field(
        default=100, ge=5, le=1000, description="most rows or columns where a game sets no limit"
    )
    vacation_days: int = Field(
        default=USUAL.vacation_days,
        ge=0,
        le=366,
        description="days of vacation that a player has in a year",
    )
    downtime_hours: float = Field(
        default=2,
        ge=0.1,
        le=8760,
        description="hours without a tick that count as the server being down",
    )
    confirm: bool = Field(
        default=USUAL.confirm,
        description="whether addresses and challenges by mail are confirmed by reply",
    )
    broadcast: bool = Field(
        default=USUAL.broadcast, description="whether players may write to all others at once"
    )
    authserv_id: str = Field(
        default=USUAL.authserv,
        description="the id under which the mail server in front vouches for senders",
    )
    admin: str = Field(default="", description="an address to which mails for the admin go")
    answers_per_hour: int = Field(
        default=USUAL_ANSWERS.per_hour,
        ge=1,
        description="most answers that one address gets in an hour",
    )
    answers_per_day: int = Field(
        default=USUAL_ANSWERS.per_day,
        ge=1,
        description="most answers that one address gets in a day",
    )
    challenges_per_day: int = Field(
        default=USUAL.challenges_per_day,
        ge=1,
        description="most games that a player begins by mail in a day",
    )
    messages_per_day: int = Field(
        default=USUAL.messages_per_day,
        ge=1,
        description="most messages and chats that a player sends in a day",
    )
    signups_per_day: int = Field(
        default=USUAL.signups_per_day,
        ge=1,
        description="most players who sign up from one address in a day",
    )
    confirmations_per_day: int = Field(
        default=USUAL.confirmations_per_day,
        ge=1,
        description="most confirmations that one address is asked for in a day",
    )
    codes_per_day: int = Field(
        default=USUAL.codes_per_day,
        ge=1,
        description="most codes for a new password that a player gets in a day",
    )
    bot_user: str = Field(
        default="", description="the user as whom programs of others run; pbm must run as root"
    )
    bot_memory: int = Field(
        default=1024,
        ge=16,
        le=2**20,
        description="megabytes of memory that a program of others may take",
    )

    robot_nodes: int = Field(
        default=POSITIONS, ge=1, description="positions that robot3 looks at before it moves"
    )
    robot_seconds: float = Field(
        default=SECONDS, gt=0, le=3600, description="seconds after which a robot moves in any case"
    )
    robot_workers: int = Field(
        default=1, ge=1, description="processes in which robots think, at low priority"
    )

    solve_seconds: float = Field(
        default=60, gt=0, le=3600, description="how long a search for a proof may take"
    )
    solve_megabytes: int = Field(
        default=1024, ge=256, description="memory for a search that somebody asked for by mail"
    )
    solves_per_day: int = Field(
        default=USUAL.solves_per_day,
        ge=0,
        description="most long searches for one address in a day",
    )
    solves_waiting: int = Field(
        default=USUAL.solves_waiting,
        ge=0,
        description="most searches that wait at once, whoever asked for them",
    )

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """What is given in the program, then the environment, then the file."""
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls)

    @field_validator("smtp_port", mode="before")
    @classmethod
    def _port_may_be_off(cls, value: object) -> object:
        return None if str(value).lower() in ("off", "") else value

    @field_validator("lmtp")
    @classmethod
    def _lmtp_is_a_place(cls, value: str) -> str:
        if value:
            read_place(value)
        return value

    @field_validator("tls_key")
    @classmethod
    def _key_has_a_certificate(cls, value: str, info: ValidationInfo) -> str:
        if bool(value) != bool(info.data.get("tls_certificate")):
            raise ValueError("PBM_TLS_CERTIFICATE and PBM_TLS_KEY go together: set both, or none")
        return value

    @field_validator("address")
    @classmethod
    def _address_has_a_host(cls, value: str) -> str:
        if not ADDRESS.fullmatch(value):
            raise ValueError("an address such as pbm@example.org is needed, in plain letters")
        if len(value.partition("@")[0]) > LONGEST_NAME:
            raise ValueError(f"at most {LONGEST_NAME} characters may stand before the @")
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

    @field_validator("relay")
    @classmethod
    def _relay_is_known(cls, value: str) -> str:
        check_relay(value)
        return value

    @field_validator("database")
    @classmethod
    def _database_is_known(cls, value: str) -> str:
        if value:
            check_url(value)
        return value

    @property
    def policy(self) -> Policy:
        """What commands ask about."""
        return Policy(
            confirm=self.confirm,
            broadcast=self.broadcast,
            vacation_days=self.vacation_days,
            authserv=self.authserv_id,
            challenges_per_day=self.challenges_per_day,
            messages_per_day=self.messages_per_day,
            signups_per_day=self.signups_per_day,
            confirmations_per_day=self.confirmations_per_day,
            codes_per_day=self.codes_per_day,
            solves_per_day=self.solves_per_day,
            solves_waiting=self.solves_waiting,
        )

    @property
    def effort(self) -> Effort:
        """What the best robot may spend on a move."""
        return Effort(self.robot_nodes, self.robot_seconds)

    @property
    def host(self) -> str:
        """The part of our address after the @."""
        return self.address.partition("@")[2]

    @property
    def database_url(self) -> str:
        """Where the database is."""
        return self.database or f"sqlite:///{self.data / 'pbm.db'}"


def read_settings() -> Settings:
    """The settings; refuses those that can't be, with their names."""
    wrong = _misnamed()
    try:
        settings = Settings()
    except ValidationError as error:
        wrong += [_wrong(str(part["loc"][0]), part["type"], part["msg"]) for part in error.errors()]
    except ValueError as error:
        raise Usage(f"pbm.toml can't be read: {error}") from None
    if wrong:
        raise Usage("\n".join(["These settings can't be used:", *wrong]))
    Game.largest = settings.largest_board
    return settings


def _misnamed() -> list[str]:
    """What is wrong with names in the environment: the library passes over them."""
    given = {name[4:].lower() for name in os.environ if name.startswith("PBM_")}
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


def limits_of(settings: Settings) -> EngineLimits:
    """For every program that this server runs."""
    return EngineLimits(memory=settings.bot_memory, user=user_of(settings.bot_user))
