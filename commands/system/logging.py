"""Logging: one line an event on standard error, values quoted so that nothing can forge a line."""

import logging
import sys
from contextlib import suppress

import structlog


class LineLogger(structlog.WriteLogger):
    """Writes lines; those that a full disk or a closed pipe doesn't take are lost, no letters."""

    # each with its end in one piece, or those of several processes would run into one another

    def msg(self, message: str) -> None:
        """Writes one."""
        with suppress(OSError):
            super().msg(message)

    log = debug = info = warning = error = critical = msg


def configure_logging(*, quiet: bool = False) -> None:
    """Time, level, event, and what is known; `quiet` leaves out all but errors."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.KeyValueRenderer(key_order=["timestamp", "level", "event"]),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(
            logging.ERROR if quiet else logging.INFO
        ),
        logger_factory=lambda *_: LineLogger(sys.stderr),
    )
