"""News of boards that begin and end."""

from collections.abc import Iterator, Sequence

from commands.site.feeds.atom import Entry
from commands.site.lists.board_rows import options_of
from commands.site.paths import board_path
from commands.views.board_lines import names, status
from pbm import games
from storage.boards.public.listings import ListedBoard


def entries_of(begun: Sequence[ListedBoard], ended: Sequence[ListedBoard]) -> Iterator[Entry]:
    """Yields an entry for the start of each of these boards, and one for the end of each.

    Both lists have the latest boards first.
    """
    for board in reversed(begun):
        yield _entry(board, "begun", "has begun")
    for board in reversed(ended):
        yield _entry(board, "ended", status(board.line))


def _entry(board: ListedBoard, what: str, words: str) -> Entry:
    line = board.line
    title = f"{games.find(line.game).title} {line.number}"
    ended = what == "ended"
    return Entry(
        name=f"{line.game}/{line.number}/{what}",
        title=f"{title}: {words}" if ended else f"{title} {words}: {names(line)}",
        text=f"{names(line)}. {options_of(board)}.",
        at=line.changed if ended else board.begun,
        path=board_path(line.game, line.number),
    )
