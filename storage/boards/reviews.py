"""The repository of reviews of finished boards: one for each board and player."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, delete, insert, select, update

from pbm.board.board import Board, Player
from pbm.stored import ReviewJob, TakenReview
from storage.sql.job_leases import JobLeases
from storage.tables import boards, reviews


class ReviewRepository:
    """The repository of reviews; those that are answered stay, as nobody gets a second one."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._leases = JobLeases(connection, reviews)

    def add(self, board: Board, player: Player, job: ReviewJob) -> None:
        """Adds a review at the end of the queue."""
        values = {"board_id": board.id, "player_id": player.id, "at": job.at, "due": job.at}
        self._connection.execute(
            insert(reviews).values(**values, asker=job.asker, letter=job.letter)
        )

    def requested(self, board: Board, player: Player) -> datetime | None:
        """Returns the time at which a player asked for the review of a board, if they did."""
        query = select(reviews.c.at).where(
            reviews.c.board_id == board.id, reviews.c.player_id == player.id
        )
        return self._connection.execute(query).scalar()

    def by(self, player: Player) -> Sequence[tuple[str, int, datetime]]:
        """Returns the reviews that a player has asked for: game, board and time."""
        query = (
            select(boards.c.game, boards.c.number, reviews.c.at)
            .join(reviews, reviews.c.board_id == boards.c.id)
            .where(reviews.c.player_id == player.id)
            .order_by(reviews.c.id)
        )
        return [(row.game, row.number, row.at) for row in self._connection.execute(query)]

    def waiting(self) -> int:
        """Returns the number of unanswered reviews, including leased ones."""
        return self._leases.waiting()

    def take(self, now: datetime, until: datetime, holder: str) -> TakenReview | None:
        """Returns the oldest review that isn't leased, and leases it until `until`."""
        row = self._leases.take(now, until, holder)
        if row is None:
            return None
        query = select(boards.c.game, boards.c.number).where(boards.c.id == row.board_id)
        board = self._connection.execute(query).one()
        job = ReviewJob(row.asker, row.letter, board.game, board.number, row.at)
        return TakenReview(row.id, row.player_id, job, row.tries)

    def renew(self, id: int, holder: str, until: datetime) -> bool:
        """Renews a lease; returns False if the holder has it no more."""
        return self._leases.renew(id, holder, until)

    def release_all(self, holder: str, now: datetime) -> None:
        """Ends all leases of a holder that works no more: its reviews are due again."""
        self._leases.release_all(holder, now)

    def done(self, id: int, holder: str) -> bool:
        """Records that a review was answered; returns False if the holder has its lease no more."""
        answered = update(reviews).where(self._leases.held(id, holder))
        values = {"due": None, "holder": "", "asker": "", "letter": ""}
        return self._connection.execute(answered.values(values)).rowcount > 0

    def drop_waiting(self) -> int:
        """Deletes the unanswered reviews; returns their number."""
        waiting = delete(reviews).where(reviews.c.due.is_not(None))
        return self._connection.execute(waiting).rowcount
