"""Loggers that load structlog at their first event, as it takes longer than most commands."""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from threading import Lock
from types import ModuleType
from typing import Any

LEVELS = ("debug", "info", "warning", "error")


def get_logger() -> Any:
    """Returns a logger as structlog's own, which is not loaded yet."""
    return _LazyLogger()


def set_configuration(configure: Callable[[], None], *, level: str) -> None:
    """Sets what configures structlog before the next event of this level or above."""
    _configuration.configure = configure
    _configuration.ignored = LEVELS[: LEVELS.index(level)]


def load_logger() -> None:
    """Loads structlog now, so that processes forked from this one needn't."""
    _configuration.apply()
    load_structlog()


def load_structlog() -> ModuleType:
    """Returns structlog, as if rich weren't installed, with which it would draw tracebacks.

    Nobody uses these; they take 4 MB, and a third of the time that structlog needs to load.
    """
    loaded = sys.modules.get("rich")
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
    """Logs nothing."""


@dataclass
class _Configuration:
    """The configuration of structlog, applied when it is loaded."""

    configure: Callable[[], None] | None = None
    ignored: tuple[str, ...] = ()
    """The levels that aren't logged."""
    lock: Lock = field(default_factory=Lock)

    def apply(self) -> None:
        """Configures structlog, once; other threads that log their first event wait for that."""
        with self.lock:
            if self.configure:
                self.configure()
                self.configure = None


_configuration = _Configuration()
