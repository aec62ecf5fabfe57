"""Deciding games: `pbm admin adjudicate` and `rollback`."""

from dataclasses import replace
from typing import Annotated

import typer

from commands.cli.admin.act import AUTHOR, Hand, acting
from commands.cli.arguments import GameName, Number, Reason
from commands.play.ratings import rated, unrated
from pbm import games
from pbm.adjudication import adjudication, places_of
from pbm.board import Board
from pbm.errors import Frozen, Usage
from pbm.games import AnyGame
from pbm.wording import listing

Winners = Annotated[
    list[str] | None,
    typer.Option("--winner", metavar="USERID", help="who wins; there may be several of three"),
]
Drawn = Annotated[bool, typer.Option("--draw", help="nobody wins")]
Removed = Annotated[bool, typer.Option("--remove", help="take the board away, unrated")]
Ply = Annotated[
    int, typer.Option(metavar="P", min=0, max=10**6, help="the number of the last move that stays")
]


def adjudicate(
    game: GameName,
    number: Number,
    *,
    reason: Reason,
    winner: Winners = None,
    draw: Drawn = False,
    remove: Removed = False,
) -> None:
    """Decide a game: it is won, drawn, or its board removed.

    The reason is told to the players, and stands in the board's log. A game that is over is
    rolled back first; only removing a board can't be taken back, and is all that can be done
    with a frozen one.

    Example: pbm admin adjudicate knightpanic 101 --winner alice --reason "bob has left"
    """
    if bool(winner) + draw + remove != 1:
        raise Usage("One of --winner USERID, --draw and --remove is needed.")
    with acting(reason) as hand:
        if remove:
            _remove(hand, games.find(game), number)
            return
        board = hand.session.hold(games.find(game), number)
        _decide(hand, board, _seats(hand, board, winner or []))


def rollback(game: GameName, number: Number, ply: Ply, reason: Reason) -> None:
    """Take a board back to an earlier ply, as an undo does.

    Moves, resignations and decisions after it no longer hold, and stay in the log. The players
    are told, and what they had prepared for later plies is refused.

    Example: pbm admin rollback knightpanic 101 --ply 12 --reason "a move was entered twice"
    """
    with acting(reason) as hand:
        board = hand.session.hold(games.find(game), number)
        after = board.decide(f"rollback {ply}", hand.session.now(), AUTHOR)
        did = f"The admin took the game back to the position after ply {ply}: {_stop(hand.reason)}"
        back = f"from ply {board.match.ply} to ply {ply}"
        _keep(hand, board, after, did, back if board.match.ply > ply else "decision taken back")


def _seats(hand: Hand, board: Board, winners: list[str]) -> list[int]:
    return [hand.session.seat(board, hand.session.player(userid)) for userid in winners]


def _decide(hand: Hand, board: Board, winners: list[int]) -> None:
    places = places_of(winners, len(board.players))
    text = adjudication(places, hand.reason)
    after = board.decide(text, hand.session.now(), AUTHOR)
    names = [player.userid for player in after.winners()]
    detail = f"won by {listing(names)}" if names else "drawn"
    _keep(hand, board, after, f"The admin decided the game: {detail}.", detail)


def _remove(hand: Hand, game: AnyGame, number: int) -> None:
    why = f"by the admin, {hand.reason.rstrip('.')}"
    news = f"The admin removed the board: {_stop(hand.reason)}"
    try:
        board = hand.session.hold(game, number)
    except Frozen:
        _remove_frozen(hand, game, number, why, news)
    else:
        _keep(hand, board, replace(board, removed=why), news, "removed")


def _remove_frozen(hand: Hand, game: AnyGame, number: int, why: str, news: str) -> None:
    """Its players are told in words, as it can't be shown."""
    sat = hand.work.boards.remove_frozen(game.name, number, why, hand.session.now())
    for player in sat:
        hand.write(player, f"{game.title} Board {number}", news)
    _note(hand, "adjudicate", game, number, "removed")


def _keep(hand: Hand, before: Board, after: Board, news: str, detail: str) -> None:
    """Saves the board, tells its players, and notes it."""
    after = hand.work.boards.save(before, after, hand.session.now())
    after = rated(hand.session, unrated(hand.session, before, after))
    hand.tell(after, hand.session.said_of(after, news=news))
    act = "rollback" if after.match.state.epoch > before.match.state.epoch else "adjudicate"
    _note(hand, act, after.game, after.number, detail)


def _note(hand: Hand, act: str, game: AnyGame, number: int, detail: str) -> None:
    hand.keep(act, f"{game.name} {number}", detail)
    hand.said = f"{game.title} board {number}: {detail}. The players are told."


def _stop(reason: str) -> str:
    """The reason as the end of a sentence."""
    return reason if reason.endswith((".", "!", "?")) else f"{reason}."
