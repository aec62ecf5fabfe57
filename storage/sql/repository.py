"""Repositories, and how a unit of work creates them."""

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
    """A repository that takes locks."""

    def __init__(self, connection: WorkConnection, locks: Locks) -> None:
        super().__init__(connection)
        self._locks = locks


class Repositories:
    """A group of repositories of a unit of work.

    Each is created when it is first used, because most transactions need only a few.
    """

    connection: WorkConnection
    """The connection of the transaction, for statements that no repository has."""
    _locks: Locks


def made(kind: Callable[[WorkConnection], Made]) -> cached_property[Made]:
    """Returns a property of `Repositories` that creates a repository."""
    return cached_property(lambda self: kind(self.connection))


def made_locking(kind: Callable[[WorkConnection, Locks], Made]) -> cached_property[Made]:
    """Returns a property of `Repositories` that creates a repository with locks."""
    return cached_property(lambda self: kind(self.connection, self._locks))
