"""Logging: one line an event on standard error, with quoted values that can't forge a line."""

import logging
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from pbm.process.lazy_logger import get_logger, load_structlog, set_configuration

LogFormat = Literal["text", "json"]
LogLevel = Literal["debug", "info", "warning", "error"]
FIRST = ("timestamp", "level", "event")
"""The values with which each line begins."""


@dataclass(frozen=True, slots=True)
class LogStyle:
    """The form of the log, as the settings have it."""

    format: LogFormat = "text"
    level: LogLevel | None = None
    """The lowest level that is logged; None for the program's own."""


@dataclass
class _Logging:
    """The form in which this process logs."""

    style: LogStyle = LogStyle()
    usual_level: LogLevel = "info"

    def apply(self) -> None:
        level = self.style.level or self.usual_level
        set_configuration(partial(_configure, self.style.format, level), level=level)


_logging = _Logging()


def configure_logging(style: LogStyle | None = None, *, quiet: bool = False) -> None:
    """Has events logged; `quiet` leaves out everything but errors, unless the style says else.

    Settings that can't be read are reported before their style is known, in the usual one.
    """
    _logging.style = style or LogStyle()
    _logging.usual_level = "error" if quiet else "info"
    _logging.apply()
    logging.lastResort = _LibraryHandler(logging.WARNING)


def use_log_style(style: LogStyle) -> None:
    """Has further events logged in this form."""
    if style != _logging.style:
        _logging.style = style
        _logging.apply()


def log_style() -> LogStyle:
    """Returns the form in which this process logs."""
    return _logging.style


class _LibraryHandler(logging.Handler):
    """Passes what libraries log on to our log."""

    def emit(self, record: logging.LogRecord) -> None:
        log = get_logger().error if record.levelno >= logging.ERROR else get_logger().warning
        log(record.name, message=record.getMessage(), exc_info=record.exc_info)


def _configure(format: LogFormat, level: LogLevel) -> None:
    structlog = load_structlog()
    from commands.system.logs.log_throttle import LogThrottle  # noqa: PLC0415 - loads structlog
    from commands.system.logs.log_values import make_plain  # noqa: PLC0415 - as above

    line_logger = _line_logger_type(structlog.WriteLogger)
    structlog.configure(
        processors=[
            LogThrottle(),
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            make_plain,
            _renderer(format),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=lambda *_: line_logger(sys.stderr),
    )


def _renderer(format: LogFormat) -> Any:
    from structlog.processors import JSONRenderer, KeyValueRenderer  # noqa: PLC0415 - as above

    if format == "text" and sys.stderr.isatty():
        rest = KeyValueRenderer()
        return lambda logger, name, values: (
            f"{_clock()} {_head(values)} {rest(logger, name, values)}".rstrip()
        )
    if format == "text":
        return KeyValueRenderer(key_order=FIRST)
    render = JSONRenderer()
    return lambda logger, name, values: render(logger, name, _ordered(values))


def _clock() -> str:
    """Returns the time for a line on a terminal, in the zone of the machine."""
    return time.strftime("%H:%M:%S")


def _head(values: dict[str, Any]) -> str:
    """Takes the values out with which a line on a terminal begins; returns them."""
    _, level, event = (values.pop(name) for name in FIRST)
    return event if level == "info" else f"{level}: {event}"


def _ordered(values: dict[str, Any]) -> dict[str, Any]:
    return {name: values[name] for name in FIRST} | values


def _line_logger_type(write_logger: Any) -> Any:
    """Returns a logger that loses lines which a full disk or a closed pipe doesn't take.

    It writes each line with its end in one piece, or lines of several processes would mix.
    """

    class LineLogger(write_logger):  # type: ignore[misc]
        def msg(self, message: str) -> None:
            with suppress(OSError):
                super().msg(message)

        log = debug = info = warning = error = critical = msg

    return LineLogger
