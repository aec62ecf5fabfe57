"""A unit of work: one transaction with savepoints and its repositories."""

import errno
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from sqlalchemy.exc import DBAPIError

from pbm.generations import Generations
from pbm.process.counters import Counter, Histogram
from storage.admin.all_rows import RowRepository
from storage.admin.audit_log import AuditRepository
from storage.admin.due_work import DueWorkRepository
from storage.admin.engine_absences import EngineAbsenceRepository
from storage.admin.identity import IdentityRepository
from storage.admin.integrity import IntegrityRepository
from storage.admin.leases import LeaseRepository
from storage.admin.nodes import NodeRepository
from storage.admin.overview import OverviewRepository
from storage.admin.problems import IncidentRepository, ProblemRepository
from storage.admin.server_processes import ServerProcessRepository
from storage.admin.server_settings import ServerSettingRepository
from storage.admin.signing_keys import SigningKeyRepository, SigningKeys
from storage.boards.boards import BoardRepository
from storage.boards.clocks import ClockRepository
from storage.boards.competitions.ladders import LadderRepository
from storage.boards.competitions.tournaments import TournamentCache, TournamentRepository
from storage.boards.contest_positions import ContestPositionRepository
from storage.boards.counts import CountRepository, KeptCounts
from storage.boards.explored import ExploredRepository
from storage.boards.hint_agreements import HintAgreementRepository
from storage.boards.logs import BoardLogs
from storage.boards.match_cache import MatchCache
from storage.boards.public.boards import PublicBoardRepository
from storage.boards.public.listings import PublicListings
from storage.boards.public.players import PublicPlayers
from storage.boards.public.published_comments import PublishedCommentRepository
from storage.boards.public.published_states import PublishedStateRepository
from storage.boards.public.records import PublicRecords
from storage.boards.public.tournaments import PublicTournaments
from storage.boards.ratings import RatingRepository
from storage.boards.turn_leases import TurnLeaseRepository
from storage.boards.watches import WatchRepository
from storage.mail.bounces import BounceRepository
from storage.mail.held_notifications import HeldNotificationRepository
from storage.mail.jobs import JobRepository
from storage.mail.limit_counts import LimitCountRepository
from storage.mail.mailboxes import MailboxRepository
from storage.mail.outbox import OutboxRepository
from storage.mail.outbox_admin import OutboxAdminRepository
from storage.mail.overflow import OverflowRepository
from storage.mail.retention import RetentionRepository
from storage.mail.seen_mails import SeenMailRepository
from storage.players.blocks import BlockRepository
from storage.players.deputies import DeputyRepository
from storage.players.pending_confirmations import PendingConfirmationRepository
from storage.players.players import PlayerRepository
from storage.players.preferences import PreferenceRepository
from storage.players.reachability import ReachabilityRepository
from storage.players.saved_lines import SavedLineRepository
from storage.players.seeks import SeekRepository
from storage.players.vacations import VacationRepository
from storage.sql.connection import WorkConnection
from storage.sql.lock_keys import Conflict, LockKind
from storage.sql.locks import Locks
from storage.tables.server import installation_settings

LACKING = {errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOSPC}
"""Errors of a machine that has no more open files, memory or disk."""

Made = TypeVar("Made")


def _made(kind: Callable[[WorkConnection], Made]) -> cached_property[Made]:
    return cached_property(lambda self: kind(self._connection))


def _made_locking(kind: Callable[[WorkConnection, Locks], Made]) -> cached_property[Made]:
    return cached_property(lambda self: kind(self._connection, self._locks))


@dataclass(frozen=True, slots=True)
class Caches:
    """The values in memory that the units of work of one process share."""

    matches: MatchCache = field(default_factory=MatchCache)
    tournaments: TournamentCache = field(default_factory=TournamentCache)
    counts: KeptCounts = field(default_factory=KeptCounts)


