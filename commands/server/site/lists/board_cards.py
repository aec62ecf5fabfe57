"""Pictures of boards: current games, and games that ended lately."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC
from typing import NamedTuple

from markupsafe import Markup

from commands.server.site.lists.board_rows import BoardRow, current_row
from commands.server.site.lists.game_examples import Example, drawing_of, example_of
from commands.server.site.page_data import Source
from commands.views.board_view import highlights_of
from commands.views.svg.drawing import Drawing
from pbm.diagram import Diagram
from pbm.errors import BoardFrozenError
from pbm.games import AnyGame
from pbm.match.match import Match
from storage.boards.public.listings import ListedBoard

MAX_RUNNING = MAX_ENDED = 4
LATEST = 20
"""Number of recently changed boards among which the boards to draw are chosen."""
MAX_SQUARES = 256
"""Maximum number of squares, on all levels, of a board that is drawn."""


class BoardCard(NamedTuple):
    """A board as a row of a list, with a picture of its current position."""

    row: BoardRow
    picture: Markup


class Cards(NamedTuple):
    """The pictures on a page."""

    definitions: Markup
    """The SVG definitions that all pictures refer to."""
    examples: Sequence[Example]
    """The worked example of each game."""
    running: Sequence[BoardCard]
    ended: Sequence[BoardCard]
    """The games with moves that ended on the latest day, the longest first."""


class DrawnBoards(NamedTuple):
    """Pictures of boards."""

    definitions: Markup
    """The SVG definitions that the pictures refer to."""
    cards: Sequence[BoardCard]


def cards_of(source: Source, games: Sequence[AnyGame], page: str) -> Cards:
    """Returns the pictures for a page about all games or a single one."""
    game = games[0].name if len(games) == 1 else ""
    listings = source.work.public_listings
    running = [*_drawable(source, listings.latest(LATEST, game, over=False), MAX_RUNNING)]
    last_day = _last_day(listings.latest(LATEST, game, over=True))
    ended = [*_drawable(source, last_day, MAX_ENDED)]
    drawing = drawing_of([*games], [match.diagram for _, match in (*running, *ended)])
    return Cards(
        drawing.definitions(),
        [example_of(each, drawing) for each in games],
        _cards(source, running, drawing, page, titled=not game),
        _cards(source, ended, drawing, page, titled=not game),
    )


def drawn_boards(source: Source, boards: Sequence[ListedBoard], page: str) -> DrawnBoards:
    """Returns the pictures of these boards of one game. Boards that are too large are left out."""
    drawable = [*_drawable(source, boards, len(boards))]
    drawing = drawing_of([], [match.diagram for _, match in drawable])
    cards = _cards(source, drawable, drawing, page, titled=False)
    return DrawnBoards(drawing.definitions() if cards else Markup(), cards)


def _cards(
    source: Source,
    boards: Sequence[tuple[ListedBoard, Match]],
    drawing: Drawing,
    page: str,
    *,
    titled: bool,
) -> list[BoardCard]:
    running = [board.id for board, _ in boards if not board.over]
    moves = source.work.public_listings.last_moves(running)

    def card(board: ListedBoard, match: Match) -> BoardCard:
        row = current_row(board, page, titled=titled, move=moves.get(board.id, ""))
        names = " - ".join(name.words for name in row.players)
        picture = drawing.picture(
            match.diagram,
            highlights_of(match),
            key=f"{match.game.name}-{board.line.number}",
            title=f"{match.game.title} {board.line.number}",
            description=f"{names}: {row.state}",
        )
        return BoardCard(row, picture)

    return [card(*each) for each in boards]


def _last_day(ended: Sequence[ListedBoard]) -> list[ListedBoard]:
    """Returns the games with moves that ended on the day of the first game, the longest first."""
    ended = [board for board in ended if board.line.ply]
    days = [board.line.changed.astimezone(UTC).date() for board in ended]
    of_day = (board for board, day in zip(ended, days, strict=True) if day == days[0])
    return sorted(of_day, key=lambda board: -board.line.ply)


def _drawable(
    source: Source, boards: Iterable[ListedBoard], most: int
) -> Iterator[tuple[ListedBoard, Match]]:
    """Yields the first `most` boards that can be drawn.

    Large and unreadable boards are left out.
    """
    for board in boards:
        try:
            public = source.work.public_boards.find(board.line.game, board.line.number)
        except BoardFrozenError:
            continue
        match = public.board.match if public else None
        if match and _squares(match.diagram) <= MAX_SQUARES:
            yield board, match
            most -= 1
        if not most:
            return


def _squares(diagram: Diagram) -> int:
    return sum(len(layer.columns) * len(layer.rows) for layer in diagram.layers)
