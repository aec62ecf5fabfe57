"""Responses that show one board.

If the game isn't installed, they show the log of the board, without the rules.
"""

from collections.abc import Iterable
from datetime import UTC
from typing import Any

from commands.boards.analysis.reviewed_moves import decisive_mistake, reviewed_moves
from commands.boards.analysis.start_notes import prove_start
from commands.boards.positions_after_moves import at_ply
from commands.content.messages import BoardSnapshot
from commands.content.response import Response, text_response
from commands.content.snapshot import snapshot_of, with_note
from commands.context.context import Context
from commands.views.analysis.proofs import start_text
from commands.views.json.data import board_data, deputies_data, value_data
from pbm.board.board import Board
from pbm.board.players import Player
from pbm.board.public_boards import public_event
from pbm.errors import NotFoundError
from pbm.games import AbsentGame
from pbm.match.match import Event, Match
from pbm.solver.prover import GameReview
from pbm.wording import filled


def board_response(context: Context, board: Board, ply: int | None) -> Response:
    """Returns the response that shows one board.

    If the start is shown, the response contains the start's proved value. If the game is over, it
    contains the values of the game's positions.
    """
    sender = context.only_sender() if board.game.perspective else None
    content, data = board_part(board, "", ply, sender)
    if data["ply"] == 0 and (proof := prove_start(context, board.match)):
        news = start_text(Match.begin(board.game, board.match.options), proof)
        content = content.model_copy(update={"news": news})
        data |= {"start": value_data(proof.value)}
    if ply is not None or not board.match.outcome:
        return Response(content, data)
    with context.search() as budget:
        review = context.prover.review(board.match, budget)
    update = {
        "reviewed": reviewed_moves(board.match, review.values, content.players),
        "decisive_mistake": decisive_mistake(board.match, review.mistake),
    }
    content = content.model_copy(update=update)
    return Response(content, data | judgement_data(review))


def judgement_data(judged: GameReview) -> dict[str, Any]:
    """Returns the value before each move and the number of the decisive move, for programs."""
    values = [value and value_data(value) for value in judged.values]
    mistake = None if judged.mistake is None else judged.mistake + 1
    return {"values": values, "mistake": mistake} if any(values) else {}


def board_part(
    board: Board, to: str, ply: int | None, sender: Player | None
) -> tuple[BoardSnapshot, dict[str, Any]]:
    """Returns a board at a ply as the player `to` sees it, and its data for programs.

    `sender`: the player from whose side to draw the board if nobody has proved to be `to`.
    """
    match = at_ply(board.match, ply)
    content = with_note(snapshot_of(board, to=to, ply=ply), board)
    if sender and not to:
        content = content.model_copy(update={"side_of": sender.userid})
    note = {"note": content.own_note} if content.own_note else {}
    if deputies := {at: made for at, made in board.match.deputies.items() if at <= match.ply}:
        content = content.model_copy(update={"deputies": deputies})
    return content, board_data(board, match) | deputies_data(deputies) | note


def log_lines(events: Iterable[Event]) -> list[str]:
    """Returns one line for each event, with its date in UTC."""
    return [f"{each.at.astimezone(UTC):%Y-%m-%d} {each.author}: {each.text}" for each in events]


def absent_board_response(context: Context, game: AbsentGame, number: int) -> Response:
    """Returns the log of a board whose game isn't installed."""
    context.check_seen(game, number)
    log = context.work.frozen_boards.stored_log(game.name, number)
    if log is None:
        raise NotFoundError(f"There is no {game.title} board {number}.")
    names = {player.userid.lower(): player.userid for player in log.players}
    deputies = context.work.players.by_ids(context.work.deputies.on_board(log.id))
    names |= {player.userid.lower(): player.userid for player in deputies}
    names |= context.former_names((*log.players, *deputies))
    events = [public_event(event, names) for event in log.events]
    players = " - ".join(player.userid for player in log.players)
    parts = [
        filled(game.refusal.text),
        filled(f"Players: {players}."),
        filled(f"Options: {' '.join(log.options)}." if log.options else "No options."),
        "\n".join(log_lines(events)) or "Nothing has happened in this game yet.",
    ]
    data = {"game": game.name, "board": number, "log": [event.write() for event in events]}
    return text_response(f"{game.title} Board {number}: {players}", "\n\n".join(parts), data)
