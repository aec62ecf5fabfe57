"""Tournaments, with the players and boards that everybody may see."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from pbm.board.viewers import Viewer
from pbm.tournaments.tournament import StoredTournament
from storage.boards.competitions.tournament_boards import TournamentBoardRepository
from storage.boards.competitions.tournaments import TournamentRepository
from storage.boards.public.listings import PLAYER_COLUMNS, ListedPlayer, listed_player
from storage.boards.public.published_boards import FEW_PUBLISHED
from storage.players.visibility import is_player_seen_by_others
from storage.tables.boards import boards
from storage.tables.competitions import tournament_boards, tournament_events, tournaments
from storage.tables.players import players

_RUNS = tournaments.c.due.is_not(None)
"""The condition that a tournament isn't over. Events and boards are counted only then."""
_STATES = select(
    tournaments.c.id,
    tournaments.c.status,
    *(
        select(func.count())
        .where(_RUNS, rows.c.tournament_id == tournaments.c.id)
        .scalar_subquery()
        .label(name)
        for name, rows in (("events", tournament_events), ("boards", tournament_boards))
    ),
    select(func.max(boards.c.changed))
    .join(tournament_boards, tournament_boards.c.board_id == boards.c.id)
    .where(_RUNS, tournament_boards.c.tournament_id == tournaments.c.id)
    .scalar_subquery()
    .label("changed"),
).order_by(tournaments.c.id)


@dataclass(frozen=True, slots=True)
class PublicTournament:
    """A tournament, with the players and boards that everybody may see."""

    stored: StoredTournament
    players: Mapping[int, ListedPlayer]
    """The players by id."""
    boards: Mapping[tuple[int, int], int]
    """Board numbers by round and game."""


class PublicTournaments:
    """Tournaments in their public form."""

    def __init__(
        self,
        connection: Connection,
        all_tournaments: TournamentRepository,
        all_boards: TournamentBoardRepository,
    ) -> None:
        self._connection = connection
        self._tournaments = all_tournaments
        self._boards = all_boards

    def all(self) -> Sequence[PublicTournament]:
        return [self._publish(each) for each in self._tournaments.all()]

    def unfinished(self) -> Sequence[PublicTournament]:
        """Returns the open and running tournaments."""
        return [self._publish(each) for each in self._tournaments.unfinished()]

    def find(self, id: int) -> PublicTournament | None:
        """Returns a tournament by id, or None."""
        query = select(tournaments.c.name).where(tournaments.c.id == id)
        name = self._connection.execute(query).scalar()
        stored = self._tournaments.find(name) if name else None
        return self._publish(stored) if stored else None

    def states(self) -> dict[int, str]:
        """Returns a text for each tournament, by id, that changes whenever its page does."""
        return {
            row.id: f"{row.status} {row.events} {row.boards} {row.changed}"
            for row in self._connection.execute(_STATES)
        }

    def _publish(self, stored: StoredTournament) -> PublicTournament:
        ids = players.c.id.in_(stored.tournament.players)
        seen = select(*PLAYER_COLUMNS).where(ids, is_player_seen_by_others(Viewer()))
        seen_players = map(listed_player, self._connection.execute(seen))
        numbers = self._boards.numbers(stored, FEW_PUBLISHED)
        return PublicTournament(stored, {each.id: each for each in seen_players}, numbers)
