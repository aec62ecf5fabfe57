"""News of boards as entries of feeds: their start, their end, and the events of each board."""

from collections.abc import Iterator, Sequence

from commands.server.site import paths
from commands.server.site.feeds import CLOSED, DECIDED, LEFT, MAX_ENTRIES, PLAYED, Entry
from commands.server.site.lists.board_rows import options_of
from commands.views.board_paragraphs import verdict
from commands.views.board_summaries import names, status
from pbm import games
from pbm.board.board import Board
from pbm.match.decisions import closed_by
from pbm.match.event_authors import readable_author
from pbm.match.match import Event
from storage.boards.public.listings import ListedBoard
from storage.boards.public.published_boards import PublicBoard

SAID = {
    "undo": "The last move was taken back",
    "draw": "The players agreed on a draw",
    "draw repetition": "The game is a draw, because the position was repeated",
    "draw length": "The game is a draw, because it reached its maximum length",
}


def entries_of(begun: Sequence[ListedBoard], ended: Sequence[ListedBoard]) -> Iterator[Entry]:
    """Yields an entry for the start of each board in `begun`, and for the end of each in `ended`.

    Both lists begin with the latest board, and the entries end with it.
    """
    for board in reversed(begun):
        yield _entry(board, "begun", "has started")
    for board in reversed(ended):
        yield _entry(board, "ended", status(board.line))


def _entry(board: ListedBoard, what: str, words: str) -> Entry:
    line = board.line
    title = f"{games.stored(line.game).title} {line.number}"
    ended = what == "ended"
    return Entry(
        name=f"{line.game}/{line.number}/{what}",
        title=f"{title}: {words}" if ended else f"{title} {words}: {names(line)}",
        text=f"{names(line)}. {options_of(board)}.",
        at=line.changed if ended else board.begun,
        path=paths.board(line.game, line.number),
    )


def events_of(public: PublicBoard, page: str) -> Iterator[Entry]:
    """Yields an entry for each of the latest events of a board, and for its start if there are few.

    `page`: the path of the board's page.
    """
    board = public.board
    name = f"{board.game.name}/{board.number}"
    userids = [player.userid for player in board.players]
    plies = _plies(board.match.events)
    if len(plies) < MAX_ENTRIES:
        words = f"The game has started: {' - '.join(userids)}"
        yield Entry(f"{name}/begun", words, f"{words}.", board.begun, page)
    for number in range(max(0, len(plies) - MAX_ENTRIES), len(plies)):
        event = board.match.events[number]
        words = _words(event, plies[number], userids)
        last = number == len(plies) - 1
        text = "\n\n".join([f"{words}.", *(_ending(board, userids) if last else [])])
        yield Entry(f"{name}/{number}", words, text, event.at, page)


def _plies(events: Sequence[Event]) -> list[int]:
    """Returns the number of moves in force after each event. Taking back a move reduces it."""
    plies, ply = [], 0
    for event in events:
        word, _, rest = event.text.partition(" ")
        ply += {"move": 1, "undo": -1}.get(word, 0)
        ply = int(rest.split()[0]) if word == "rollback" else ply
        plies.append(ply)
    return plies


def _words(event: Event, ply: int, userids: Sequence[str]) -> str:
    if event.text.startswith(PLAYED):
        return f"Move {ply}, {readable_author(event.author)}: {event.text.removeprefix(PLAYED)}"
    if event.text.startswith(LEFT):
        seat, why = event.text.removeprefix(LEFT).split(" ", 1)
        return f"{userids[int(seat)]} {why}"
    return CLOSED if closed_by(event.text) else SAID.get(event.text, DECIDED)


def _ending(board: Board, userids: Sequence[str]) -> list[str]:
    """Returns the result of a finished game as a list of sentences, or an empty list."""
    return verdict(board.match.outcome, userids) if board.match.outcome else []
