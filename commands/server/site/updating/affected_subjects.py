"""Find the subjects that a change of a board affects, and subjects that need no board."""

from collections.abc import Iterator, Sequence

from commands.server.site import paths
from commands.server.site.page_subjects import Kind, Subject, archive_of, export_of
from pbm import games
from storage.boards.public.published_states import BoardState


def affected(
    board: Subject, states: Sequence[BoardState], *, everything: bool = False
) -> Iterator[Subject]:
    """Yields the subjects that a board's change affects.

    A move affects few subjects. The start or end of a board affects more.

    `states`: the published and the current state of the board. If the board has appeared or
    vanished, one of them is missing.
    `everything`: yield all subjects that any change of the board could affect.
    """
    game, number = board.game, board.number
    everything = everything or len(states) == 1
    if everything or len({each.version for each in states}) > 1:
        yield board
        yield Subject(Kind.GAME, game)
        yield Subject(Kind.FRONT)
        # The state of a contest decides which values are withheld.
        yield Subject(Kind.EXPLORE, game)
        if any(each.is_over for each in states):
            yield export_of(game, number)
    if len(states) == 1 and number > paths.PICTURED:
        # Only the newest boards have pictures. The older board has become or is no longer one of
        # them.
        yield Subject(Kind.BOARD, game, number - paths.PICTURED)
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
    """Yields the subjects that exist even without any boards."""
    general = Kind.STATIC, Kind.RECORDS, Kind.PLAYERS, Kind.TOURNAMENTS, Kind.FRONT
    yield from (Subject(kind) for kind in general)
    kinds = Kind.RESULTS, Kind.EXPLORE, Kind.GAME
    yield from (Subject(kind, game.name) for game in games.known() for kind in kinds)
