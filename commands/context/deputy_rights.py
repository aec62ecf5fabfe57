"""The right of deputies to move on boards, their replies, and the end of both."""

from collections.abc import Sequence
from datetime import datetime

from commands.content.banners_and_actions import Face
from commands.content.messages import BoardSnapshot, TextMessage
from commands.content.reply_claims import ReplyClaims, claims_of, deputy_stamp
from commands.content.response import Notification
from commands.system.stored_types import UnitOfWork
from pbm.board.board import Board
from pbm.board.deputies import Deputyship
from pbm.board.players import Player
from pbm.match.event_authors import FOR


def deputy_at(work: UnitOfWork, board: Board, seat: int, now: datetime) -> Player | None:
    """Returns the deputy who may move for a seat now, or None.

    The player must have agreed to the game by making a move. The deputy must not play on the board,
    be the deputy of another player there, or have joined the tournament. The deputy and the player
    must not block each other.

    A block between the deputy and an opponent matters only if it is older than the deputyship.
    Otherwise, an opponent could block the deputy to win on time.
    """
    player = board.players[seat]
    deputyship = player.deputy
    if (
        deputyship is None
        or not deputyship.is_active(now)
        or not (board.active and board.moved(seat))
    ):
        return None
    if player.banned or player.gone or len(_seats_of(board, deputyship.player, now)) > 1:
        return None
    (deputy,) = work.players.by_ids([deputyship.player])
    if deputy.banned or deputy.gone or board.seat_of(deputy) is not None:
        return None
    if board.tournament and _has_joined(work, deputy, board.tournament.name):
        return None
    is_blocked = work.blocks.any_between(deputy, board.players, deputyship.since)
    is_blocked = is_blocked or work.blocks.any_between(deputy, [player], now)
    return None if is_blocked else deputy


def deputized_seat(work: UnitOfWork, board: Board, deputy: Player, now: datetime) -> int | None:
    """Returns the seat for which this player may move as a deputy, or None."""
    seats = _seats_of(board, deputy.id, now)
    return seats[0] if len(seats) == 1 and deputy_at(work, board, seats[0], now) else None


def acting_deputies(work: UnitOfWork, board: Board, now: datetime) -> tuple[tuple[str, str], ...]:
    """Returns the userids of deputies who may move now, each with the player's userid."""
    seats = (seat for seat, player in enumerate(board.players) if player.deputy)
    deputies = ((deputy_at(work, board, seat, now), seat) for seat in seats)
    return tuple((deputy.userid, board.players[seat].userid) for deputy, seat in deputies if deputy)


def deputies_on(work: UnitOfWork, board: Board) -> Sequence[Player]:
    """Returns the players who made moves as deputies on a board."""
    if not any(FOR in event.author for event in board.match.events):
        return ()
    return work.players.by_ids(work.deputies.on_board(board.id))


def deputies_by_ply(work: UnitOfWork, board: Board) -> dict[int, tuple[str, str]]:
    """Returns the present userids of deputies and of the players they moved for, by ply."""
    deputies = board.match.deputies
    if not deputies:
        return {}
    names = {
        name: player.userid
        for player in deputies_on(work, board)
        for name in (player.userid.lower(), *work.userids.former_userids(player))
    }
    movers = {state.ply: state.mover for state in board.match.state.played}
    return {
        ply: (names.get(deputy.lower(), deputy), board.players[movers[ply] or 0].userid)
        for ply, (deputy, _) in deputies.items()
    }


def deputy_claims(board: Board, seat: int, deputy: Player) -> ReplyClaims:
    """Returns the claims of a deputy's replies about a board. They end with the deputyship."""
    deputyship = board.players[seat].deputy
    assert deputyship is not None  # noqa: S101 - `deputy` is the one who was found by it
    stamp = deputy_stamp(deputy, board.players[seat], deputyship.since)
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
    """Returns the notifications that deputyships have ended.

    Both players get one if they had agreed. Otherwise, only the player who asked does.

    `why`: a sentence on the reason.
    """
    notifications: list[Notification] = []
    for deputyship in deputyships:
        player, deputy = work.players.by_ids([deputyship.player, deputyship.deputy])
        if deputyship.since:
            readers = [
                (player, f"{deputy.userid} no longer moves for you"),
                (deputy, f"You no longer move for {player.userid}"),
            ]
        else:
            readers = [(player, f"{deputy.userid} won't move for you")]
        notifications += [
            Notification(
                reader.addresses,
                TextMessage(subject=news, text="", face=Face(banner=f"{news}.", lead=why)),
            )
            for reader, news in readers
            if not reader.gone
        ]
    return tuple(notifications)


def _has_joined(work: UnitOfWork, player: Player, tournament: str) -> bool:
    return tournament in (each.name for each in work.tournaments.entered_by(player))


def _seats_of(board: Board, deputy: int, now: datetime) -> list[int]:
    """Returns the seats whose players have this deputy now."""
    return [
        seat
        for seat, player in enumerate(board.players)
        if player.deputy and player.deputy.player == deputy and player.deputy.is_active(now)
    ]
