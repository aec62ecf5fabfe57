"""The claims that reply tokens carry: the board, the player and the ply."""

import hashlib
from datetime import date, datetime, timedelta
from enum import IntEnum
from functools import lru_cache
from itertools import takewhile

from pydantic import BaseModel, ConfigDict

from pbm.board.board import Board, Offer
from pbm.board.players import Player

STAMP_LETTERS = 16
MESSAGE_REPLY_PERIOD = timedelta(days=90)
"""Time during which a message can be answered by reply."""
FIRST_DAY = date(1970, 1, 1)
LOW_16_BITS = 0xFFFF
"""Mask of the part of a number that fits into a token."""
LOW_4_BITS = 0xF
"""Mask of the part of an offer's number that fits into a token."""
DEPUTY_BIT = 0x8
"""Added to the seat in tokens of a deputy. No game has that many seats."""
RECENT_MESSAGE = timedelta(days=14)
"""Time during which a reply to a message needs no confirmation."""


class ReplyAge(IntEnum):
    """How old the email is that a reply answers.

    Other people may have seen an older reply address.
    """

    LATEST = 0
    """The board and its open offer haven't changed since the email."""
    RECENT = 1
    """The board has changed since the email, but its reader hasn't moved."""
    OLD = 2


class ReplyClaims(BaseModel):
    """A player's seat on a board in a certain state. A reply token is its signed form."""

    model_config = ConfigDict(frozen=True, defer_build=True, hide_input_in_errors=True)
    board: int
    """Id of the board, unique over all games."""
    epoch: int
    ply: int
    seat: int
    stamp: str
    """Password stamp of the player, or stamp of the deputy."""
    generation: int = 0
    """Generation of the database in which the board reached this state."""
    offer: int = 0
    """Number of the offer that was open. 0 for none."""
    begun: datetime | None = None
    """When the board was created. It is known only when an email is made, not from a token."""
    by_deputy: bool = False
    """Whether the reply is by the deputy of the player in the seat."""

    @property
    def place(self) -> int:
        """The seat as tokens contain it. It has a different number for the deputy."""
        return self.seat | DEPUTY_BIT * self.by_deputy

    def fits(self, board: Board) -> bool:
        """Whether the board is in the claimed state. Only 16 bits of each number are compared.

        The generation is compared, too. After a restore, the same number of moves can mean a
        different state.
        """
        state = board.match.state
        if self.generation != board.generation:
            return False
        return not (self.epoch - state.epoch | self.ply - state.ply) & LOW_16_BITS


class BoardClaims(BaseModel):
    """The claims of all players of a board."""

    model_config = ConfigDict(frozen=True, defer_build=True, hide_input_in_errors=True)
    board: int
    epoch: int
    ply: int
    stamps: tuple[str, ...]
    generation: int = 0
    offer: int = 0
    begun: datetime | None = None
    ids: tuple[int, ...]
    """Ids of the players."""

    def for_seat(self, seat: int) -> ReplyClaims:
        """Returns the claims of the player in this seat."""
        return ReplyClaims(
            board=self.board,
            epoch=self.epoch,
            ply=self.ply,
            seat=seat,
            stamp=self.stamps[seat],
            generation=self.generation,
            offer=self.offer,
            begun=self.begun,
        )

    def for_deputy(self, seat: int, stamp: str) -> ReplyClaims:
        """Returns the claims of the deputy for the player in this seat.

        `stamp`: the deputy's stamp.
        """
        return self.for_seat(seat).model_copy(update={"stamp": stamp, "by_deputy": True})


