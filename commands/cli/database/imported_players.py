"""Finds the players of imported games, and adds the ones who aren't registered here."""

from dataclasses import dataclass, field
from datetime import datetime

from commands.context.robots import find_robot
from commands.language.userids import check_userid
from commands.system.stored_types import UnitOfWork
from pbm.board.players import Player
from pbm.board.public_boards import FORMER_PLAYER
from pbm.board.records.record import Record
from pbm.errors import NotAllowedError, NotFoundError
from pbm.wording import listing

ADD_PLAYERS = "To import finished games of unregistered players, add --with-players."
UNFINISHED = "Unfinished games can be imported only if all players are registered."


@dataclass
class FormerPlayers:
    """Players of imported games who aren't registered here. Nobody can log in as one of them."""

    now: datetime
    _numbered: dict[tuple[str, str], int] = field(default_factory=dict)
    """Ids of players who had signed off on another server, by that server's address and their
    userid there.
    """

    def check(self, work: UnitOfWork, userid: str) -> None:
        """Raises UserError for a userid that isn't valid here or that somebody else has."""
        player = work.players.find(userid)
        if userid.startswith(FORMER_PLAYER) or (player and player.gone):
            return
        check_userid(userid)
        if work.userids.taken(userid) or work.userids.is_mistakable(userid):
            raise NotAllowedError(
                f"The userid {userid} is taken or too similar to an existing one."
            )

    def find(self, work: UnitOfWork, record: Record, userid: str) -> Player:
        """Returns the former player with a checked userid, and adds it if necessary."""
        if not userid.startswith(FORMER_PLAYER):
            return work.players.find(userid) or work.former_players.add(self.now, userid)
        key = record.site, userid
        if key not in self._numbered:
            self._numbered[key] = work.former_players.add(self.now).id
        return work.players.by_ids([self._numbered[key]])[0]


def players_of(
    work: UnitOfWork, record: Record, now: datetime, former: FormerPlayers | None
) -> list[Player]:
    """Returns the players by seat, with former players for unregistered userids.

    Raises UserError if a player can't be used.
    """
    seated = [(userid, _registered_player(work, userid, now)) for userid in record.players]
    missing = [userid for userid, player in seated if player is None]
    if former is None:
        if missing:
            advice = ADD_PLAYERS if record.match.outcome else UNFINISHED
            raise NotFoundError(f"Nobody is registered here as {listing(missing, 'or')}. {advice}")
        return [player for _, player in seated if player]
    for userid in missing:
        former.check(work, userid)
    return [player or former.find(work, record, userid) for userid, player in seated]


def _registered_player(work: UnitOfWork, userid: str, now: datetime) -> Player | None:
    """Returns the player or built-in robot with this userid if it may have a board.

    Otherwise returns None.
    """
    player = work.players.find(userid) or find_robot(work, userid, now)
    return player if player and player.confirmed and not player.gone else None
