"""Logging: one line an event on standard error, with quoted values that can't forge a line."""

import logging
import sys
from contextlib import suppress
from functools import partial
from typing import Any

from pbm.lazy_logger import get_logger, set_configuration


def configure_logging(*, quiet: bool = False) -> None:
    """Logs time, level, event and its values; `quiet` leaves out everything but errors."""
    level = logging.ERROR if quiet else logging.INFO
    set_configuration(partial(_configure, level), quiet=quiet)
    logging.lastResort = _LibraryHandler(logging.WARNING)


class _LibraryHandler(logging.Handler):
    """Passes what libraries log on to our log."""

    def emit(self, record: logging.LogRecord) -> None:
        log = get_logger().error if record.levelno >= logging.ERROR else get_logger().warning
        log(record.name, message=record.getMessage(), exc_info=record.exc_info)


def _configure(level: int) -> None:
    import structlog  # noqa: PLC0415 - slow to load

    from commands.system.log_throttle import LogThrottle  # noqa: PLC0415 - loads structlog

    line_logger = _line_logger_type(structlog.WriteLogger)
    structlog.configure(
        processors=[
            LogThrottle(),
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.KeyValueRenderer(key_order=["timestamp", "level", "event"]),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=lambda *_: line_logger(sys.stderr),
    )


def _line_logger_type(write_logger: Any) -> Any:
    """Returns a logger that loses lines which a full disk or a closed pipe doesn't take.

    It writes each with its end in one piece, or those of several processes would mix.
    """

    class LineLogger(write_logger):  # type: ignore[misc]
        def msg(self, message: str) -> None:
            with suppress(OSError):
                super().msg(message)

        log = debug = info = warning = error = critical = msg

    return LineLogger
