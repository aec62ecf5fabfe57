"""Offers: draws, and taking the last move back. All others must accept; a move ends the offer."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from pbm.board import Board, Offer, Player
from pbm.errors import IllegalError, NotAllowedError
from pbm.match import Event, Match
from pbm.wording import listing

Done = tuple[Board, str]
"""The board after it, and what is told of it."""


def propose(board: Board, seat: int, now: datetime) -> Done:
    """Offers a draw; where the others have offered one, accepts it."""
    if not board.game.drawn_by_agreement:
        raise NotAllowedError(f"{board.game.title} can't be drawn, so no draw can be offered.")
    return _offer(board, Offer("draw", seat), now, "offers a draw")


def undo(board: Board, seat: int, now: datetime) -> Done:
    """Asks to take the last move back."""
    if not board.match.moves:
        raise IllegalError("There is no move to take back.")
    _check_nobody_left(board)
    return _offer(board, Offer("undo", seat), now, "asks to take the last move back")


def accept(board: Board, seat: int, now: datetime) -> Done:
    """Accepts the open offer; with the last acceptance it is carried out."""
    offer = _open(board)
    if offer.kind == "undo":
        _check_nobody_left(board)
    if seat == offer.by:
        raise IllegalError("You made this offer yourself: the others are to accept it.")
    after = replace(board, offer=replace(offer, accepted=offer.accepted | {seat}))
    name = board.players[seat].userid
    if after.asked:
        waiting = listing([board.players[other].userid for other in after.asked])
        return after, f"{name} accepts; {waiting} must accept too."
    return _carried_out(board, offer, name, now)


def reject(board: Board, seat: int, _now: datetime) -> Done:
    """Ends the open offer, one's own or another's."""
    offer = _open(board)
    name = board.players[seat].userid
    what = "takes the offer back" if seat == offer.by else "rejects the offer"
    return replace(board, offer=None), f"{name} {what}."


def _offer(board: Board, offer: Offer, now: datetime, what: str) -> Done:
    standing = board.offer
    if standing and standing.kind == offer.kind:
        if standing.by == offer.by:
            raise IllegalError("This offer of yours stands already; the others have not answered.")
        return accept(board, offer.by, now)
    player: Player = board.players[offer.by]
    return replace(board, offer=offer), f"{player.userid} {what}."


def _open(board: Board) -> Offer:
    if board.offer is None:
        raise IllegalError(
            f"Nothing is offered on board {board.number}: a draw is offered with "
            '"propose", and "undo" asks to take a move back.'
        )
    return board.offer


def _check_nobody_left(board: Board) -> None:
    """Taking the move back would bring them into the game again, unasked."""
    if board.match.state.standing[-1].startswith("leave "):
        raise IllegalError("A player has left since the last move, so it can't be taken back.")


def _carried_out(board: Board, offer: Offer, name: str, now: datetime) -> Done:
    match = board.match.add(Event(offer.kind, now, name))
    done = "The game is drawn."
    if offer.kind == "undo":
        match = _past_robots(board, match, offer.by, Event(offer.kind, now, name))
        undone = board.match.ply - match.ply
        done = f"The last {undone} moves are" if undone > 1 else "The last move is"
        done += " taken back."
    # what was queued or submitted was meant for another position
    after = replace(board, match=match, offer=None, plans={}, submitted={}, resigning=frozenset())
    return after, f"{name} accepts. {done}"


def _past_robots(board: Board, match: Match, by: int, undo: Event) -> Match:
    """Back to a move of whoever asked, or of another person: robots would only move again."""
    robots = [seat for seat, player in enumerate(board.players) if player.robot]
    while match.to_move != by and match.to_move in robots:
        if not match.moves or match.state.standing[-1].startswith("leave "):
            break
        match = match.add(undo)
    return match


OFFERS: dict[str, Callable[[Board, int, datetime], Done]] = {
    "propose": propose,
    "undo": undo,
    "accept": accept,
    "reject": reject,
}
"""Words that stand in the place of a move."""
