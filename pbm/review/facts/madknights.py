"""Facts about moves of Mad Knights: players who are out or soon will be, and their squares."""

from collections.abc import Iterator

from pbm.games.madknights import Position
from pbm.review.reviewed_step import Step, region
from pbm.wording import counted, listing


def facts(step: Step) -> Iterator[str]:
    """Yields sentences about players who are out, and about knights with few squares left."""
    yield from _out(step)
    yield from _stuck(step)
    yield from _single_squares(step)
    yield from _shut_in(step)


def _out(step: Step) -> Iterator[str]:
    new = step.after.gone[len(step.before.gone) :]
    if new:
        names = listing([step.names[seat] for seat in new])
        yield f"It leaves {names} without a move, and so out of the game."


def _stuck(step: Step) -> Iterator[str]:
    """Yields a sentence about each player who will be out on their next turn.

    It is certain, because closed squares never open again.
    """
    for seat in _playing(step.after):
        if not _near(step.after, seat) and _near(step.before, seat):
            yield f"It leaves {step.whose(seat)} knight with nowhere to go, now or later."


def _single_squares(step: Step) -> Iterator[str]:
    for seat in _playing(step.after):
        near = _near(step.after, seat)
        if near.bit_count() == 1 and _near(step.before, seat).bit_count() != 1:
            name = step.game.write(step.after, near.bit_length() - 1)
            yield f"It leaves {step.whose(seat)} knight only one square to go to, {name}."


def _shut_in(step: Step) -> Iterator[str]:
    """Yields a sentence about each knight whose squares no other knight can reach any longer."""
    for seat in _playing(step.after):
        squares_left = _region(step.after, seat)
        if squares_left and _is_alone(step.after, seat) and not _is_alone(step.before, seat):
            squares = counted(squares_left.bit_count(), "square")
            yield f"From here on, {step.whose(seat)} knight has {squares} to itself."


def _is_alone(position: Position, seat: int) -> bool:
    other_seats = (other for other in _playing(position) if other != seat)
    return not any(_region(position, seat) & _region(position, other) for other in other_seats)


def _playing(position: Position) -> list[int]:
    return [seat for seat in range(3) if seat not in position.gone]


def _near(position: Position, seat: int) -> int:
    return int(position.board.attacks[position.knights[seat]] & position.open)


def _region(position: Position, seat: int) -> int:
    return region(position.board.attacks, position.open, position.knights[seat])
