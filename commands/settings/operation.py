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
    """Recurring tournaments, each in a `[[tournaments]]` table of `pbm.toml`. A table has `name`,
    `every` (`week`, `month`, `quarter` or `year`) and the options of `pbm admin tournament new`,
    such as `game` and `kind`. `from` is the start of the first tournament.
    """

    @field_validator("tournaments", mode="before")
    @classmethod
    def _calendar_is_readable(cls, value: object) -> object:
        if isinstance(value, tuple):
            return value
        if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
            raise ValueError("write each tournament as a [[tournaments]] table in pbm.toml")
        try:
            calendar = tuple(map(RecurringTournament.read, value))
        except UserError as error:
            raise ValueError(error.text) from None
        names = [each.name.lower() for each in calendar]
        if twice := [each.name for each in calendar if names.count(each.name.lower()) > 1]:
            raise ValueError(f'two tournaments are named "{twice[0]}": rename one of them')
        return calendar


class HousekeepingSettings(SettingGroup):
    """Housekeeping."""

    keep_mail_days: int = Field(default=90, ge=31, le=36500)
    """Days for which pbm lists emails that it sent, failed to send, withheld or dropped. For the
    same time, it recognizes bounces of these emails.
    """
    keep_audit_days: int = Field(default=0, ge=0, le=36500)
    """Days for which pbm keeps the record of what admins did. `0` keeps it forever."""


class MetricsSettings(SettingGroup):
    """Metrics and the log."""

    metrics: str = ""
    """The `HOST:PORT` on which pbm serves `/metrics`, `/livez` and `/readyz` over HTTP, such as
    `127.0.0.1:9464`. Anyone who can connect can read them. If empty, pbm doesn't serve them.
    """

    log: LogFormat = "text"
    """The format of the log, with one line per event: `text` (name='value' pairs, shorter on a
    terminal) or `json` (one object per line).
    """
    log_level: LogLevel = "info"
    """The lowest level to log: `debug`, `info`, `warning` or `error`. Unless you set it, commands
    other than `pbm serve` log only errors.
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
            raise ValueError(f'"{value}" isn\'t valid. Use {listing(words, "or")}.')
        return str(value).lower()
