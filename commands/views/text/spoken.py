"""Describes a position in sentences that contain everything needed to set it up by ear."""

from collections.abc import Iterator, Sequence
from itertools import chain

from commands.views.board_view import BoardView
from pbm.diagram import Cell, Diagram, Layer
from pbm.match.match import Match
from pbm.wording import counted, filled, listing, won_or_drawn

MAX_LISTED_SQUARES = 12
"""Maximum number of empty squares of one kind that are listed. If there are more, they are called
all other squares.
"""
MAX_LISTED_LABELS = 13
"""Maximum number of row or column labels that are listed. If there are more, only the first and the
last are named.
"""

Kind = tuple[str, tuple[str, ...]]
"""The description of a square: its words, and the marks that the words don't include."""


def spoken_text(match: Match, names: Sequence[str]) -> str:
    """Returns the sentences about a position, wrapped to the width of an email."""
    lines = spoken_lines(match, names)
    return "\n".join(filled(line) for line in lines)


def spoken_board(view: BoardView, *, new: bool) -> str:
    """Returns sentences on the squares, seats and last moves, wrapped for an email.

    `new`: whether the game is new. Its news then already names the seats.
    """
    match, rounds = view.match, view.rounds
    seated = zip(view.players, match.game.seats, strict=True)
    seats = f"{listing([f'{player} is {seat.name}' for player, seat in seated])}."
    moves = "; ".join(" ".join(filter(None, (f"{number}.", *row))) for number, *row in rounds)
    lines = [*([] if new else [seats]), *spoken_diagram(view.diagram)]
    lines += [f"Last moves: {moves}."] if rounds else []
    return "\n".join(filled(line) for line in lines)


def spoken_lines(match: Match, names: Sequence[str]) -> list[str]:
    """Returns sentences on the squares, the last move, and the player to move."""
    diagram = match.diagram
    return [*spoken_diagram(diagram), _last_move(match, names), *_turn(match, names)]


def spoken_diagram(diagram: Diagram) -> Iterator[str]:
    """Yields sentences for each layer and each kind of square, for the hands, and the notes."""
    yield from chain.from_iterable(map(_layer, diagram.layers))
    yield from (hand.words for hand in diagram.hands)
    yield from diagram.notes


def _layer(layer: Layer) -> Iterator[str]:
    columns, rows = counted(len(layer.columns), "column"), counted(len(layer.rows), "row")
    yield (
        f"{layer.title or 'The board'} has {columns}, {_labels(layer.columns)} from the left, "
        f"and {rows}, {_labels(layer.rows)} from the top."
    )
    kinds = _kinds(layer)
    empty = sorted((kind for kind in kinds if not kind[0]), key=lambda kind: len(kinds[kind]))
    remaining = [kind for kind in empty[-1:] if len(kinds[kind]) > MAX_LISTED_SQUARES]
    for kind, squares in kinds.items():
        if kind not in remaining:
            yield f"{_description(kind)}: {listing(squares)}."
    yield from (f"All other squares: {_description(kind).lower()}." for kind in remaining)


def _labels(labels: Sequence[str]) -> str:
    return listing(labels) if len(labels) <= MAX_LISTED_LABELS else f"{labels[0]} to {labels[-1]}"


def _kinds(layer: Layer) -> dict[Kind, list[str]]:
    """Groups the squares of a layer by kind, pieces first, in the order of the rows."""
    cells = [cell for row in layer.cells for cell in row if cell]
    kinds: dict[Kind, list[str]] = {}
    for cell in sorted(cells, key=lambda cell: (not cell.piece, not cell.words)):
        kinds.setdefault(_kind(cell), []).append(cell.square)
    return kinds


def _kind(cell: Cell) -> Kind:
    words = cell.words.replace(",", "").split()
    return cell.words, tuple(sorted(mark for mark in cell.marks if mark not in words))


def _description(kind: Kind) -> str:
    """Returns words such as `White knight, pinned` or `Empty (unsupported)`."""
    words, marks = kind
    content = words or "empty"
    return content[0].upper() + content[1:] + (f" ({', '.join(marks)})" if marks else "")


def _last_move(match: Match, names: Sequence[str]) -> str:
    if not match.ply:
        return "No move has been made."
    mover = names[match.state.mover or 0]
    return f"The last move was {mover}'s {match.last_move}, move {match.ply}."


def _turn(match: Match, names: Sequence[str]) -> Iterator[str]:
    if match.to_move is not None:
        moves = counted(len(match.legal), "legal move")
        there_are = "There is" if len(match.legal) == 1 else "There are"
        yield f"It is {names[match.to_move]}'s turn. {there_are} {moves}."
    elif match.outcome:
        result = won_or_drawn([names[seat] for seat in match.outcome.winners])
        yield f"The game is over. It was {result}, because {match.outcome.reason}."
