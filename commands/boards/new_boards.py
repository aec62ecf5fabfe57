"""Create boards for challenges, seeks and tournaments, and notify their players."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import repeat
from math import ceil
from typing import Any

from commands.boards.analysis.start_notes import CALL_OFF, start_note
from commands.content.messages import BoardSnapshot, Content, MessageBatch
from commands.content.response import Response
from commands.context.board_notifications import notifications_of
from commands.context.context import Context
from pbm.board.board import Board
from pbm.board.players import Player
from pbm.board.terms import Terms
from pbm.games import AnyGame
from pbm.match.match import Match
from pbm.match.match_state import MAX_PLIES
from pbm.options import write_options
from pbm.wording import listing

HINTS = " Players can ask for hints in this game. By making a move, you agree to this."
NEW_GAME, STARTED = "A new game begins", "{} started a new game"
UNRATED = " The game is unrated, so it won't change anybody's rating."
CHOSEN_START = " The game is unrated because a player chose its starting position."


def create_board(
    context: Context,
    players: Sequence[Player],
    match: Match,
    terms: Terms,
    begun: datetime | None = None,
) -> Board:
    """Creates and returns a board. The players are in seat order.

    `begun`: the time at which it begins, which boards of a pair share. None means now.
    """
    board = context.work.boards.open(players, match, terms, begun or context.now())
    context.current_board = board
    return board


def challenge_options(match: Match, terms: Terms) -> list[str]:
    """Returns the options of a challenge to the same game on one board.

    Options that were drawn at random are left out, so that a new challenge draws them again. If the
    start can't come from a random draw, a player chose it, and all options are kept.
    """
    game, written = match.game, write_options(match.options)
    usual = game.read_options()
    first, second = (set(write_options(game.resolve(usual, seed))) for seed in (1, 2))
    drawn = {_name(word) for word in first ^ second}
    fixed = [word for word in written if _name(word) not in drawn]
    seeds = [word for word in written if _name(word) in drawn]
    again = (game.read_options((*fixed, seed)) for seed in seeds)
    is_drawn = any(game.resolve(each, 0) == match.options for each in again)
    return [*(fixed if is_drawn else written), *replace(terms, pair=False, ladder=False).write()]


def _name(word: str) -> str:
    return word.partition("=")[0]


def new_boards_response(
    context: Context,
    boards: Sequence[Board],
    to: str,
    comment: str = "",
    *,
    openings: Sequence[str] = (),
    chosen: bool = False,
) -> Response:
    """Returns the response to the player who started these boards, and the notifications.

    `to`: the userid of that player. It is empty in the shell.
    `comment`: the comment of that player.
    `openings`: the first words to the players of each board. If empty, they name the player who
    started the boards.
    `chosen`: whether a player chose the start.
    """
    opening = STARTED.format(to) if to else NEW_GAME
    written = {"writer": to, "comment": comment} if to and comment else {}
    snapshots = [
        _snapshot(context, board, words, chosen=chosen).model_copy(update=written)
        for board, words in zip(boards, openings or repeat(opening), strict=False)
    ]
    notifications = tuple(
        notification
        for board, snapshot in zip(boards, snapshots, strict=True)
        for notification in notifications_of(context, board, snapshot)
    )
    return Response(_content(boards, snapshots, to), _data(boards), notifications)


def _content(boards: Sequence[Board], snapshots: Sequence[BoardSnapshot], to: str) -> Content:
    addressed = [snapshot.model_copy(update={"to": to}) for snapshot in snapshots]
    if len(addressed) == 1:
        return addressed[0]
    parts = tuple(zip(map(_title, boards), addressed, strict=True))
    count = "two" if len(boards) == 2 else str(len(boards))
    return MessageBatch(subject=f"{boards[0].game.title}: {count} boards", parts=parts)


def _snapshot(context: Context, board: Board, opening: str, *, chosen: bool) -> BoardSnapshot:
    note = start_note(context, board.match, board.terms, "" if board.tournament else CALL_OFF)
    news = f"{opening}: {_seats_in_words(board, chosen=chosen)}{CHOSEN_START if chosen else ''}"
    content = context.snapshot(board, news=news)
    update = {"new": True, "deadline_changed": True, "proved": note}
    return content.model_copy(update=update)


def _title(board: Board) -> str:
    return f"{board.game.title} Board {board.number}"


def _seats_in_words(board: Board, *, chosen: bool) -> str:
    """Returns a sentence on who has which seat, and notes on terms that the players should know."""
    hints = HINTS if board.terms.hints else ""
    unrated = UNRATED if board.terms.unrated and not chosen else ""
    seats = seats_in_words(board.game, board.players)
    return f"{seats}{unrated}{hints}{_longest_note(board)}"


def seats_in_words(game: AnyGame, players: Sequence[Player]) -> str:
    """Returns a sentence on who has which seat. The players are in seat order."""
    pairs = zip(players, game.seats, strict=True)
    return f"{listing([f'{player.userid} is {seat.name}' for player, seat in pairs])}."


def _longest_note(board: Board) -> str:
    """Returns how long the game can last if its terms add time or stop clocks.

    Otherwise, returns an empty string.
    """
    terms = board.terms
    if not (terms.increment or terms.daysoff):
        return ""
    plies = board.game.longest(board.match.options) or MAX_PLIES
    days = ceil(terms.longest(plies, len(board.players)))
    drawn = f" After move {MAX_PLIES}, it is a draw." if board.match.endless else ""
    return (
        f" Not counting vacations and moves taken back, the game lasts at most {days} days.{drawn}"
    )


def _data(boards: Sequence[Board]) -> dict[str, Any]:
    data: dict[str, Any] = {"game": boards[0].game.name, "board": boards[0].number}
    if len(boards) > 1:
        data["boards"] = [board.number for board in boards]
    return data
