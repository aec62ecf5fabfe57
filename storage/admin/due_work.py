"""Find the kinds of work that are due, in one query.

Usually nothing is due, and a query for each kind would cost more.
"""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import BindParameter, bindparam, or_, select

from pbm.board.deputies import ASKED_FOR
from pbm.board.ladder import DEMOTED_AFTER
from storage.boards.competitions.ladders import is_demoted
from storage.boards.competitions.tournaments import IS_NEW
from storage.mail.deferred_notifications import is_ready
from storage.players.deputies import is_over
from storage.sql.prepared import Prepared
from storage.sql.repository import Repository
from storage.tables.competitions import ladders, tournaments
from storage.tables.mail import deferred, overflow
from storage.tables.players import deputies, seeks

NOW: BindParameter[datetime] = bindparam("now")
_CONDITIONS = {
    "digests": select(deferred.c.id).where(is_ready(NOW)),
    "overflow": select(overflow.c.recipient).where(overflow.c.due <= NOW),
    "ladders": select(ladders.c.game).where(is_demoted(bindparam("demoted"))),
    "deputies": select(deputies.c.player_id).where(is_over(NOW, bindparam("asked"))),
    "seeks": select(seeks.c.number).where(seeks.c.until <= NOW),
    "tournaments": select(tournaments.c.id).where(or_(tournaments.c.due <= NOW, IS_NEW)),
}
_QUERY = Prepared(select(*(found.exists().label(kind) for kind, found in _CONDITIONS.items())))


class DueWork(NamedTuple):
    """Whether work of each kind is due."""

    digests: bool
    overflow: bool
    ladders: bool
    deputies: bool
    seeks: bool
    tournaments: bool


class DueWorkRepository(Repository):
    def find(self, now: datetime) -> DueWork:
        times = {"now": now, "demoted": now - DEMOTED_AFTER, "asked": now - ASKED_FOR}
        return DueWork(**self._connection.first(_QUERY, times)._asdict())
