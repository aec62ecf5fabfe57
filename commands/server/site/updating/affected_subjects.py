"""The subjects that the change of a board concerns, and those that are there without boards."""

from collections.abc import Iterator, Sequence

from commands.server.site import paths
from commands.server.site.subject import Kind, Subject, archive_of, export_of
from pbm import games
from storage.boards.public.published_states import BoardState


def affected(
    board: Subject, states: Sequence[BoardState], *, everything: bool = False
) -> Iterator[Subject]:
    """Yields the subjects that a board's change concerns: few by a move, more by its begin or end.

    `states`: as it was published, and as it is; one of them if it has appeared or vanished.
    `everything`: all that it may concern.
    """
    game, number = board.game, board.number
    everything = everything or len(states) == 1
    if everything or len({each.version for each in states}) > 1:
        yield board
        yield Subject(Kind.GAME, game)
        yield Subject(Kind.FRONT)
        yield Subject(Kind.EXPLORE, game)  # a running contest has values withheld, or told again
        if any(each.is_over for each in states):
            yield export_of(game, number)
    if len(states) == 1 and number > paths.PICTURED:
        yield Subject(Kind.BOARD, game, number - paths.PICTURED)  # it was one of the newest, or is
    if everything or len({each.listing for each in states}) > 1:
        for id in {id for each in states for id in each.players}:
            yield Subject(Kind.PLAYER, "", id)
            yield Subject(Kind.GAMES, game, id)
        yield archive_of(game, number)
        yield Subject(Kind.RESULTS, game)
        yield Subject(Kind.PLAYERS)
    if everything or len({each.explored for each in states}) > 1:
        yield Subject(Kind.EXPLORE, game)


def general_subjects() -> Iterator[Subject]:
    """Yields the subjects that are there without any boards."""
    general = Kind.STATIC, Kind.RECORDS, Kind.PLAYERS, Kind.TOURNAMENTS, Kind.FRONT
    yield from (Subject(kind) for kind in general)
    kinds = Kind.RESULTS, Kind.EXPLORE, Kind.GAME
    yield from (Subject(kind, game.name) for game in games.known() for kind in kinds)
