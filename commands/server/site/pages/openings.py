"""The first moves of a game, with their results."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from commands.server.site import paths
from commands.server.site.lists.game_navigation import OPENINGS, part_links, part_page
from commands.server.site.page_data import Page, Source
from commands.server.site.page_subjects import Kind, Subject
from commands.server.site.templating import render
from pbm import games
from pbm.games import AnyGame
from pbm.options import write_options
from storage.boards.public.records import Opening, SeatResults

MAX_STARTS = 20
"""Maximum number of sets of options that are listed with their first moves."""
MAX_MOVES = 20
"""Maximum number of first moves that are listed for the same options."""
MIN_GAMES = 2
"""Minimum number of games with the same start for a table of first moves, if starts are random."""


class ResultRow(NamedTuple):
    """How the games with the same first move or options ended."""

    words: str
    """The first move, or the options."""
    games: int
    shares: Sequence[tuple[int, int]]
    """Number and percentage of games that each seat won, and of draws."""


class OpeningTable(NamedTuple):
    """The first moves with the same options."""

    options: str
    rows: Sequence[ResultRow]
    more: int
    """Number of moves that aren't listed."""


def _openings(source: Source, subject: Subject) -> Iterator[Page]:
    game = games.stored(subject.game)
    path = paths.part(game.name, OPENINGS)
    openings = source.work.public_records.openings(game.name, partial(_without_seed, game))
    fewest = MIN_GAMES if _is_drawn(game) else 1
    often = [opening for opening in openings if opening.results.games >= fewest]
    listed, everything = often[:MAX_STARTS], _sum(game, openings)
    rest = _sum(game, openings[len(listed) :])
    body = render(
        "openings",
        game=game,
        parts=part_links(game, path),
        explore=paths.link(paths.explore(game.name), path),
        heads=_heads(game, everything),
        all=_row("All", everything),
        tables=[_table(game, opening) for opening in listed],
        left_out=_row("Others", rest) if rest.games else None,
    )
    yield part_page(source.site, game, OPENINGS, path, body)


def _without_seed(game: AnyGame, words: tuple[str, ...]) -> tuple[str, ...]:
    """Returns options without the seed that only random draws depend on."""
    return write_options(game.without_seed(game.read_options(words)))


def _is_drawn(game: AnyGame) -> bool:
    """Whether the standard start is drawn at random, so that most games have different starts."""
    first, second = (game.resolve(game.options(), seed) for seed in (0, 1))
    return bool(first != second)


def _heads(game: AnyGame, results: SeatResults) -> list[str]:
    """Returns the column heads. There is one for draws only if the game can have them."""
    drawn = ["Drawn"] if game.drawn_by_agreement or results.drawn else []
    return [*(f"{seat.name} won" for seat in game.seats), *drawn]


def _sum(game: AnyGame, openings: Sequence[Opening]) -> SeatResults:
    won = (
        sum(opening.results.won[seat] for opening in openings) for seat in range(len(game.seats))
    )
    return SeatResults(sum(opening.results.games for opening in openings), tuple(won))


def _table(game: AnyGame, opening: Opening) -> OpeningTable:
    rows = [_row(move, results) for move, results in opening.moves[:MAX_MOVES]]
    options = games.describe_options(game.name, opening.options)
    more = len(opening.moves) - len(rows)
    return OpeningTable(options, [*rows, _row("All", opening.results)], more)


def _row(words: str, results: SeatResults) -> ResultRow:
    counts = (*results.won, results.drawn)
    return ResultRow(words, results.games, [(count, _percent(count, results)) for count in counts])


def _percent(count: int, results: SeatResults) -> int:
    return round(100 * count / results.games) if results.games else 0


MAKERS = {Kind.RESULTS: _openings}
