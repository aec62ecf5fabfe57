"""The database: players, boards, emails and the outbox, in SQLite or PostgreSQL."""

from storage.database import Database as Database
from storage.engine import IN_MEMORY as IN_MEMORY
from storage.errors import TransientError as TransientError
from storage.errors import is_contention as is_contention
from storage.errors import is_damage as is_damage
from storage.errors import is_of_database as is_of_database
from storage.errors import is_transient as is_transient
from storage.errors import retry_after_contention as retry_after_contention
from storage.last_commit import LostCommitsError as LostCommitsError
from storage.opening import check_url as check_url
from storage.opening import open_database as open_database
from storage.transactions import UnknownCommitError as UnknownCommitError
