"""Vacations of players."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, insert, select, update

from pbm.board.players import Player
from pbm.board.time_control.periods import Period
from storage.sql.repository import Repository
from storage.tables.boards import boards, seats
from storage.tables.players import vacations


class VacationRepository(Repository):
    """Past and planned vacations."""

    def of(self, player: Player) -> Sequence[Period]:
        """Returns all of a player's vacations, the oldest first."""
        theirs = select(vacations).where(vacations.c.player_id == player.id)
        rows = self._connection.execute(theirs.order_by(vacations.c.since, vacations.c.id))
        return [Period(row.since, row.until) for row in rows]

    def add(self, player: Player, period: Period) -> None:
        values = {"player_id": player.id, "since": period.since, "until": period.until}
        self._connection.execute(insert(vacations).values(values))

    def end(self, player: Player, at: datetime) -> bool:
        """Ends the current vacation and deletes planned ones. Returns whether there were any."""
        theirs = vacations.c.player_id == player.id
        planned = delete(vacations).where(theirs, vacations.c.since >= at)
        running = update(vacations).where(theirs, vacations.c.until > at).values(until=at)
        changed = [self._connection.execute(each).rowcount for each in (planned, running)]
        # Check the player's boards now, because deadlines after the vacation may have passed.
        where = select(seats.c.board_id).where(seats.c.player_id == player.id)
        waiting = update(boards).where(boards.c.id.in_(where), boards.c.due > at)
        self._connection.execute(waiting.values(due=at))
        return any(changed)
