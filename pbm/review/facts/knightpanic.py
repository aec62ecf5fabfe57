"""Facts about moves of Knight Panic: pieces with a single move left, pinned pieces, and threats."""

from collections.abc import Iterator, Mapping, Sequence

from pbm.games.knightpanic import Move, Position, pinned_pieces, targets_by_side
from pbm.geometry.bit_sets import bits
from pbm.review.reviewed_step import Step, can_win, reason_after, winning_moves
from pbm.wording import listing


def facts(step: Step) -> Iterator[str]:
    """Yields sentences about the mover's threat, pieces with a single move, and pinned pieces."""
    yield from _threat(step)
    yield from _single_moves(step)
    yield from _last_free_pieces(step)


def ending(positions: Sequence[Position], moves: Sequence[Move]) -> str:
    """Returns the beginning of a sentence about the piece that is trapped at the end of the line.

    The sentence names the piece by its square at the beginning of the line. Returns an empty string
    unless exactly one piece is trapped.
    """
    final = positions[-1]
    trapped = [
        place
        for targets in targets_by_side(final)
        for place, reached in targets.items()
        if not reached
    ]
    if len(trapped) != 1:
        return ""
    names = final.board.names
    origin = place = trapped[0]
    for move in reversed(moves):
        origin = move.origin if move.target == origin else origin
    where = "" if origin == place else f" on {names[place]}"
    return f"The piece on {names[origin]} can be trapped{where}"


def _threat(step: Step) -> Iterator[str]:
    """Yields a sentence about the move with which the mover threatens to win.

    Yields nothing if the opponent can win first.
    """
    if can_win(step.game, step.after):
        return
    again = step.after._replace(turn=step.seat)
    move = next(winning_moves(step.game, again), None)
    if move is not None:
        reason = reason_after(step.game, again, move)
        yield f"It threatens {step.game.write(again, move)} ({reason})."


def _single_moves(step: Step) -> Iterator[str]:
    """Yields a sentence about the pieces of each side that now have a single move."""
    earlier, now = targets_by_side(step.before), targets_by_side(step.after)
    for seat in (1 - step.seat, step.seat):
        lone = [
            piece
            for piece, reached in now[seat].items()
            if reached.bit_count() == 1 and earlier[seat].get(piece, 0).bit_count() != 1
        ]
        if lone:
            yield f"It leaves {step.whose(seat)} {_pieces(step.after, lone, now[seat])}."


def _pieces(position: Position, lone: Sequence[int], targets: Mapping[int, int]) -> str:
    """Returns a text like `piece on c7 with only one move, to g5`.

    For several pieces, the text is like `pieces on c7 and e7 with only one move each`.
    """
    names = position.board.names
    if len(lone) == 1:
        target = names[next(bits(targets[lone[0]]))]
        return f"piece on {names[lone[0]]} with only one move, to {target}"
    return f"pieces on {listing([names[piece] for piece in lone])} with only one move each"


def _last_free_pieces(step: Step) -> Iterator[str]:
    """Yields a sentence about each side that now has a single unpinned piece."""
    if step.after.options.space == "2d":
        return
    for seat in (1 - step.seat, step.seat):
        if _free(step.after, seat) == 1 < _free(step.before, seat):
            yield f"It pins all but one of {step.whose(seat)} pieces."


def _free(position: Position, seat: int) -> int:
    occupied = position.sides[0] | position.sides[1]
    free: int = position.sides[seat] & ~pinned_pieces(position.board, occupied)
    return free.bit_count()
