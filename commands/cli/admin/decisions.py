"""Implements `pbm admin adjudicate` and `pbm admin rollback`, by which admins decide games."""

from dataclasses import replace
from typing import Annotated

import typer

from commands.boards.ladders.rank_changes import settle
from commands.boards.rating_changes import revert_ratings, update_ratings
from commands.boards.tournaments.tournaments import is_settled, record_result
from commands.cli.admin.admin_actions import ADMIN_AUTHOR, AdminAct, admin_act
from commands.cli.arguments import GameName, Number, Reason
from pbm import games
from pbm.board.board import Board
from pbm.errors import BoardFrozenError, IllegalError, UsageError
from pbm.games import AnyGame
from pbm.match.decisions import adjudication, places_of
from pbm.wording import won_or_drawn

Winners = Annotated[
    list[str] | None,
    typer.Option(
        "--winner",
        metavar="USERID",
        help=(
            "userid of the winner (in a game for three players, repeat the option for joint "
            "winners)"
        ),
    ),
]
Drawn = Annotated[bool, typer.Option("--draw", help="declare the game drawn")]
Removed = Annotated[bool, typer.Option("--remove", help="remove the game without rating it")]
LastMove = Annotated[
    int,
    typer.Option("--move", metavar="N", min=0, max=10**6, help="number of the last move to keep"),
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
    """Declare a game won or drawn, or remove it.

    pbm emails the reason to the players and records it in the board's log. If the game is already
    over, roll it back first. You can undo a decision, but not a removal. A frozen board can only be
    removed.

    Example: pbm admin adjudicate knightpanic 101 --winner alice --reason "bob has left"
    """
    if bool(winner) + draw + remove != 1:
        raise UsageError("Give --winner USERID, --draw or --remove.")
    with admin_act(reason) as act:
        if remove:
            _remove(act, games.find(game), number)
            return
        board = act.context.lock_board(games.find(game), number)
        _decide(act, board, _seats(act, board, winner or []))


def rollback(game: GameName, number: Number, ply: LastMove, reason: Reason) -> None:
    """Take a game back to an earlier move.

    Later moves, resignations and decisions become invalid, but stay in the log. Moves that players
    have queued for later become invalid, too. pbm emails the players.

    Example: pbm admin rollback knightpanic 101 --move 12 --reason "a move was entered twice"
    """
    with admin_act(reason) as act:
        board = act.context.lock_board(games.find(game), number)
        after = board.decide(f"rollback {ply}", act.context.now(), ADMIN_AUTHOR)
        reason = _sentence_end(act.reason)
        place = f"the position after move {ply}" if ply else "its starting position"
        news = f"The admin has taken the game back to {place}: {reason}"
        change = f"taken back from move {board.match.ply} to {ply}"
        _save(act, board, after, news, change if board.match.ply > ply else "decision taken back")


def _seats(act: AdminAct, board: Board, winners: list[str]) -> list[int]:
    return [act.context.seat(board, act.context.player(userid)) for userid in winners]


def _decide(act: AdminAct, board: Board, winners: list[int]) -> None:
    if board.match.outcome:
        raise IllegalError(
            f"Board {board.number} is finished: {board.result}. To change the result, first take "
            f"the game back: pbm admin rollback {board.game.name} {board.number} --move N"
        )
    places = places_of(winners, len(board.players))
    text = adjudication(places, act.reason)
    after = board.decide(text, act.context.now(), ADMIN_AUTHOR)
    detail = won_or_drawn([player.userid for player in after.winners()])
    _save(act, board, after, f"The admin has decided this game: {detail}.", detail)


def _remove(act: AdminAct, game: AnyGame, number: int) -> None:
    reason = f"by the admin, {act.reason.rstrip('.')}"
    news = f"The admin has removed this game: {_sentence_end(act.reason)}"
    try:
        board = act.context.lock_board(game, number)
    except BoardFrozenError:
        _remove_frozen(act, game, number, reason, news)
    else:
        _save(act, board, replace(board, removed=reason), news, "removed")


def _remove_frozen(act: AdminAct, game: AnyGame, number: int, reason: str, news: str) -> None:
    """Removes a frozen board. Players are notified by text, because the board can't be shown."""
    players = act.work.frozen_boards.remove(game.name, number, reason, act.context.now())
    for player in players:
        act.notify_player(player, f"{game.title} Board {number}", news)
    _record(act, "adjudicate", game, number, "removed")


def _save(act: AdminAct, before: Board, after: Board, news: str, detail: str) -> None:
    """Saves the board, notifies its players, and records the action in the audit log."""
    after = act.work.boards.save(before, after, act.context.now())
    record_result(act.context, before, after)
    after = update_ratings(act.context, revert_ratings(act.context, before, after))
    news = f"{news} {settle(act.context, before, after)}".strip()
    rolled_back = after.match.state.epoch > before.match.state.epoch
    if rolled_back:
        act.work.published_comments.take_back(after)
    act.notify_board(after, act.context.snapshot(after, news=news, before=before))
    command = "rollback" if rolled_back else "adjudicate"
    _record(act, command, after.game, after.number, detail)
    if is_settled(act.context, after):
        act.report += f" The tournament standings don't change, because {after.tournament} is over."


def _record(act: AdminAct, command: str, game: AnyGame, number: int, detail: str) -> None:
    act.record(command, f"{game.name} {number}", detail)
    act.report = f"{game.title} board {number}: {detail}. pbm has emailed the players."


def _sentence_end(reason: str) -> str:
    """Returns the reason with a final punctuation mark."""
    return reason if reason.endswith((".", "!", "?")) else f"{reason}."
