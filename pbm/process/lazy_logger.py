"""Loggers that import structlog at their first event.

Importing structlog takes longer than most commands run.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from threading import Lock
from types import ModuleType
from typing import Any

LEVELS = ("debug", "info", "warning", "error")


def get_logger() -> Any:
    """Returns a logger with structlog's interface, without importing structlog."""
    return _LazyLogger()


def set_configuration(configure: Callable[[], None], *, level: str) -> None:
    """Registers a function that configures structlog before the next event from `level` up."""
    _configuration.configure = configure
    _configuration.ignored = LEVELS[: LEVELS.index(level)]


def load_logger() -> None:
    """Imports structlog now, so that processes forked later needn't import it."""
    _configuration.apply()
    load_structlog()


def load_structlog() -> ModuleType:
    """Imports structlog as if rich weren't installed.

    structlog would use rich to draw tracebacks, which pbm doesn't need. Importing rich takes 4 MB
    and a third of structlog's import time.
    """
    loaded = sys.modules.get("rich")
    # None makes an import of rich fail, as if it weren't installed.
    sys.modules["rich"] = None  # type: ignore[assignment]
    try:
        return import_module("structlog")
    finally:
        del sys.modules["rich"]
        if loaded:
            sys.modules["rich"] = loaded


class _LazyLogger:
    _logger: Any = None

    def __getattr__(self, name: str) -> Any:
        if name in _configuration.ignored:
            return _ignore
        if _configuration.configure:
            _configuration.apply()
        if self._logger is None:
            self._logger = load_structlog().get_logger()
        return getattr(self._logger, name)


def _ignore(*_: object, **__: object) -> None:
    """Replaces the logging methods of the levels that aren't logged."""


@dataclass
class _Configuration:
    """The configuration of structlog, applied when a process first needs structlog."""

    configure: Callable[[], None] | None = None
    ignored: tuple[str, ...] = ()
    """The levels that aren't logged."""
    lock: Lock = field(default_factory=Lock)

    def apply(self) -> None:
        """Configures structlog once. Other threads wait until it is configured."""
        with self.lock:
            if self.configure:
                self.configure()
                self.configure = None


_configuration = _Configuration()
