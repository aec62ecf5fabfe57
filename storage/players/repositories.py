"""The player repositories of a unit of work."""

from functools import cached_property

from storage.players.blocks import BlockRepository
from storage.players.deputies import DeputyRepository
from storage.players.pending_confirmations import PendingConfirmationRepository
from storage.players.player_deletion import FormerPlayerRepository
from storage.players.players import PlayerRepository
from storage.players.preferences import PreferenceRepository
from storage.players.reachability import ReachabilityRepository
from storage.players.saved_lines import SavedLineRepository
from storage.players.seeks import SeekRepository
from storage.players.userids import UseridRepository
from storage.players.vacations import VacationRepository
from storage.sql.repository import Repositories, made, made_locking


class PlayerRepositories(Repositories):
    """Repositories of players, and of everything stored about them."""

    players = made(PlayerRepository)
    userids = made(UseridRepository)
    former_players = cached_property(
        lambda self: FormerPlayerRepository(self.connection, self.players, self.userids)
    )
    vacations = made(VacationRepository)
    saved_lines = made(SavedLineRepository)
    pending_confirmations = made(PendingConfirmationRepository)
    preferences = made(PreferenceRepository)
    seeks = made_locking(SeekRepository)
    deputies = made(DeputyRepository)
    blocks = made(BlockRepository)
    reachability = cached_property(
        lambda self: ReachabilityRepository(self.connection, self._locks, self.players)
    )
