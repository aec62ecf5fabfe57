"""Responses that show boards: a single one, or several as a list."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from commands.context.context import Context
from commands.messages.content import BoardSnapshot, MessageBatch, Part, TextMessage
from commands.messages.response import Response, text_response
from commands.messages.snapshot import snapshot_of, with_note
from commands.play.reviewing import decisive_mistake, reviewed_moves
from commands.views.analysis.proofs import is_decided_early, sides_text, start_text
from commands.views.json.board_lines import line_data, names, status
from commands.views.json.data import board_data, deputies_data, value_data
from commands.views.tables import table
from pbm import games
from pbm.board.board import Board, BoardReference
from pbm.board.terms import Terms
from pbm.errors import (
    BoardFrozenError,
    GameFailedError,
    IllegalError,
    NotAllowedError,
    UsageError,
    UserError,
)
from pbm.games import AbsentGame, AnyGame
from pbm.match.match import NO_TIME, Match
from pbm.proofs.value import Proof
from pbm.stored import Selector
from pbm.wording import counted, filled, listing

if TYPE_CHECKING:
    from commands.solver.prover import GameReview

# Positions to look at: on boards, at an earlier ply, or after further moves.


def position_at(
    context: Context, game: AnyGame, place: BoardReference | None, options: Sequence[str]
) -> Match:
    """Returns the match of a board at a ply; a new one with these options if `place` is None."""
    if place is None:
        read = game.read_options(options)
        return Match.begin(game, game.resolve(read, context.seed()))
    if options:
        raise UsageError(f'Options belong to "new": board {place.number} has its own.')
    return at_ply(context.board(game, place.number).match, place.ply)


def at_ply(match: Match, ply: int | None) -> Match:
    """Returns the match after this number of moves; raises IllegalError if there are fewer."""
    if ply is None:
        return match
    if ply > match.ply:
        made = counted(match.ply, "move")
        raise IllegalError(f"Move #{ply} isn't made yet: the board has {made} so far.")
    return match.at(ply)


def play_on(context: Context, match: Match, moves: Sequence[str]) -> Match:
    """Returns the match after these moves; the error names the one that can't be played."""
    context.caller.allowance.spend(len(moves))
    for number, move in enumerate(moves, 1):
        try:
            match = match.play(move, NO_TIME, "-")
        except GameFailedError:
            raise
        except UserError as error:
            where = f"Move {number} of {len(moves)}" if len(moves) > 1 else "That move"
            raise type(error)(f'{where}, "{move}": {error.text}') from None
    return match


# Sentences on starts whose value is proved, for players who are about to agree on one.

BOTH_SIDES = "A challenge with -pair starts two boards, with the sides swapped on the second."
EARLY = "It can end by move #{}. If you don't want that rated, {}, or challenge with -unrated."
DECLINE = "decline it"
DONT_CONFIRM = "reply no"
FAIRER = "Challenge with -pair or -unrated where that wouldn't be fair."


def prove_start(context: Context, match: Match) -> "Proof | None":
    """Returns the value of the match's start if it is shipped as proved, or found at once."""
    with context.search() as budget:
        return context.prover.prove_start(match, budget)


def start_note(context: Context, match: Match, terms: Terms, decline: str) -> str:
    """Returns what is proved about a start, and the fairer terms; empty if nothing is.

    `decline`: how to decline a rated game that is decided early; empty for a tournament's.
    """
    proof = prove_start(context, match)
    if proof is None:
        return ""
    text = sides_text(match, proof)
    if not decline or terms.pair or terms.ladder or proof.value.result.value == "drawn":
        return text
    if is_decided_early(proof) and not terms.unrated:
        text += f" {EARLY.format(proof.value.plies, decline)}"
    return f"{text} {BOTH_SIDES}"


def usual_start_note(context: Context, game: AnyGame) -> str:
    """Returns what is proved about the usual start of a game, on a paragraph of its own."""
    options = game.resolve(game.read_options(), context.seed())
    match = Match.begin(game, options)
    proof = prove_start(context, match)
    if proof is None:
        return ""
    early = f" {FAIRER}" if is_decided_early(proof) else ""
    text = filled(start_text(match, proof, "the usual start") + early)
    return f"\n\n{text}"


# Responses that show boards: a single one, or several as a list.

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
