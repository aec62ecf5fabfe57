"""Repositories, and how a unit of work makes them."""

from collections.abc import Callable
from functools import cached_property
from typing import TypeVar

from storage.sql.connection import WorkConnection
from storage.sql.locks import Locks

Made = TypeVar("Made")


class Repository:
    """Reads and writes rows of some tables in one transaction."""

    def __init__(self, connection: WorkConnection) -> None:
        self._connection = connection


class LockingRepository(Repository):
    """Takes locks, too."""

    def __init__(self, connection: WorkConnection, locks: Locks) -> None:
        super().__init__(connection)
        self._locks = locks


class Repositories:
    """Some of the repositories of a unit of work.

    Each is made when it is first used, because most transactions need a few of them.
    """

    connection: WorkConnection
    """For statements that no repository has."""
    _locks: Locks


def made(kind: Callable[[WorkConnection], Made]) -> cached_property[Made]:
    """Returns a property of `Repositories`: a repository that takes no locks."""
    return cached_property(lambda self: kind(self.connection))


def made_locking(kind: Callable[[WorkConnection, Locks], Made]) -> cached_property[Made]:
    """Returns a property of `Repositories`: a repository that takes locks."""
    return cached_property(lambda self: kind(self.connection, self._locks))
