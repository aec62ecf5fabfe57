"""The board repositories of a unit of work."""

from dataclasses import dataclass, field
from functools import cached_property

from pbm.generations import Generations
from storage.boards.boards import BoardRepository
from storage.boards.clocks.clocks import ClockRepository
from storage.boards.competitions.ladders import LadderRepository
from storage.boards.competitions.standings import StandingRepository
from storage.boards.competitions.tournament_boards import TournamentBoardRepository
from storage.boards.competitions.tournament_checks import TournamentChecks
from storage.boards.competitions.tournament_logs import TournamentCache
from storage.boards.competitions.tournaments import TournamentRepository
from storage.boards.contest_positions import ContestPositionRepository
from storage.boards.counts import CountCache, CountRepository
from storage.boards.explored_positions import ExploredRepository
from storage.boards.frozen_boards import FrozenBoardRepository
from storage.boards.hint_agreements import HintAgreementRepository
from storage.boards.public.listings import PublicListings
from storage.boards.public.players import PublicPlayers
from storage.boards.public.published_boards import PublicBoardRepository
from storage.boards.public.published_comments import PublishedCommentRepository
from storage.boards.public.published_states import PublishedStateRepository
from storage.boards.public.records import PublicRecords
from storage.boards.public.tournaments import PublicTournaments
from storage.boards.ratings import RatingRepository
from storage.boards.state.logs import BoardLogs
from storage.boards.state.match_cache import MatchCache
from storage.boards.turn_leases import TurnLeaseRepository
from storage.boards.watches import WatchRepository
from storage.players.repositories import PlayerRepositories
from storage.sql.repository import made, made_locking


@dataclass(frozen=True, slots=True)
class Caches:
    """In-memory caches that the units of work of one process share."""

    matches: MatchCache = field(default_factory=MatchCache)
    tournaments: TournamentCache = field(default_factory=TournamentCache)
    counts: CountCache = field(default_factory=CountCache)


class BoardRepositories(PlayerRepositories):
    """Repositories of boards, tournaments and ladders."""

    _caches: Caches
    _generations: Generations

    clocks = made(ClockRepository)
    boards = cached_property(
        lambda self: BoardRepository(
            self.connection,
            self._locks,
            self._caches.matches,
            self.counts,
            self._generations.current,
        )
    )
    frozen_boards = cached_property(
        lambda self: FrozenBoardRepository(
            self.connection, self.boards, self.board_logs, self._caches.matches
        )
    )
    counts = cached_property(lambda self: CountRepository(self.connection, self._caches.counts))
    board_logs = made(BoardLogs)
    explored = made(ExploredRepository)
    contest_positions = made(ContestPositionRepository)
    turn_leases = made(TurnLeaseRepository)
    ratings = cached_property(
        lambda self: RatingRepository(self.connection, self._locks, self.boards.prefetched)
    )
    standings = cached_property(lambda self: StandingRepository(self.connection, self.counts))
    hint_agreements = made(HintAgreementRepository)
    published_comments = made(PublishedCommentRepository)
    watches = cached_property(lambda self: WatchRepository(self.connection, self.players))
    ladders = made_locking(LadderRepository)
    tournaments = cached_property(
        lambda self: TournamentRepository(self.connection, self._locks, self._caches.tournaments)
    )
    tournament_boards = made(TournamentBoardRepository)
    tournament_checks = cached_property(
        lambda self: TournamentChecks(self.connection, self.tournament_boards)
    )
    public_boards = cached_property(
        lambda self: PublicBoardRepository(
            self.connection, self.boards, self.frozen_boards, self.players, self.deputies
        )
    )
    public_listings = made(PublicListings)
    public_players = made(PublicPlayers)
    public_tournaments = cached_property(
        lambda self: PublicTournaments(self.connection, self.tournaments, self.tournament_boards)
    )
    public_records = made(PublicRecords)
    published_states = made(PublishedStateRepository)
