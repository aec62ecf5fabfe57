"""Facts about moves of Trailblazer: ways to the opponent's start, and cells within reach."""

from collections.abc import Iterator

from pbm.games.trailblazer import Position
from pbm.review.reviewed_step import Step, can_win, have_come_apart, region
from pbm.wording import counted


def facts(step: Step) -> Iterator[str]:
    """Yields sentences about starts that can be entered, closed ways, and separated players."""
    if can_win(step.game, step.after):
        return
    yield from _next_to_start(step)
    yield from _closed_ways(step)
    before, after = _regions(step.before), _regions(step.after)
    if have_come_apart(before, after):
        counts = (_reach(step, after, seat) for seat in (step.seat, 1 - step.seat))
        yield f"From here on, the players can't meet: {', '.join(counts)}."


def _next_to_start(step: Step) -> Iterator[str]:
    board, cells, _, _, _ = step.after
    goal = board.starts[1 - step.seat]
    if board.steps[cells[step.seat]] >> goal & 1:
        yield (
            f"{step.mover} is now next to {step.opponent}'s start, and nothing can keep "
            f"{step.mover} from entering it."
        )


def _closed_ways(step: Step) -> Iterator[str]:
    for seat in (1 - step.seat, step.seat):
        if _has_way(step.before, seat) and not _has_way(step.after, seat):
            owner = step.names[1 - seat]
            yield f"It blocks {step.whose(seat)} way to {owner}'s start for good."


def _has_way(position: Position, seat: int) -> bool:
    """Whether free cells connect the player with the opponent's start."""
    board, cells = position.board, position.cells
    near = board.steps[board.starts[1 - seat]]
    around = 1 << cells[seat] | _regions(position)[seat]
    return bool(near & around)


def _regions(position: Position) -> tuple[int, int]:
    board, cells, paths, _, _ = position
    free = (1 << board.size**2) - 1 & ~(paths[0] | paths[1])
    return region(board.steps, free, cells[0]), region(board.steps, free, cells[1])


def _reach(step: Step, regions: tuple[int, int], seat: int) -> str:
    return f"{step.names[seat]} can still reach {counted(regions[seat].bit_count(), 'free cell')}"
