"""Responses that show boards: a single one, or several as a list."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from commands.boards.reviewed_moves import decisive_mistake, reviewed_moves
from commands.content.messages import BoardSnapshot, MessageBatch, Part, TextMessage
from commands.content.response import Response, text_response
from commands.content.snapshot import snapshot_of, with_note
from commands.context.context import Context
from commands.views.analysis.proofs import start_text
from commands.views.json.board_lines import line_data, names, status
from commands.views.json.data import board_data, deputies_data, value_data
from commands.views.tables import table
from pbm import games
from pbm.board.board import Board
from pbm.errors import (
    BoardFrozenError,
    NotAllowedError,
)
from pbm.games import AbsentGame, AnyGame
from pbm.match.match import Match
from pbm.stored import Selector
from pbm.wording import counted, listing

if TYPE_CHECKING:
    from pbm.solver.prover import GameReview
from commands.boards.positions import at_ply
from commands.boards.start_notes import prove_start

MAX_BOARDS = 50
"""Boards in one response, which stays below 90 KB: beyond that, mail readers clip it."""
MAX_LINES = 300
"""Lines of a list of boards, which stays below 90 KB: beyond that, mail readers clip it."""


class SelectedBoards(NamedTuple):
    """Boards to show, each with the ply to show, or None for its current position."""

    shown: Sequence[tuple[Board, int | None]]
    notes: Sequence[str] = ()
    """Notes on boards that aren't shown."""


def check_number(boards: Sequence[object]) -> None:
    """Raises NotAllowedError for too many boards at once."""
    if len(boards) > MAX_BOARDS:
        raise NotAllowedError(f"At most {MAX_BOARDS} boards are shown at once.")


def select_boards(
    context: Context, kinds: Iterable[AnyGame], userids: Sequence[str], selector: Selector
) -> SelectedBoards:
    """Returns the newest boards of these players, game by game."""
    shown: list[tuple[Board, int | None]] = []
    notes = []
    for game in kinds:
        limit = MAX_BOARDS - len(shown)
        count, lines = context.work.boards.lines(
            game.name, userids, selector, limit, viewer=context.viewer
        )
        if isinstance(game, AbsentGame):
            numbers = listing([str(line.number) for line in lines])
            notes += [f"{game.refusal.text} Boards: {numbers}."] if lines else []
            continue
        for line in lines:
            try:
                shown.append((context.seen_board(game, line.number), None))
            except BoardFrozenError as frozen:
                notes.append(f"{game.title}: {frozen.text}")
        if count > len(lines):
            more = counted(count - len(lines), f"more {game.title} board")
            notes.append(f'{more} not shown here; "{game.name} games" lists them.')
    return SelectedBoards(shown, notes)


def board_response(context: Context, board: Board, ply: int | None) -> Response:
    """Returns the response that shows one board, with its own subject.

    It contains the proved value of the start if it is shown, and the values of the positions of a
    finished game.
    """
    content, data = _part(board, "", ply)
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


def boards_response(title: str, boards: SelectedBoards, *, to: str = "") -> Response:
    """Returns the response that shows several boards, as the player `to` sees them."""
    subject = f"List of {title} games"
    if not any(boards):
        return text_response(subject, "There are no such boards.", {"boards": []})
    parts = [_part(board, to, ply) for board, ply in boards.shown]
    titled: list[tuple[str, Part]] = [
        (f"{games.stored(content.game).title} Board {content.number}", content)
        for content, _ in parts
    ]
    if boards.notes:
        titled.append(("...", TextMessage(subject="", text="\n".join(boards.notes))))
    data = {"boards": [data for _, data in parts]}
    return Response(MessageBatch(subject=subject, parts=tuple(titled)), data)


def board_table(
    context: Context,
    game: AnyGame,
    userids: Sequence[str],
    selector: Selector,
    most: int = MAX_LINES,
) -> tuple[str, list[dict[str, Any]]]:
    """Returns the newest boards of these players, at most `most`, as a table and as data."""
    count, lines = context.work.boards.lines(
        game.name, userids, selector, most, viewer=context.viewer
    )
    heading = f"{counted(count, f'{game.title} game')} ({selector})"
    if count > len(lines):
        heading += f", of which the newest {len(lines)} are shown"
    rows = [(str(line.number), names(line), status(line)) for line in lines]
    text = table(("board", "players", ""), rows, right=(0,)) if rows else ""
    return f"{heading}\n\n{text}".strip(), [line_data(line) for line in lines]


def judgement_data(judged: "GameReview") -> dict[str, Any]:
    """Returns the values before each move and the number of the decisive one, for programs."""
    values = [value and value_data(value) for value in judged.values]
    mistake = None if judged.mistake is None else judged.mistake + 1
    return {"values": values, "mistake": mistake} if any(values) else {}


def _part(board: Board, to: str, ply: int | None) -> tuple[BoardSnapshot, dict[str, Any]]:
    match = at_ply(board.match, ply)
    content = with_note(snapshot_of(board, to=to, ply=ply), board)
    note = {"note": content.own_note} if content.own_note else {}
    if deputies := {at: made for at, made in board.match.deputies.items() if at <= match.ply}:
        content = content.model_copy(update={"deputies": deputies})
    return content, board_data(board, match) | deputies_data(deputies) | note
