"""Facts about moves of Knight's Duel: the squares that each knight can still reach."""

from collections.abc import Iterator

from pbm.games.knightsduel import Position
from pbm.review.reviewed_step import Step, can_win, have_come_apart, region
from pbm.wording import counted


def facts(step: Step) -> Iterator[str]:
    """Yields sentences about knights that can't meet any longer or have a single exit."""
    before, after = _regions(step.before), _regions(step.after)
    if have_come_apart(before, after):
        yield (
            "From here on, the knights can't meet: "
            f"{_reach(step, after, step.seat)}, {_reach(step, after, 1 - step.seat)}."
        )
    yield from _single_squares(step)


def _regions(position: Position) -> tuple[int, int]:
    steps, (white, black) = position.board.attacks, position.knights
    return region(steps, position.active, white), region(steps, position.active, black)


def _reach(step: Step, regions: tuple[int, int], seat: int) -> str:
    squares = counted(regions[seat].bit_count(), "square")
    return f"{step.names[seat]}'s can still reach {squares}"


def _single_squares(step: Step) -> Iterator[str]:
    if can_win(step.game, step.after):
        return
    board, active, knights, _, _ = step.after
    for seat in (1 - step.seat, step.seat):
        near = board.attacks[knights[seat]] & active
        if near.bit_count() == 1:
            name = step.game.write(step.after, near.bit_length() - 1)
            yield f"It leaves {step.whose(seat)} knight only one square to go to, {name}."
