"""Userids: which are taken, similar or easily mistaken, and which a player had before."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, delete, insert, select, update

from pbm.board.players import Player
from pbm.board.viewers import Viewer
from pbm.lookalikes import skeleton
from storage.players.visibility import is_player_seen_by
from storage.sql.repository import Repository
from storage.tables.players import former_names, players, skeletons

MAX_SIMILAR = 500
"""The number of userids among which a misspelt one is looked for."""


class UseridRepository(Repository):
    """The repository of userids that players have or had, and of those that look like them."""

    def near(self, userid: str, viewer: Viewer) -> Sequence[str]:
        """Returns userids with the same first letter, then any others."""
        query = near(userid).where(is_player_seen_by(viewer))
        return self._connection.execute(query).scalars().all()

    def taken(self, userid: str) -> bool:
        """Returns True if this userid can't be registered: somebody has it, or had it."""
        key = userid.lower()
        former = select(former_names.c.key).where(former_names.c.key == key)
        query = select(players.c.key).where(players.c.key == key).union(former)
        return self._connection.execute(query).first() is not None

    def is_mistakable(self, userid: str, player: Player | None = None) -> bool:
        """Returns True if somebody but this player has, or had, a userid that looks like it."""
        owner = self._owner_of_look_alikes(userid)
        return owner is not None and (player is None or owner != player.id)

    def rename(self, player: Player, userid: str) -> None:
        """Sets a free userid, or a former one of the player's own; the old one stays reserved."""
        if player.userid.lower() != userid.lower() and not self.had(player, userid):
            self.reserve_look_alikes(player, userid)
        kept = former_names.c.player_id == player.id
        mine = kept & (former_names.c.key == userid.lower())
        self._connection.execute(delete(former_names).where(mine))
        if player.userid.lower() != userid.lower():
            old = {"key": player.userid.lower(), "player_id": player.id}
            self._connection.execute(insert(former_names).values(old))
        self.assign(player, userid)

    def assign(self, player: Player, userid: str) -> None:
        """Sets a free userid; the one before can be registered again."""
        values = {"key": userid.lower(), "userid": userid}
        self._connection.execute(update(players).where(players.c.id == player.id).values(values))

    def had(self, player: Player, userid: str) -> bool:
        """Returns True if this was a former userid of the player."""
        theirs = former_names.c.player_id == player.id
        query = select(former_names.c.key).where(theirs, former_names.c.key == userid.lower())
        return self._connection.execute(query).first() is not None

    def former_owner(self, userid: str) -> int | None:
        """Returns the id of the player who had this userid before, in any case."""
        query = select(former_names.c.player_id).where(former_names.c.key == userid.lower())
        return self._connection.execute(query).scalar()

    def former_userids(self, player: Player) -> Sequence[str]:
        """Returns the userids that the player had before, in lower case."""
        query = select(former_names.c.key).where(former_names.c.player_id == player.id)
        return self._connection.execute(query.order_by(former_names.c.key)).scalars().all()

    def reserve_look_alikes(self, player: Player, userid: str) -> None:
        """Keeps others from userids that look like this one; fails if somebody has one already.

        A robot may be looked like: before this, a player could choose such a userid.
        """
        owner = self._owner_of_look_alikes(userid)
        if owner is None or not (player.robot or owner == player.id):
            reserved = {"key": skeleton(userid), "player_id": player.id}
            self._connection.execute(insert(skeletons).values(reserved))

    def _owner_of_look_alikes(self, userid: str) -> int | None:
        query = select(skeletons.c.player_id).where(skeletons.c.key == skeleton(userid))
        return self._connection.execute(query).scalar()


def near(userid: str) -> Select[Any]:
    """Returns a query of userids that a misspelt one may mean, the most likely first."""
    same_start = players.c.key.startswith(userid[:1].lower(), autoescape=True)
    return select(players.c.userid).order_by(~same_start, players.c.key).limit(MAX_SIMILAR)
