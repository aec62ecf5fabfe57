"""Userids: taken, former and similar ones, and look-alikes."""

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
"""Maximum number of userids to compare with a misspelt one."""


class UseridRepository(Repository):
    """Current and former userids of players, and their look-alikes."""

    def near(self, userid: str, viewer: Viewer) -> Sequence[str]:
        """Returns userids that a misspelt one may mean, those with the same first letter first."""
        query = near(userid).where(is_player_seen_by(viewer))
        return self._connection.execute(query).scalars().all()

    def taken(self, userid: str) -> bool:
        """Whether a player has this userid or had it before.

        Nobody else can register such a userid.
        """
        key = userid.lower()
        former = select(former_names.c.key).where(former_names.c.key == key)
        query = select(players.c.key).where(players.c.key == key).union(former)
        return self._connection.execute(query).first() is not None

    def is_mistakable(self, userid: str, player: Player | None = None) -> bool:
        """Whether somebody other than this player has or had a userid that looks like it."""
        owner = self._owner_of_look_alikes(userid)
        return owner is not None and (player is None or owner != player.id)

    def rename(self, player: Player, userid: str) -> None:
        """Gives a player a free userid or one of their former userids.

        The old userid remains reserved.
        """
        if player.userid.lower() != userid.lower() and not self.had(player, userid):
            self.reserve_look_alikes(player, userid)
        is_theirs = former_names.c.player_id == player.id
        mine = is_theirs & (former_names.c.key == userid.lower())
        self._connection.execute(delete(former_names).where(mine))
        if player.userid.lower() != userid.lower():
            old = {"key": player.userid.lower(), "player_id": player.id}
            self._connection.execute(insert(former_names).values(old))
        self.assign(player, userid)

    def assign(self, player: Player, userid: str) -> None:
        """Gives a player a free userid. Anybody can register the old one again."""
        values = {"key": userid.lower(), "userid": userid}
        self._connection.execute(update(players).where(players.c.id == player.id).values(values))

    def had(self, player: Player, userid: str) -> bool:
        """Whether the player had this userid before."""
        theirs = former_names.c.player_id == player.id
        query = select(former_names.c.key).where(theirs, former_names.c.key == userid.lower())
        return self._connection.execute(query).first() is not None

    def former_owner(self, userid: str) -> int | None:
        """Returns the id of the player who had this userid before, or None."""
        query = select(former_names.c.player_id).where(former_names.c.key == userid.lower())
        return self._connection.execute(query).scalar()

    def former_userids(self, player: Player) -> Sequence[str]:
        """Returns the player's former userids in lower case."""
        query = select(former_names.c.key).where(former_names.c.player_id == player.id)
        return self._connection.execute(query.order_by(former_names.c.key)).scalars().all()

    def reserve_look_alikes(self, player: Player, userid: str) -> None:
        """Reserves everything that looks like this userid.

        Raises an error if another player has reserved it. Look-alikes of robots are tolerated,
        because players could choose such userids in earlier versions.
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
