"""A unit of work: one transaction, with savepoints, and the repositories it gives."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from storage.admin.audit_log import AuditTable
from storage.admin.overview import Overview
from storage.boards.boards import BoardTable
from storage.boards.clocks import ClockTable
from storage.boards.hint_agreements import AgreementTable
from storage.boards.match_cache import Matches
from storage.boards.ratings import RatingTable
from storage.boards.watches import WatchTable
from storage.mail.answer_counts import AnswerTable
from storage.mail.bounces import BounceTable
from storage.mail.held_notices import HeldTable
from storage.mail.outbox import OutboxTable
from storage.mail.outbox_admin import QueueTable
from storage.mail.rate_counters import TallyTable
from storage.mail.retention import PastTable
from storage.mail.seen_mails import LetterTable
from storage.mail.solve_jobs import JobTable
from storage.players.blocks import BlockTable
from storage.players.pending_confirmations import CodeTable
from storage.players.players import PlayerTable
from storage.players.preferences import PreferenceTable
from storage.players.reachability import ReachTable
from storage.players.vacations import VacationTable


class SqlWork:
    """One transaction on the database."""

    def __init__(self, connection: Connection, matches: Matches) -> None:
        self._connection = connection
        self._depth = 0
        self._lost: BaseException | None = None
        self.players = PlayerTable(connection)
        self.clocks = ClockTable(connection)
        self.vacations = VacationTable(connection)
        self.boards = BoardTable(connection, matches)
        self.ratings = RatingTable(connection)
        self.letters = LetterTable(connection)
        self.agreements = AgreementTable(connection)
        self.watches = WatchTable(connection, self.players)
        self.codes = CodeTable(connection)
        self.preferences = PreferenceTable(connection)
        self.blocks = BlockTable(connection)
        self.outbox = OutboxTable(connection)
        self.queued = QueueTable(connection)
        self.past = PastTable(connection)
        self.bounces = BounceTable(connection)
        self.reach = ReachTable(connection, self.players)
        self.answers = AnswerTable(connection)
        self.tallies = TallyTable(connection)
        self.held = HeldTable(connection)
        self.jobs = JobTable(connection)
        self.overview = Overview(connection, self.players)
        self.audit = AuditTable(connection)

    @contextmanager
    def part(self) -> Iterator[None]:
        """A savepoint: what happens in it is undone when it raises."""
        # SQLAlchemy's own would cost as much as two statements more
        self.check()
        name = f"part_{self._depth}"
        self._say(f"SAVEPOINT {name}")
        self._depth += 1
        try:
            yield
        except BaseException as error:
            self._undo(name, error)
            raise
        finally:
            self._depth -= 1
        self._say(f"RELEASE SAVEPOINT {name}")

    def check(self) -> None:
        """Raises the error over which all of the transaction was lost, if there was one."""
        if self._lost:
            raise self._lost

    def _undo(self, name: str, error: BaseException) -> None:
        # On a full disk SQLite may give up the whole transaction, and would take the next
        # savepoint for the beginning of another: what came before must not seem to be kept.
        if _is_over(self._connection):
            self._lost = self._lost or error
            return
        self._say(f"ROLLBACK TO SAVEPOINT {name}")
        self._say(f"RELEASE SAVEPOINT {name}")

    def _say(self, statement: str) -> None:
        """Where savepoints can't be had or undone, the database is lost, and all that was done."""
        try:
            self._connection.exec_driver_sql(statement)
        except DBAPIError as error:
            self._lost = self._lost or error
            raise


def _is_over(connection: Connection) -> bool:
    """Whether a connection has no transaction any more, or is lost."""
    if connection.invalidated:
        return True
    return not getattr(connection.connection.dbapi_connection, "in_transaction", True)
