"""Who may speak for whom by a reply: what a reply token is made from."""

import hashlib

from pydantic import BaseModel, ConfigDict

from pbm.board import Board, Player

STAMP_LETTERS = 16
LOW_16_BITS = 0xFFFF
"""What of a number finds room in a token."""


class ReplyClaims(BaseModel):
    """A player's seat on a board, as it stands; signed, it is a reply token."""

    model_config = ConfigDict(frozen=True)
    board: int
    """The board's number over all games."""
    epoch: int
    ply: int
    seat: int
    stamp: str
    """Of the player, and of the password they have."""

    def fits(self, seats: "BoardClaims") -> bool:
        """Whether the board stands where it stood; tokens have room for 16 bits of each number."""
        before, now = (self.epoch, self.ply), (seats.epoch, seats.ply)
        return all(
            then & LOW_16_BITS == number & LOW_16_BITS
            for then, number in zip(before, now, strict=True)
        )


class BoardClaims(BaseModel):
    """The tickets of all who play on a board."""

    model_config = ConfigDict(frozen=True)
    board: int
    epoch: int
    ply: int
    stamps: tuple[str, ...]

    def for_seat(self, seat: int) -> ReplyClaims:
        """That of one of them."""
        place = {"board": self.board, "epoch": self.epoch, "ply": self.ply}
        return ReplyClaims(**place, seat=seat, stamp=self.stamps[seat])


def claims_of(board: Board) -> BoardClaims:
    """The tickets of a board's players, as it stands now."""
    match, stamps = board.match, tuple(map(password_stamp, board.players))
    return BoardClaims(board=board.id, epoch=match.state.epoch, ply=match.ply, stamps=stamps)


def password_stamp(player: Player) -> str:
    """Another one whenever the password is changed, as its hash is salted."""
    return hashlib.sha256(f"{player.id} {player.password_hash}".encode()).hexdigest()[
        :STAMP_LETTERS
    ]
