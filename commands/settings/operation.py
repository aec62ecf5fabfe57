"""The settings of operation: tournaments, housekeeping, metrics and the log."""

from typing import Annotated, get_args

from pydantic import Field, InstanceOf, ValidationInfo, field_validator
from pydantic_settings import NoDecode

from commands.security.policy import SettingGroup
from commands.system.logs.logging import LogFormat, LogLevel
from mail.smtp.listen_addresses import read_port
from pbm.errors import UserError
from pbm.tournaments.recurring import RecurringTournament
from pbm.wording import listing


class TournamentSettings(SettingGroup):
    """Tournaments."""

    tournaments: Annotated[tuple[InstanceOf[RecurringTournament], ...], NoDecode] = ()
    """Recurring tournaments, each as a `[[tournaments]]` of `pbm.toml`. It has a `name`; `every`
    (`week`, `month`, `quarter` or `year`); and the options of `pbm admin tournament new`, such as
    `game`, `kind` and `from`, which is the beginning of the first one.
    """

    @field_validator("tournaments", mode="before")
    @classmethod
    def _calendar_is_readable(cls, value: object) -> object:
        if isinstance(value, tuple):
            return value
        if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
            raise ValueError("each is a table of pbm.toml, which begins with [[tournaments]]")
        try:
            calendar = tuple(map(RecurringTournament.read, value))
        except UserError as error:
            raise ValueError(error.text) from None
        names = [each.name.lower() for each in calendar]
        if twice := [each.name for each in calendar if names.count(each.name.lower()) > 1]:
            raise ValueError(f"each needs a name of its own, and {twice[0]} stands there twice")
        return calendar


class HousekeepingSettings(SettingGroup):
    """Housekeeping."""

    keep_mail_days: int = Field(default=90, ge=31, le=36500)
    """The number of days for which pbm lists sent, failed, withheld and dropped emails, and
    recognizes their bounces.
    """
    keep_audit_days: int = Field(default=0, ge=0, le=36500)
    """The number of days for which acts of admins are kept. `0` keeps them forever."""


class MetricsSettings(SettingGroup):
    """Metrics and the log."""

    metrics: str = ""
    """Where to serve `/metrics`, `/livez` and `/readyz` by HTTP: `HOST:PORT`, such as
    `127.0.0.1:9464`; if empty, nowhere. Anybody who can connect can read them.
    """

    log: LogFormat = "text"
    """The format of the log, one line for each event: `text` (name='value' pairs, shorter on a
    terminal) or `json` (an object).
    """
    log_level: LogLevel = "info"
    """The lowest level that is logged: `debug`, `info`, `warning` or `error`. Shell commands log
    only errors unless it is set.
    """

    @field_validator("metrics")
    @classmethod
    def _metrics_is_a_port(cls, value: str) -> str:
        if value:
            read_port(value)
        return value

    @field_validator("log", "log_level", mode="before")
    @classmethod
    def _word_is_known(cls, value: object, info: ValidationInfo) -> object:
        words: tuple[str, ...] = get_args(LogFormat if info.field_name == "log" else LogLevel)
        if str(value).lower() not in words:
            raise ValueError(f'"{value}" isn\'t one of {listing(words, "or")}')
        return str(value).lower()
