"""The option --force before one of the program's own commands."""

from contextvars import ContextVar

_forced = ContextVar("forced", default=False)


def set_forced(*, forced: bool) -> None:
    """Notes for the command that follows that --force was given, or wasn't."""
    _forced.set(forced)


def is_forced() -> bool:
    """Returns True if --force stands before the command that runs."""
    return _forced.get()
