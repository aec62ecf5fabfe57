"""The subjects whose pages a change of a board concerns."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import attrgetter

from commands.site.subject import Kind, Subject, archive_of, export_of
from commands.site.updating.state import KnownBoard
from pbm.games import games
from storage.boards.public.published_states import BoardState

State = KnownBoard | BoardState


def affected(before: KnownBoard | None, now: BoardState | None) -> Iterator[Subject]:
    """Yields the subjects that a board's change concerns.

    `before`: the board as it was published; None if it wasn't. `now`: as it is; None if it isn't
    there any more. A move concerns few of them, the begin or end of a game more.
    """
    published = now if now and now.is_published else None
    states: list[State] = [each for each in (before, published) if each]
    if _differ(states, attrgetter("version")):
        yield from _by_any_change(states)
    if _differ(states, attrgetter("listing")):
        yield from _by_begin_or_end(states)
    if _differ(states, attrgetter("explored")):
        yield Subject(Kind.EXPLORE, states[0].game)


def all_affected(before: KnownBoard | None, now: BoardState) -> Iterator[Subject]:
    """Yields all subjects that a board may concern, now or as it was published."""
    states: list[State] = [each for each in (before, now) if each]
    yield from _by_any_change(states)
    yield from _by_begin_or_end(states)
    yield Subject(Kind.EXPLORE, now.game)


def by_ratings(player: int, games: Iterable[str]) -> Iterator[Subject]:
    """Yields the subjects that show a player's ratings at these games."""
    for game in games:
        yield Subject(Kind.PLAYER, "", player)
        yield Subject(Kind.RESULTS, game)


def _differ(states: Sequence[State], digest: Callable[[State], str]) -> bool:
    """Returns True if the board has changed, has appeared or has vanished."""
    return len(states) == 1 or len(set(map(digest, states))) > 1


def _by_any_change(states: Sequence[State]) -> Iterator[Subject]:
    game, number = states[0].game, states[0].number
    yield Subject(Kind.BOARD, game, number)
    yield Subject(Kind.GAME, game)
    yield Subject(Kind.FRONT)
    if any(each.is_over for each in states):
        yield export_of(game, number)
        yield Subject(Kind.EXPLORE, game)


def _by_begin_or_end(states: Sequence[State]) -> Iterator[Subject]:
    game, number = states[0].game, states[0].number
    for id in {id for each in states for id in each.players}:
        yield Subject(Kind.PLAYER, "", id)
        yield Subject(Kind.GAMES, game, id)
    yield archive_of(game, number)
    yield Subject(Kind.RESULTS, game)
    yield Subject(Kind.PLAYERS)


def general_subjects() -> Iterator[Subject]:
    """Yields the subjects that are there without any boards."""
    yield from (Subject(kind) for kind in (Kind.STATIC, Kind.PLAYERS, Kind.FRONT))
    kinds = Kind.RESULTS, Kind.EXPLORE, Kind.GAME
    yield from (Subject(kind, game) for game in games() for kind in kinds)