class UnitOfWork:
    """One transaction on the database."""

    def __init__(
        self,
        connection: WorkConnection,
        caches: Caches,
        generations: Generations,
        signing_keys: SigningKeys,
    ) -> None:
        self._connection = connection
        self._events: list[tuple[Counter | Histogram, tuple[str, ...], float]] = []
        """The counts that are added at the commit."""
        self._locks = Locks(connection)
        self._caches = caches
        self._generations = generations
        self._signing_keys = signing_keys

    # Each repository is made when it is asked for: most transactions need a few of them.
    players = _made(PlayerRepository)
    clocks = _made(ClockRepository)
    vacations = _made(VacationRepository)
    boards = cached_property(
        lambda self: BoardRepository(
            self._connection,
            self._locks,
            self._caches.matches,
            self.counts,
            self._generations.current,
        )
    )
    counts = cached_property(lambda self: CountRepository(self._connection, self._caches.counts))
    board_logs = _made(BoardLogs)
    explored = _made(ExploredRepository)
    contest_positions = _made(ContestPositionRepository)
    turn_leases = _made(TurnLeaseRepository)
    ratings = cached_property(
        lambda self: RatingRepository(
            self._connection, self._locks, self.boards.prefetched, self.counts
        )
    )
    seen_mails = _made_locking(SeenMailRepository)
    mailboxes = _made(MailboxRepository)
    hint_agreements = _made(HintAgreementRepository)
    published_comments = _made(PublishedCommentRepository)
    saved_lines = _made(SavedLineRepository)
    watches = cached_property(lambda self: WatchRepository(self._connection, self.players))
    pending_confirmations = _made(PendingConfirmationRepository)
    preferences = _made(PreferenceRepository)
    ladders = _made_locking(LadderRepository)
    tournaments = cached_property(
        lambda self: TournamentRepository(self._connection, self._locks, self._caches.tournaments)
    )
    seeks = _made_locking(SeekRepository)
    deputies = _made(DeputyRepository)
    blocks = _made(BlockRepository)
    outbox = _made(OutboxRepository)
    outbox_admin = _made(OutboxAdminRepository)
    due_work = _made(DueWorkRepository)
    retention = _made(RetentionRepository)
    bounces = _made(BounceRepository)
    reachability = cached_property(
        lambda self: ReachabilityRepository(self._connection, self._locks, self.players)
    )
    limit_counts = _made_locking(LimitCountRepository)
    held_notifications = _made(HeldNotificationRepository)
    overflow = _made(OverflowRepository)
    jobs = _made(JobRepository)
    overview = cached_property(lambda self: OverviewRepository(self._connection, self.players))
    audit_log = _made(AuditRepository)
    all_rows = _made(RowRepository)
    integrity = _made(IntegrityRepository)
    identity = cached_property(lambda self: IdentityRepository(self._connection, self._generations))
    signing_keys = cached_property(
        lambda self: SigningKeyRepository(self._connection, self._signing_keys)
    )
    server_settings = _made(ServerSettingRepository)
    installation_settings = cached_property(
        lambda self: ServerSettingRepository(self._connection, installation_settings)
    )
    server_processes = _made(ServerProcessRepository)
    nodes = _made(NodeRepository)
    leases = _made(LeaseRepository)
    incidents = _made(IncidentRepository)
    engine_absences = _made(EngineAbsenceRepository)
    problems = _made(ProblemRepository)
    public_boards = cached_property(
        lambda self: PublicBoardRepository(
            self._connection, self.boards, self.players, self.deputies
        )
    )
    public_listings = _made(PublicListings)
    public_players = _made(PublicPlayers)
    public_tournaments = cached_property(
        lambda self: PublicTournaments(self._connection, self.tournaments)
    )
    public_records = _made(PublicRecords)
    published_states = _made(PublishedStateRepository)

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        """Opens a savepoint: changes within it are undone when it raises."""
        events, held = len(self._events), self._locks.begin_savepoint()
        try:
            with self._connection.savepoint():
                yield
        except BaseException:
            del self._events[events:]
            self._locks.undo_savepoint(held)
            raise
        self._locks.release_savepoint(held)

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
        """Counts events once they are committed; events of an undone savepoint never happened."""
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
