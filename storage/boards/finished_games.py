"""Finished games that everybody may see, by their numbers."""

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, Connection, and_, func, select

from storage.boards.public_boards import IS_PUBLISHED
from storage.tables import boards, events

IS_PUBLIC_AND_FINISHED = and_(IS_PUBLISHED, boards.c.places.is_not(None))
SECONDS = 19
"""The length of a time up to its seconds, as each line of a log begins with it, in UTC."""


class FinishedGameRepository:
    """The repository of finished games that everybody may see."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def numbers(
        self, game: str, *, first: int = 0, last: int | None = None, since: datetime | None = None
    ) -> Sequence[int]:
        """Returns the numbers of a game's boards, in their order; `since`: the earliest end."""
        conditions = [boards.c.game == game, IS_PUBLIC_AND_FINISHED, boards.c.number >= first]
        if last is not None:
            conditions.append(boards.c.number <= last)
        if since is not None:
            conditions.append(_ended_since(since))
        query = select(boards.c.number).where(*conditions).order_by(boards.c.number)
        return self._connection.execute(query).scalars().all()


def _ended_since(moment: datetime) -> ColumnElement[bool]:
    """Returns the condition on the last line of a board's log."""
    line = (
        select(events.c.line)
        .where(events.c.board_id == boards.c.id)
        .order_by(events.c.number.desc())
        .limit(1)
        .scalar_subquery()
    )
    return func.substr(line, 1, SECONDS) >= moment.astimezone(UTC).isoformat()[:SECONDS]
