"""Answers that show boards: one by itself, several as a list."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from commands.context.context import Session
from commands.messages.content import BoardSaid, Part, Plain, Several, about
from commands.messages.response import Answer, plain
from commands.play.positions import at_ply, board_data
from commands.solver.prover import Prover
from commands.views.proofs import value_words
from commands.workers.solve_jobs import judgement_data
from pbm import games
from pbm.board import Board
from pbm.errors import Frozen, NotAllowed
from pbm.games import AnyGame
from pbm.ports import Selector
from pbm.wording import counted

MOST_BOARDS = 50
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


def _part(board: Board, to: str, ply: int | None) -> tuple[BoardSaid, dict[str, Any]]:
    match = at_ply(board.match, ply)
    return about(board, to=to, ply=ply), board_data(board, match)
