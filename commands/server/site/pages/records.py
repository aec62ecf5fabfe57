"""The records of a game: longest and shortest games, upsets, ratings and most frequent pairs."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from commands.server.site import paths
from commands.server.site.lists.board_rows import BoardRow, current_row
from commands.server.site.lists.game_navigation import RECORDS, part_links, part_page
from commands.server.site.lists.player_names import Name, name_of
from commands.server.site.lists.rating_text import RatingText, rating_text
from commands.server.site.page_data import Page, Source
from commands.server.site.page_subjects import Kind, Subject
from commands.server.site.templating import render
from pbm import games
from storage.boards.public.listings import ListedBoard
from storage.boards.public.records import Pairing, Peak, Upset

MAX_ROWS = 10
"""Maximum number of rows in each table."""


class PairRow(NamedTuple):
    """Two players, and the number of their games."""

    players: Sequence[Name]
    games: int


class PeakRow(NamedTuple):
    """A player's highest rating, and the game after which the player had it."""

    name: Name
    rating: RatingText
    board: BoardRow


class UpsetRow(NamedTuple):
    """A game that the weaker player won, and the ratings before it."""

    board: BoardRow
    ratings: Sequence[RatingText]
    """The ratings by seat."""


def _records(source: Source, subject: Subject) -> Iterator[Page]:
    game, records = games.stored(subject.game), source.work.public_records
    path = paths.part(game.name, RECORDS)
    body = render(
        "records",
        game=game,
        parts=part_links(game, path),
        longest=_rows(records.longest(game.name, MAX_ROWS), path),
        shortest=_rows(records.shortest(game.name, MAX_ROWS), path),
        peaks=[_peak(peak, path) for peak in records.peaks(game.name, MAX_ROWS)],
        upsets=[_upset(upset, path) for upset in records.upsets(game.name, MAX_ROWS)],
        pairs=[_pair(pairing, path) for pairing in records.pairings(game.name, MAX_ROWS)],
    )
    yield part_page(source.site, game, RECORDS, path, body)


def _rows(boards: Sequence[ListedBoard], path: str) -> list[BoardRow]:
    return [current_row(board, path) for board in boards]


def _peak(peak: Peak, path: str) -> PeakRow:
    board = current_row(peak.board, path)
    return PeakRow(name_of(peak.player, path), rating_text(peak.rating), board)


def _upset(upset: Upset, path: str) -> UpsetRow:
    ratings = [rating_text(change.before) for change in upset.changes]
    return UpsetRow(current_row(upset.board, path), ratings)


def _pair(pairing: Pairing, path: str) -> PairRow:
    return PairRow([name_of(player, path) for player in pairing.players], pairing.games)


MAKERS = {Kind.RESULTS: _records}
