"""The settings of health checks, housekeeping, metrics and the log."""

from typing import ClassVar, get_args

from pydantic import BaseModel, Field, ValidationInfo, field_validator

from commands.system.logging import LogFormat, LogLevel
from mail.smtp.listen_addresses import read_port
from pbm.wording import listing


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
        if value:
            read_port(value)
        return value

    @field_validator("log", "log_level", mode="before")
    @classmethod
    def _word_is_known(cls, value: object, info: ValidationInfo) -> object:
        known: tuple[str, ...] = get_args(LogFormat if info.field_name == "log" else LogLevel)
        if str(value).lower() not in known:
            raise ValueError(f'"{value}" isn\'t one of {listing(known, "or")}')
        return str(value).lower()
