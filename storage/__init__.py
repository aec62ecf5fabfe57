"""Players, boards, mails and the outbox, in SQLite or PostgreSQL."""

from storage.database import IN_MEMORY, Database, check_url, open_database
from storage.errors import TransientError, is_damage, is_transient
from storage.last_commit import LostCommitsError

__all__ = [
    "IN_MEMORY",
    "Database",
    "LostCommitsError",
    "TransientError",
    "check_url",
    "is_damage",
    "is_transient",
    "open_database",
]
