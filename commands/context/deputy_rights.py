"""Deputies on boards: their right to move, their replies, and the end of both."""

from collections.abc import Sequence
from datetime import datetime

from commands.content.messages import BoardSnapshot, TextMessage
from commands.content.reply_claims import ReplyClaims, claims_of, deputy_stamp
from commands.content.response import Notification
from commands.system.stored_types import UnitOfWork
from pbm.board.board import Board
from pbm.board.deputies import Deputyship
from pbm.board.players import Player
from pbm.wording import filled


def deputy_at(work: UnitOfWork, board: Board, seat: int, now: datetime) -> Player | None:
    """Returns the player who may move for a seat now; None if nobody may.

    Nobody may where the seat's player never agreed to the game by a move; and nobody who plays
    there too, is the deputy of a second player there, has joined the tournament of the game, or
    blocks or is blocked by the player. Other players of the board have to have blocked, or to be
    blocked, before the deputy agreed: else an opponent would win on time by a block.
    """
    player = board.players[seat]
    given = player.deputy
    if given is None or not given.is_active(now) or not (board.active and board.moved(seat)):
        return None
    if player.banned or player.gone or len(_seats_of(board, given.player, now)) > 1:
        return None
    (deputy,) = work.players.by_ids([given.player])
    if deputy.banned or deputy.gone or board.seat_of(deputy) is not None:
        return None
    if board.tournament and _has_joined(work, deputy, board.tournament.name):
        return None
    is_blocked = work.blocks.any_between(deputy, board.players, given.since)
    is_blocked = is_blocked or work.blocks.any_between(deputy, [player], now)
    return None if is_blocked else deputy


def deputized_seat(work: UnitOfWork, board: Board, deputy: Player, now: datetime) -> int | None:
    """Returns the seat for which this player may move as a deputy; None if there is none."""
    seats = _seats_of(board, deputy.id, now)
    return seats[0] if len(seats) == 1 and deputy_at(work, board, seats[0], now) else None


def deputy_claims(board: Board, seat: int, deputy: Player) -> ReplyClaims:
    """Returns the claims of a deputy's replies about a board; they end with the deputyship."""
    given = board.players[seat].deputy
    assert given is not None  # noqa: S101 - `deputy` is the one who was found by it
    stamp = deputy_stamp(deputy, board.players[seat], given.since)
    return claims_of(board).for_deputy(seat, stamp)


def addressed_to_deputy(
    content: BoardSnapshot, board: Board, seat: int, deputy: Player
) -> BoardSnapshot:
    """Returns the content addressed to the deputy of a seat's player."""
    stamp = deputy_claims(board, seat, deputy).stamp
    update = {"to": deputy.userid, "deputy_for": board.players[seat].userid, "deputy_stamp": stamp}
    return content.model_copy(update=update | {"note": None, "unsubscribe": None})


def ended(
    work: UnitOfWork, deputyships: Sequence[Deputyship], why: str
) -> tuple[Notification, ...]:
    """Returns the notifications of the end of deputyships that were agreed, to both players.

    Whoever was only asked isn't told; who asked is. `why`: a sentence.
    """
    found: list[Notification] = []
    for each in deputyships:
        player, deputy = work.players.by_ids([each.player, each.deputy])
        if each.since:
            told = [
                (player, f"{deputy.userid} no longer moves for you."),
                (deputy, f"You no longer move for {player.userid}."),
            ]
        else:
            told = [(player, f"{deputy.userid} hasn't agreed to move for you.")]
        subject = f"{deputy.userid} for {player.userid}: ended"
        found += [
            Notification(
                reader.addresses, TextMessage(subject=subject, text=filled(f"{news} {why}"))
            )
            for reader, news in told
            if not reader.gone
        ]
    return tuple(found)


def _has_joined(work: UnitOfWork, player: Player, tournament: str) -> bool:
    return tournament in (each.name for each in work.tournaments.entered_by(player))


def _seats_of(board: Board, deputy: int, now: datetime) -> list[int]:
    """Returns the seats whose players have chosen this deputy."""
    return [
        seat
        for seat, player in enumerate(board.players)
        if player.deputy and player.deputy.player == deputy and player.deputy.is_active(now)
    ]
