"""Types of storage by name alone: what only passes them on needn't load the database's library."""

from typing import TYPE_CHECKING, Any

__all__ = ["Database", "UnitOfWork"]

if TYPE_CHECKING:
    from storage import Database
    from storage.unit_of_work import UnitOfWork
else:
    Database = UnitOfWork = Any
