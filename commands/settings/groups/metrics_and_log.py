"""The settings of metrics and the log."""

from typing import get_args

from pydantic import ValidationInfo, field_validator

from commands.system.logs.logging import LogFormat, LogLevel
from commands.system.setting_groups import SettingGroup
from mail.smtp.listen_addresses import read_port
from pbm.wording import listing


class MetricsSettings(SettingGroup):
    """Metrics and the log."""

    metrics: str = ""
    """The `HOST:PORT` on which pbm serves `/metrics`, `/livez` and `/readyz` over HTTP, such as
    `127.0.0.1:9464`. Anyone who can connect can read them. If this setting is empty, pbm doesn't
    serve them.
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
