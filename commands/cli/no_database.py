"""A unit of work for commands that need no database, such as `help`."""

from contextlib import AbstractContextManager, nullcontext
from typing import Any


class NoDatabase:
    """Has savepoints, and nothing in them."""

    def is_database_error(self, error: Exception) -> bool:
        """Returns False: there is none."""
        return False

    def savepoint(self) -> AbstractContextManager[None]:
        """Returns a context in which nothing is stored."""
        return nullcontext()

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"{name}: a command without a database has no repositories")
