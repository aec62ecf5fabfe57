"""Players who sign off, or never confirm their signup: the data that pbm deletes and keeps."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import delete, exists, func, insert, or_, select, update

from pbm.board.players import Player
from pbm.board.public_boards import FORMER_PLAYER
from pbm.board.viewers import VISIBILITY
from storage.players.players import PlayerRepository
from storage.players.userids import UseridRepository
from storage.sql.connection import WorkConnection
from storage.tables.boards import published_comments, saved_lines, seats, watches
from storage.tables.competitions import ladders
from storage.tables.mail import bounces, deferred, failed_mails, suppressed_addresses
from storage.tables.players import (
    addresses,
    bans,
    blocks,
    codes,
    deputies,
    former_names,
    last_mails,
    outages,
    players,
    preferences,
    seeks,
    unreachable,
    vacations,
)

PERSONAL = (
    addresses,
    codes,
    deputies,
    ladders,
    seeks,
    watches,
    vacations,
    unreachable,
    outages,
    last_mails,
    deferred,
    published_comments,
    saved_lines,
)
"""Tables from which all rows about a player are deleted when the player signs off."""


class FormerPlayerRepository:
    """Players who sign off, or whose signup isn't confirmed in time."""

    def __init__(
        self, connection: WorkConnection, all_players: PlayerRepository, userids: UseridRepository
    ) -> None:
        self._connection = connection
        self._players = all_players
        self._userids = userids

    def add(self, at: datetime, userid: str = "") -> Player:
        """Adds a player who has signed off already, for imported games.

        `userid`: a free userid. By default, one with the player's number.
        """
        name = f"{FORMER_PLAYER}-"
        values = {"key": userid.lower() or name, "userid": userid or name, "joined": at}
        values |= {"password_hash": ""}
        inserted = self._connection.execute(insert(players).values(values).returning(players.c.id))
        player = Player(inserted.scalar_one(), userid, (), "")
        if not userid:
            player = replace(player, userid=f"{name}{player.id}")
            self._userids.assign(player, player.userid)
        self._userids.reserve_look_alikes(player, player.userid)
        return player

    def sign_off(self, player: Player) -> None:
        """Deletes all data of a player except for their boards, where a number replaces the userid.

        Nobody else can register the userid. The player's visibility is kept, because hidden boards
        must remain hidden.
        """
        self._delete_data([player.id], kept_preference=VISIBILITY)
        theirs = seats.c.player_id == player.id, seats.c.note != ""
        self._connection.execute(update(seats).where(*theirs).values(note=""))
        self._players.change_password(player, "")
        self._userids.rename(player, f"{FORMER_PLAYER}-{player.id}")

    def delete_unconfirmed(self, now: datetime) -> None:
        """Deletes players who didn't confirm an address in time. Their userids become free."""
        asked = exists().where(
            codes.c.player_id == players.c.id, codes.c.purpose == "address", codes.c.until > now
        )
        # Players with boards or a ban are kept, even without an address.
        late = select(players.c.id).where(
            players.c.password_hash != "",
            players.c.robot == "",
            ~exists().where(bans.c.player_id == players.c.id),
            ~exists().where(addresses.c.player_id == players.c.id),
            ~exists().where(seats.c.player_id == players.c.id),
            ~asked,
        )
        ids = self._connection.execute(late).scalars().all()
        if not ids:
            return
        self._delete_data(ids)
        self._connection.execute(delete(former_names).where(former_names.c.player_id.in_(ids)))
        self._connection.execute(delete(players).where(players.c.id.in_(ids)))

    def _delete_data(self, ids: Sequence[int], *, kept_preference: str = "") -> None:
        """Deletes addresses, bounces, failed emails, preferences, blocks and other personal data.

        `kept_preference`: the name of a preference that isn't deleted.
        """
        theirs = select(func.lower(addresses.c.address)).where(addresses.c.player_id.in_(ids))
        for table in (bounces, suppressed_addresses):
            self._connection.execute(delete(table).where(table.c.address.in_(theirs)))
        self._connection.execute(delete(failed_mails).where(failed_mails.c.author.in_(theirs)))
        for table in PERSONAL:
            self._connection.execute(delete(table).where(table.c.player_id.in_(ids)))
        chosen = preferences.c.player_id.in_(ids), preferences.c.name != kept_preference
        self._connection.execute(delete(preferences).where(*chosen))
        of_them = or_(blocks.c.player_id.in_(ids), blocks.c.other_id.in_(ids))
        self._connection.execute(delete(blocks).where(of_them))
        self._connection.execute(delete(deputies).where(deputies.c.deputy_id.in_(ids)))
