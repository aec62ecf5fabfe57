"""A unit of work: one transaction with savepoints and its repositories."""

import errno
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError

from pbm.counters import Counter, Histogram
from pbm.generations import Generations
from storage.admin.all_rows import RowRepository
from storage.admin.audit_log import AuditRepository
from storage.admin.engine_absences import EngineAbsenceRepository
from storage.admin.identity import IdentityRepository
from storage.admin.incidents import IncidentRepository
from storage.admin.integrity import IntegrityRepository
from storage.admin.leases import LeaseRepository
from storage.admin.nodes import NodeRepository
from storage.admin.overview import OverviewRepository
from storage.admin.problems import ProblemRepository
from storage.admin.server_processes import ServerProcessRepository
from storage.admin.server_settings import ServerSettingRepository
from storage.admin.signing_keys import SigningKeyRepository, SigningKeys
from storage.boards.boards import BoardRepository
from storage.boards.clocks import ClockRepository
from storage.boards.explored import ExploredRepository
from storage.boards.finished_games import FinishedGameRepository
from storage.boards.hint_agreements import HintAgreementRepository
from storage.boards.kept_counts import KeptCountRepository
from storage.boards.logs import BoardLogs
from storage.boards.match_cache import MatchCache
from storage.boards.public_boards import PublicBoardRepository
from storage.boards.public_listings import PublicListings
from storage.boards.public_openings import PublicOpenings
from storage.boards.public_players import PublicPlayers
from storage.boards.public_records import PublicRecords
from storage.boards.public_results import PublicResults
from storage.boards.published_comments import PublishedCommentRepository
from storage.boards.published_states import PublishedStateRepository
from storage.boards.ratings import RatingRepository
from storage.boards.reviews import ReviewRepository
from storage.boards.turn_leases import TurnLeaseRepository
from storage.boards.watches import WatchRepository
from storage.mail.bounces import BounceRepository
from storage.mail.held_notices import HeldNoticeRepository
from storage.mail.mail_counts import MailCountRepository
from storage.mail.mailboxes import MailboxRepository
from storage.mail.outbox import OutboxRepository
from storage.mail.outbox_admin import OutboxAdminRepository
from storage.mail.overflow import OverflowRepository
from storage.mail.rate_counters import RateCounterRepository
from storage.mail.retention import RetentionRepository
from storage.mail.seen_mails import SeenMailRepository
from storage.mail.solve_jobs import SolveJobRepository
from storage.players.blocks import BlockRepository
from storage.players.pending_confirmations import PendingConfirmationRepository
from storage.players.players import PlayerRepository
from storage.players.preferences import PreferenceRepository
from storage.players.reachability import ReachabilityRepository
from storage.players.vacations import VacationRepository
from storage.sql.connection import WorkConnection
from storage.sql.lock_keys import Conflict, LockKind
from storage.sql.locks import Locks
from storage.tables import site_settings

LACKING = {errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOSPC}
"""Errors of a machine that has no more open files, memory or disk."""


