"""Players, boards, mails and the outbox, in SQLite or PostgreSQL."""

from storage.database import Database, check_url, open_database
from storage.engine import IN_MEMORY
from storage.errors import (
    TransientError,
    again_after_contention,
    is_contention,
    is_damage,
    is_of_database,
    is_transient,
)
from storage.transactions import LostCommitsError, UnknownCommitError

__all__ = [
    "IN_MEMORY",
    "Database",
    "LostCommitsError",
    "TransientError",
    "UnknownCommitError",
    "again_after_contention",
    "check_url",
    "is_contention",
    "is_damage",
    "is_of_database",
    "is_transient",
    "open_database",
]
