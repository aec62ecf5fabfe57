"""Find damage in stored tournaments: in their logs, or in their boards."""

import json
from collections.abc import Iterator

from sqlalchemy import select

from pbm import games
from pbm.tournaments.events import ADJUDICATED, PLAYED
from pbm.tournaments.tournament import StoredTournament, Tournament
from pbm.tournaments.tournament_terms import TournamentTerms
from storage.boards.competitions.tournament_boards import TournamentBoardRepository
from storage.boards.state.board_rows import REPLAY_ERRORS
from storage.sql.connection import WorkConnection
from storage.tables.competitions import tournament_events, tournaments


class TournamentChecks:
    """Checks tournaments by replaying their logs."""

    def __init__(self, connection: WorkConnection, all_boards: TournamentBoardRepository) -> None:
        self._connection = connection
        self._boards = all_boards

    def damage(self, name: str) -> Iterator[str]:
        """Yields a description of each damage in a tournament's log and boards.

        A tournament whose game isn't served can't be replayed. This isn't damage.
        """
        this = self._connection.execute(select(tournaments).where(tournaments.c.name == name)).one()
        query = select(tournament_events.c.number, tournament_events.c.line)
        query = query.where(tournament_events.c.tournament_id == this.id)
        rows = self._connection.execute(query.order_by(tournament_events.c.number)).all()
        if [row.number for row in rows] != [*range(len(rows))]:
            yield "an event is missing from the log"
        try:
            if {f"--game={game}" for game in games.absent()}.intersection(json.loads(this.terms)):
                return
            terms = TournamentTerms.read(this.terms)
            tournament = Tournament.replay(terms, [row.line for row in rows])
        except REPLAY_ERRORS as error:
            yield f"the log can't be replayed: {error}"
            return
        if this.status != tournament.status:
            yield "the log leads to a different status"
        yield from self._board_damage(StoredTournament(this.id, name, tournament, this.made))

    def _board_damage(self, stored: StoredTournament) -> Iterator[str]:
        """Yields games that were played but have no board, and boards whose game doesn't exist."""
        boards, rounds = self._boards.numbers(stored), stored.tournament.rounds
        for round in rounds:
            for game, result in round.results.items():
                played = result.why in (PLAYED, ADJUDICATED)
                if played and (round.number, game) not in boards:
                    yield f"the board of game {game} in round {round.number} doesn't exist"
        named = {(each.number, game) for each in rounds for game, _ in enumerate(each.pairings, 1)}
        for number, game in sorted(boards.keys() - named):
            yield f"the log has no game {game} of round {number}, but this game has a board"