class MessageClaims(BaseModel):
    """A reader's right to answer the writer of a message. A message token is its signed form."""

    model_config = ConfigDict(frozen=True, defer_build=True, hide_input_in_errors=True)
    reader: int
    """Id of the player to whom the message was sent."""
    writer: int
    """Id of the player who wrote the message."""
    day: int
    """Day on which the message was sent, counted from 1970."""
    stamp: str
    """Password stamp of the reader."""

    def expired(self, now: datetime) -> bool:
        """Whether the message is too old to be answered by reply."""
        return day_number(now) - self.day > MESSAGE_REPLY_PERIOD.days

    def age(self, now: datetime) -> ReplyAge:
        """Returns `LATEST` for a recent message, and `OLD` for any other."""
        recent = day_number(now) - self.day <= RECENT_MESSAGE.days
        return ReplyAge.LATEST if recent else ReplyAge.OLD


class DigestClaims(BaseModel):
    """A reader's right to give commands on a digest's boards. A digest token is its signed form."""

    model_config = ConfigDict(frozen=True, defer_build=True, hide_input_in_errors=True)
    reader: int
    """Id of the player to whom the digest was sent."""
    second: int
    """Second in which the digest was made, counted from 1970."""
    stamp: str
    """Password stamp of the reader."""

    def covers(self, board: Board) -> bool:
        """Whether nothing has happened on the board since the digest."""
        events = board.match.events
        return (events[-1].at if events else board.begun).timestamp() <= self.second


def digest_claims(reader: Player, at: datetime) -> DigestClaims:
    """Returns the claims of the reader of a digest that is made now."""
    return DigestClaims(reader=reader.id, second=int(at.timestamp()), stamp=password_stamp(reader))


def message_claims(reader: Player, writer: Player, at: datetime) -> MessageClaims:
    """Returns the claims of the reader of a message that is sent now."""
    return MessageClaims(
        reader=reader.id, writer=writer.id, day=day_number(at), stamp=password_stamp(reader)
    )


def day_number(at: datetime) -> int:
    """Returns the number of the day, counted from 1970."""
    return (at.date() - FIRST_DAY).days


def claims_of(board: Board) -> BoardClaims:
    """Returns the claims of a board's players in its current state."""
    match, stamps = board.match, tuple(map(password_stamp, board.players))
    state = {"epoch": match.state.epoch, "ply": match.ply, "generation": board.generation}
    offer = _offer_number(board.offer)
    ids = tuple(player.id for player in board.players)
    return BoardClaims(
        board=board.id, stamps=stamps, offer=offer, begun=board.begun, ids=ids, **state
    )


def reply_age(board: Board, claims: ReplyClaims) -> ReplyAge:
    """Returns the age, as of now, of the email that contained these claims."""
    now = board.match.state
    if claims.fits(board) and claims.offer == _offer_number(board.offer):
        return ReplyAge.LATEST
    if claims.generation != board.generation or (claims.epoch - now.epoch) & LOW_16_BITS:
        return ReplyAge.OLD
    ply = now.ply - ((now.ply - claims.ply) & LOW_16_BITS)
    later = takewhile(lambda state: state.ply > ply, now.backwards())
    has_moved = any(state.is_move and state.mover == claims.seat for state in later)
    return ReplyAge.OLD if has_moved else ReplyAge.RECENT


def _offer_number(offer: Offer | None) -> int:
    """Returns a number that differs for different offers on a board, or 0 for no offer."""
    return 0 if offer is None else 1 + (2 * offer.by + (offer.kind == "undo")) % LOW_4_BITS


def password_stamp(player: Player) -> str:
    """Returns a digest that changes with every new password.

    Setting the same password again changes it, too, because the password hash is salted.
    """
    return _stamp(player.id, player.password_hash)


def deputy_stamp(deputy: Player, player: Player, since: datetime) -> str:
    """Returns a digest that differs for every deputyship, even between the same players."""
    text = f"{password_stamp(deputy)} for {player.id} since {since.isoformat()}"
    return hashlib.sha256(text.encode()).hexdigest()[:STAMP_LETTERS]


@lru_cache(maxsize=1024)
def _stamp(id: int, password_hash: str) -> str:
    return hashlib.sha256(f"{id} {password_hash}".encode()).hexdigest()[:STAMP_LETTERS]
