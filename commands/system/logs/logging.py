"""Logs one line per event on standard error. Quoted values can't forge a line."""

import logging
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from pbm.packages.safe_text import safe
from pbm.process.lazy_logger import get_logger, load_structlog, set_configuration

LogFormat = Literal["text", "json"]
LogLevel = Literal["debug", "info", "warning", "error"]
FIRST = ("timestamp", "level", "event")
"""Values at the beginning of each line."""


@dataclass(frozen=True, slots=True)
class LogStyle:
    """The format of the log according to the settings."""

    format: LogFormat = "text"
    level: LogLevel | None = None
    """The lowest level that is logged, or None for the program's default."""


@dataclass
class _Logging:
    """The format in which this process logs."""

    style: LogStyle = LogStyle()
    usual_level: LogLevel = "info"
    has_long_tracebacks: bool = False

    def apply(self) -> None:
        level, render = self.style.level or self.usual_level, partial(_renderer, self.style.format)
        if self.has_long_tracebacks and self.style.format == "text":
            render = partial(_renderer_with_tracebacks, render)
        set_configuration(partial(_configure, render, level), level=level)


_logging = _Logging()


def configure_logging(
    style: LogStyle | None = None, *, quiet: bool = False, long_tracebacks: bool = False
) -> None:
    """Starts logging.

    `quiet`: whether only errors are logged, unless the style has a level.
    `long_tracebacks`: whether tracebacks have several lines, for developers. They may then contain
    lines that look like other log lines.

    Errors in the settings are logged in the default style, because the style isn't known yet.
    """
    _logging.style = style or LogStyle()
    _logging.usual_level = "error" if quiet else "info"
    _logging.has_long_tracebacks = long_tracebacks
    _logging.apply()
    logging.lastResort = _LibraryHandler(logging.WARNING)


def use_log_style(style: LogStyle) -> None:
    """Logs further events in this format."""
    if style != _logging.style:
        _logging.style = style
        _logging.apply()


def log_style() -> LogStyle:
    return _logging.style


class _LibraryHandler(logging.Handler):
    """Passes the log events of libraries to our log."""

    def emit(self, record: logging.LogRecord) -> None:
        log = get_logger().error if record.levelno >= logging.ERROR else get_logger().warning
        log(record.name, message=record.getMessage(), exc_info=record.exc_info)


def _configure(make_renderer: Callable[[], Any], level: LogLevel) -> None:
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
            make_renderer(),
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


def _renderer_with_tracebacks(make_renderer: Callable[[], Any]) -> Any:
    render = make_renderer()

    def render_with_traceback(logger: object, name: str, values: dict[str, Any]) -> str:
        traceback = values.pop("exception", "")
        return f"{render(logger, name, values)}\n{safe(traceback)}".rstrip()

    return render_with_traceback


def _clock() -> str:
    """Returns the local time for a line on a terminal."""
    return time.strftime("%H:%M:%S")


def _head(values: dict[str, Any]) -> str:
    """Removes the first values from a line for a terminal, and returns them as text."""
    _, level, event = (values.pop(name) for name in FIRST)
    return event if level == "info" else f"{level}: {event}"


def _ordered(values: dict[str, Any]) -> dict[str, Any]:
    return {name: values[name] for name in FIRST} | values


def _line_logger_type(write_logger: Any) -> Any:
    """Returns a logger that drops lines if the disk is full or the pipe is closed.

    It writes each line together with its line end. Otherwise, lines of several processes would mix.
    """

    class LineLogger(write_logger):  # type: ignore[misc]
        def msg(self, message: str) -> None:
            with suppress(OSError):
                super().msg(message)

        log = debug = info = warning = error = critical = msg

    return LineLogger
