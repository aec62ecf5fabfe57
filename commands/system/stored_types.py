"""Types from `storage` for modules that only pass them on, without importing SQLAlchemy."""

from typing import TYPE_CHECKING, Any

__all__ = ["BoardSummary", "Database", "ExploredRepository", "LimitCountRepository", "UnitOfWork"]

if TYPE_CHECKING:
    from storage import Database
    from storage.admin.overview import BoardSummary
    from storage.boards.explored_positions import ExploredRepository
    from storage.mail.limit_counts import LimitCountRepository
    from storage.unit_of_work import UnitOfWork
else:
    BoardSummary = Database = ExploredRepository = LimitCountRepository = UnitOfWork = Any
