"""Responses that list boards, either drawn or with one line each."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from commands.boards.board_answers import board_part
from commands.content.messages import MessageBatch, Part, TextMessage
from commands.content.response import Response, text_response
from commands.context.context import Context
from commands.views.board_summaries import line_data, names, status
from commands.views.text.tables import table
from pbm import games
from pbm.board.board import Board
from pbm.board.players import Player
from pbm.board.time_control.rest import DEFAULT_ZONE, Rest
from pbm.errors import BoardFrozenError, NotAllowedError
from pbm.games import AbsentGame, AnyGame
from pbm.stored_values import Selector
from pbm.wording import counted, listing, total

MAX_LISTED = 10
"""Maximum number of players whose boards one command lists."""
MAX_BOARDS = 50
"""Maximum number of boards in one response. It keeps responses below 90 KB, because mail programs
clip longer ones.
"""
MAX_LINES = 300
"""Maximum number of lines in a list of boards, for the same reason."""


class SelectedBoards(NamedTuple):
    """Boards to show, each with a ply, or None for its current position."""

    boards: Sequence[tuple[Board, int | None]]
    notes: Sequence[str] = ()
    """Notes on boards that aren't shown."""


def listed_userids(context: Context, userids: Sequence[str]) -> list[str]:
    """Returns the stored spelling of userids whose boards are listed.

    Raises NotAllowedError for too many, and NotFoundError as `Context.listed_userid` does.
    """
    if len(userids) > MAX_LISTED:
        raise NotAllowedError(f"You can list the games of at most {MAX_LISTED} players at a time.")
    return [context.listed_userid(userid) for userid in userids]


def check_number(boards: Sequence[object]) -> None:
    """Raises NotAllowedError if there are more than MAX_BOARDS boards."""
    if len(boards) > MAX_BOARDS:
        raise NotAllowedError(f"You can see at most {MAX_BOARDS} boards at a time.")


def select_boards(
    context: Context, kinds: Iterable[AnyGame], userids: Sequence[str], selector: Selector
) -> SelectedBoards:
    """Returns the newest boards of these players, grouped by game."""
    boards: list[tuple[Board, int | None]] = []
    notes = []
    for game in kinds:
        limit = MAX_BOARDS - len(boards)
        count, lines = context.work.boards.lines(
            game.name, userids, selector, limit, viewer=context.viewer
        )
        if isinstance(game, AbsentGame):
            numbers = listing([str(line.number) for line in lines])
            notes += [f"{game.refusal.text} Boards: {numbers}."] if lines else []
            continue
        for line in lines:
            try:
                boards.append((context.seen_board(game, line.number), None))
            except BoardFrozenError as frozen:
                notes.append(f"{game.title}: {frozen.text}")
        if count > len(lines):
            more = counted(count - len(lines), f"more {game.title} game")
            notes.append(f"We don't show {more}. For a list, send: {game.name} games")
    return SelectedBoards(boards, notes)


def boards_response(
    title: str, selected: SelectedBoards, *, to: str = "", sender: Player | None = None
) -> Response:
    """Returns the response that shows several boards.

    `to`: the userid of the player who sees them.
    `sender`: the player from whose side to draw the boards if nobody has proved to be `to`.
    """
    subject = f"List of {title} games"
    if not any(selected):
        return text_response(subject, "No games found.", {"boards": []})
    parts = [board_part(board, to, ply, sender) for board, ply in selected.boards]
    titled: list[tuple[str, Part]] = [
        (f"{games.stored(content.game).title} Board {content.number}", content)
        for content, _ in parts
    ]
    if selected.notes:
        titled.append(("...", TextMessage(subject="", text="\n".join(selected.notes))))
    data = {"boards": [data for _, data in parts]}
    return Response(MessageBatch(subject=subject, parts=tuple(titled)), data)


def board_table(
    context: Context,
    game: AnyGame,
    userids: Sequence[str],
    selector: Selector,
    most: int = MAX_LINES,
) -> tuple[str, list[dict[str, Any]]]:
    """Returns the newest boards of these players as a table and as data.

    `most`: maximum number of rows in the table.
    """
    count, lines = context.work.boards.lines(
        game.name, userids, selector, most, viewer=context.viewer
    )
    heading = f"{total(count, f'{game.title} game')} ({selector})"
    if count > len(lines):
        heading += f", newest {len(lines)} shown"
    reader = context.only_sender()
    zone = Rest.read(reader.rest).zone if reader else DEFAULT_ZONE
    rows = [(str(line.number), names(line), status(line, zone)) for line in lines]
    text = table(("board", "players", ""), rows, right=(0,)) if rows else ""
    return f"{heading}\n\n{text}".strip(), [line_data(line) for line in lines]
