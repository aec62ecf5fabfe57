"""Loggers that load structlog at their first event, as it takes longer than most commands."""

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

LEVELS = ("debug", "info", "warning", "error")


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


def set_configuration(configure: Callable[[], None], *, level: str) -> None:
    """Sets what configures structlog before the next event of this level or above."""
    _configuration.configure = configure
    _configuration.ignored = LEVELS[: LEVELS.index(level)]


def get_logger() -> Any:
    """Returns a logger as structlog's own, which is not loaded yet."""
    return _LazyLogger()


class _LazyLogger:
    _logger: Any = None

    def __getattr__(self, name: str) -> Any:
        if name in _configuration.ignored:
            return _ignore
        if _configuration.configure:
            _configuration.apply()
        if self._logger is None:
            import structlog  # noqa: PLC0415 - see above

            self._logger = structlog.get_logger()
        return getattr(self._logger, name)


def _ignore(*_: object, **__: object) -> None:
    """Logs nothing."""