class SqlUnitOfWork:
    """One transaction on the database."""

    def __init__(
        self,
        connection: WorkConnection,
        match_cache: MatchCache,
        generations: Generations,
        signing_keys: SigningKeys,
    ) -> None:
        self._connection = connection
        self._events: list[tuple[Counter | Histogram, tuple[str, ...], float]] = []
        """The counts that are added at the commit."""
        self._locks = locks = Locks(connection)
        self.players = PlayerRepository(connection)
        self.clocks = ClockRepository(connection)
        self.vacations = VacationRepository(connection)
        self.boards = BoardRepository(connection, locks, match_cache, generations.current)
        self.kept_counts = KeptCountRepository(connection, locks)
        self.board_logs = BoardLogs(connection)
        self.finished_games = FinishedGameRepository(connection)
        self.explored = ExploredRepository(connection)
        self.turn_leases = TurnLeaseRepository(connection)
        self.ratings = RatingRepository(connection, locks, self.boards.prefetched)
        self.seen_mails = SeenMailRepository(connection, locks)
        self.mailboxes = MailboxRepository(connection)
        self.hint_agreements = HintAgreementRepository(connection)
        self.published_comments = PublishedCommentRepository(connection)
        self.watches = WatchRepository(connection, self.players)
        self.pending_confirmations = PendingConfirmationRepository(connection)
        self.preferences = PreferenceRepository(connection)
        self.blocks = BlockRepository(connection)
        self.outbox = OutboxRepository(connection)
        self.outbox_admin = OutboxAdminRepository(connection)
        self.retention = RetentionRepository(connection)
        self.bounces = BounceRepository(connection)
        self.reachability = ReachabilityRepository(connection, locks, self.players)
        self.mail_counts = MailCountRepository(connection)
        self.rate_counters = RateCounterRepository(connection, locks)
        self.held_notices = HeldNoticeRepository(connection)
        self.overflow = OverflowRepository(connection)
        self.solve_jobs = SolveJobRepository(connection)
        self.reviews = ReviewRepository(connection)
        self.overview = OverviewRepository(connection, self.players)
        self.audit_log = AuditRepository(connection)
        self.all_rows = RowRepository(connection)
        self.integrity = IntegrityRepository(connection)
        self.identity = IdentityRepository(connection, generations)
        self.signing_keys = SigningKeyRepository(connection, signing_keys)
        self.server_settings = ServerSettingRepository(connection)
        self.site_settings = ServerSettingRepository(connection, site_settings)
        self.server_processes = ServerProcessRepository(connection)
        self.nodes = NodeRepository(connection)
        self.leases = LeaseRepository(connection)
        self.incidents = IncidentRepository(connection)
        self.engine_absences = EngineAbsenceRepository(connection)
        self.problems = ProblemRepository(connection)
        self._add_public(connection)

    def _add_public(self, connection: WorkConnection) -> None:
        """Adds the repositories of what everybody may see."""
        self.public_boards = PublicBoardRepository(connection, self.boards)
        self.public_listings = PublicListings(connection)
        self.public_players = PublicPlayers(connection)
        self.public_results = PublicResults(connection)
        self.public_records = PublicRecords(connection)
        self.public_openings = PublicOpenings(connection)
        self.published_states = PublishedStateRepository(connection)

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        """Opens a savepoint: changes within it are undone when it raises."""
        events = len(self._events)
        try:
            with self._connection.savepoint(), self._locks.savepoint():
                yield
        except BaseException:
            del self._events[events:]
            raise

    def lock_for(self, errors: Sequence[Exception]) -> None:
        """Takes the locks that earlier tries of the same work, which these ended, lacked."""
        wanted = {error.wanted for error in errors if isinstance(error, Conflict)}
        for key in sorted(filter(None, wanted)):
            if key.kind is LockKind.BOARD:
                self.boards.hold(key.number)
            elif key.kind is LockKind.PLAYER:
                self.reachability.hold(key.number)
            else:
                self._locks.take(key)

    def count(self, metric: Counter | Histogram, *values: str, amount: float = 1) -> None:
        """Counts events once they are committed; those of an undone savepoint never happened."""
        self._events.append((metric, values, amount))

    def count_committed(self) -> None:
        """Adds the events to the counts of this process."""
        for metric, values, amount in self._events:
            metric.add(*values, amount=amount)

    def is_database_error(self, error: Exception) -> bool:
        """Returns True if the database failed, or the machine: all of it is to be tried again."""
        lacks = isinstance(error, OSError) and error.errno in LACKING
        return lacks or isinstance(error, DBAPIError | Conflict)

    @property
    def changes(self) -> int:
        """The number of statements so far that may have changed or locked something."""
        return self._connection.changes

    def check(self) -> None:
        """Raises the error by which the whole transaction was lost, if there was one."""
        self._connection.check()
