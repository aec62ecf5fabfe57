"""Answers that show boards: one by itself, several as a list."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from commands.context.context import Session
from commands.messages.content import BoardSaid, Part, Plain, Several
from commands.messages.response import Answer, plain
from commands.messages.snapshot import about
from commands.play.positions import at_ply
from commands.solver.prover import Prover
from commands.views.board_lines import line_data, names, state
from commands.views.data import board_data, value_data
from commands.views.proofs import value_words
from commands.views.tables import table
from pbm import games
from pbm.board import Board
from pbm.errors import Frozen, NotAllowed
from pbm.games import AnyGame
from pbm.ports import Selector
from pbm.wording import counted

if TYPE_CHECKING:
    from commands.solver.prover import Judgement


MOST_BOARDS = 50
"""So that an answer stays below 90 KB, beyond which mail readers clip it."""


MOST_LINES = 500
"""So that an answer stays below 90 KB, beyond which mail readers clip it."""


class Boards(NamedTuple):
    """Boards to show, each now or after a ply."""

    shown: Sequence[tuple[Board, int | None]]
    notes: Sequence[str] = ()
    """What is said of those that aren't shown."""


def check_number(boards: Sequence[object]) -> None:
    """Refuses to show too many at once."""
    if len(boards) > MOST_BOARDS:
        raise NotAllowed(f"At most {MOST_BOARDS} boards are shown at once.")


def selected(
    session: Session, kinds: Iterable[AnyGame], userids: Sequence[str], selector: Selector
) -> Boards:
    """The newest boards of these players, game by game."""
    shown: list[tuple[Board, int | None]] = []
    notes = []
    for game in kinds:
        room = MOST_BOARDS - len(shown)
        count, lines = session.work.boards.lines(game.name, userids, selector, room)
        for line in lines:
            try:
                shown.append((session.board(game, line.number), None))
            except Frozen as frozen:
                notes.append(f"{game.title}: {frozen.text}")
        if count > len(lines):
            more = counted(count - len(lines), f"more {game.title} board")
            notes.append(f'{more} not shown here; "{game.name} games" lists them.')
    return Boards(shown, notes)


def show(prover: Prover, board: Board, ply: int | None) -> Answer:
    """One board, under its own subject; of one that is over also what is proved of its moves."""
    said, data = _part(board, "", ply)
    if ply is not None or not board.match.outcome:
        return Answer(said, data)
    judged = prover.judged(board.match)
    truths = tuple(value_words(value) if value else "" for value in judged.values)
    said = said.model_copy(update={"truths": truths, "mistake": judged.mistake})
    return Answer(said, data | judgement_data(judged))


def listed(title: str, boards: Boards, *, to: str = "") -> Answer:
    """Several boards, as this player sees them."""
    subject = f"List of {title} games"
    if not any(boards):
        return plain(subject, "There are no such boards.", {"boards": []})
    parts = [_part(board, to, ply) for board, ply in boards.shown]
    named: list[tuple[str, Part]] = [
        (f"{games.find(said.game).title} Board {said.number}", said) for said, _ in parts
    ]
    if boards.notes:
        named.append(("...", Plain(subject="", text="\n".join(boards.notes))))
    data = {"boards": [data for _, data in parts]}
    return Answer(Several(subject=subject, parts=tuple(named)), data)


def listing_of(
    session: Session,
    game: AnyGame,
    userids: Sequence[str],
    selector: Selector,
    most: int = MOST_LINES,
) -> tuple[str, list[dict[str, Any]]]:
    """The newest boards of these players as a table, and as data."""
    count, lines = session.work.boards.lines(game.name, userids, selector, most)
    heading = f"{counted(count, f'{game.title} game')} ({selector})"
    if count > len(lines):
        heading += f", of which the newest {len(lines)} are shown"
    rows = [(str(line.number), names(line), state(line)) for line in lines]
    text = table(("board", "players", ""), rows, right=(0,)) if rows else ""
    return f"{heading}\n\n{text}".strip(), [line_data(line) for line in lines]


def judgement_data(judged: "Judgement") -> dict[str, Any]:
    """The values before each move, and the number of the decisive one, as programs read them."""
    values = [value and value_data(value) for value in judged.values]
    mistake = None if judged.mistake is None else judged.mistake + 1
    return {"values": values, "mistake": mistake} if any(values) else {}


def _part(board: Board, to: str, ply: int | None) -> tuple[BoardSaid, dict[str, Any]]:
    match = at_ply(board.match, ply)
    return about(board, to=to, ply=ply), board_data(board, match)
