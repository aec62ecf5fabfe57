"""Draw offers, and requests to take a move back.

All other players must accept. A move ends an open offer. Raises UserError if an offer or an answer
isn't possible.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any

from pbm.board.board import Board, Offer
from pbm.board.players import Player
from pbm.errors import IllegalError, NotAllowedError
from pbm.game import Game
from pbm.match.match import Event, Match
from pbm.match.match_state import REPETITIONS
from pbm.wording import listing

Done = tuple[Board, str]
"""The board after the change, and a sentence about it."""
DRAW_WORDS = ("propose", "draw")
"""Commands that offer a draw. A player may also type one after a move."""
OFFERS_DRAW = "offers a draw"
"""Predicate of a sentence about a draw offer."""
WITHDRAW = "withdraw"
"""Command that ends the player's own offer."""
IRREVERSIBLE_OFFERS = ("accept", *DRAW_WORDS)
"""Commands that may end a game immediately."""


def propose(board: Board, seat: int, now: datetime) -> Done:
    """Offers a draw, or accepts one that another player has offered.

    If the position has occurred three times, the game is drawn immediately.
    """
    if not board.game.drawn_by_agreement:
        raise NotAllowedError(no_draws(board.game))
    if board.match.repetitions >= REPETITIONS:
        return _draw_by_repetition(board, seat, now)
    offer = Offer("draw", seat)
    return _offer(board, offer, now, in_words(board, offer))


def no_draws(game: Game[Any, Any, Any]) -> str:
    """Returns a sentence for players of a game that can't be drawn."""
    return f"{game.title} has no draws, so you can't offer one."


def undo(board: Board, seat: int, now: datetime) -> Done:
    """Asks to take back all moves since the player's last one, including that one."""
    if not board.match.ply:
        raise IllegalError("There is no move to take back.")
    _check_nobody_left(board)
    offer = Offer("undo", seat)
    return _offer(board, offer, now, in_words(board, offer))


def accept(board: Board, seat: int, now: datetime) -> Done:
    """Accepts the open offer. After the last acceptance the offer is executed."""
    offer = _open(board)
    if offer.kind == "undo":
        _check_nobody_left(board)
    if seat == offer.by:
        raise IllegalError(
            f'This is your own {offer.noun}. Wait for an answer, or send "{WITHDRAW}".'
        )
    after = replace(board, offer=replace(offer, accepted=offer.accepted | {seat}))
    name = board.players[seat].userid
    if after.asked:
        waiting = listing([board.players[other].userid for other in after.asked])
        return after, f"{name} accepts. {waiting} must accept too."
    return _execute_offer(board, offer, name, now)


def reject(board: Board, seat: int, _now: datetime) -> Done:
    """Withdraws the player's own offer, or rejects another player's."""
    offer = _open(board)
    name = board.players[seat].userid
    action = "withdraws" if seat == offer.by else "rejects"
    return replace(board, offer=None), f"{name} {action} the {offer.noun}."


def lapsed(board: Board) -> str:
    """Returns a space and the sentence that a move has ended the open offer, or an empty string."""
    if board.offer is None:
        return ""
    player = board.players[board.offer.by].userid
    return f" {player}'s {board.offer.noun} ended with this move."


def in_words(board: Board, offer: Offer) -> str:
    """Returns the predicate of a sentence about an offer, such as `offers a draw`."""
    if offer.kind == "draw":
        return OFFERS_DRAW
    match, last = board.match, board.match.events[-1]
    count = match.ply - _undone(board, offer.by, Event("undo", last.at, last.author)).ply
    if count == 1:
        return "asks to take back the last move"
    return f"asks to take back the last {count} moves ({listing(match.moves[-count:])})"


def _draw_by_repetition(board: Board, seat: int, now: datetime) -> Done:
    name = board.players[seat].userid
    match = board.match.add(Event("draw repetition", now, name))
    return _with_match(board, match), f"{name} claims a draw."


def _offer(board: Board, offer: Offer, now: datetime, action: str) -> Done:
    current = board.offer
    if current and current.kind == offer.kind:
        if current.by == offer.by:
            raise IllegalError(
                f'You already made this {offer.noun}. Wait for an answer, or send "{WITHDRAW}".'
            )
        return accept(board, offer.by, now)
    player: Player = board.players[offer.by]
    return replace(board, offer=offer), f"{player.userid} {action}."


def _open(board: Board) -> Offer:
    if board.offer is None:
        raise IllegalError(
            f'There is no offer on board {board.number}. To offer a draw, send "propose". '
            'To take back your last move, send "undo".'
        )
    return board.offer


def _check_nobody_left(board: Board) -> None:
    """Raises IllegalError if taking back a move would bring back a player who has left."""
    if board.match.state.event.startswith("leave "):
        raise IllegalError(
            "A player has left the game since the last move, so that move can't be taken back."
        )


def _execute_offer(board: Board, offer: Offer, name: str, now: datetime) -> Done:
    event = Event(offer.kind, now, name)
    if offer.kind == "draw":
        return _with_match(board, board.match.add(event)), f"{name} accepts. The game is drawn."
    match = _undone(board, offer.by, event)
    undone = board.match.ply - match.ply
    result = f"The last {undone} moves are" if undone > 1 else "The last move is"
    return _with_match(board, match), f"{name} accepts. {result} taken back."


def _with_match(board: Board, match: Match) -> Board:
    """Returns the board without queued and submitted moves, meant for another position."""
    return replace(board, match=match, offer=None, plans={}, submitted={}, resigning=frozenset())


def _undone(board: Board, by: int, undo: Event) -> Match:
    """Returns the match without the asking player's last move and all moves after it.

    If the player hasn't moved yet, only the last move is removed. Moves of robots before it are
    removed as well, because robots would only repeat their next move.
    """
    match = board.match.add(undo)
    robots = [seat for seat, player in enumerate(board.players) if player.robot]
    # Robots' moves are taken back too, because robots would only repeat their next move.
    while match.to_move != by and (board.moved(by) or match.to_move in robots):
        if not match.ply or match.state.event.startswith("leave "):
            break
        match = match.add(undo)
    return match


OFFERS: dict[str, Callable[[Board, int, datetime], Done]] = {
    "propose": propose,
    "draw": propose,
    "undo": undo,
    "accept": accept,
    "reject": reject,
    WITHDRAW: reject,
}
"""The functions for the words that players type in place of a move."""
