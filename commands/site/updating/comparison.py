"""Comparing the database, and the files, with what is known of the site."""

import re
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from operator import attrgetter

from commands.site.subject import Kind, Subject, archive_of, export_of
from commands.site.updating.folder import TEMPORARY, SiteFolder
from commands.site.updating.state import KnownBoard, SiteState
from pbm.games import games
from storage import Database
from storage.boards.public.published_states import (
    BoardState,
    changed_ratings,
    has_chosen,
    is_renewed,
)
from storage.unit_of_work import UnitOfWork

# The subjects whose pages a change of a board concerns.

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


OVERLAP = timedelta(minutes=5)
"""Changes from so long before the last look are looked at again: they may be committed later.

Longer than any transaction lasts: see `storage/transactions.py`.
"""
MOST = 5000
"""The number of boards that are read at once."""
SEEN = "seen"
"""The time up to which changes are known."""
MAKER = "maker"
"""A digest of the program and of the facts that all pages share."""
_OURS = re.compile(r"\.(html|xml|json|jsonl|css|js|svg)\Z")


class Comparison:
    """Finds the subjects that are due, and notes them."""

    def __init__(self, database: Database, state: SiteState) -> None:
        self._database = database
        self._state = state

    def compare_all(self, maker: str) -> None:
        """Compares all boards and players with what is known.

        `maker`: a digest of the program and of the facts that all pages share; if it isn't the one
        that is known, all pages are due.
        """
        with self._state.transaction():
            self._state.add_due(self._state.failed())
            if self._state.fact(MAKER) != maker:
                self._state.forget_versions()
                self._state.add_due(general_subjects())
                self._state.put_fact(MAKER, maker)
        begun = self._database.clock.now()
        with self._database.snapshot() as work:
            versions = work.published_states.players()
        changed = self._changed(versions)
        seen = self._compare_boards(set() if self.is_first else _who_chose(changed))
        with self._state.transaction():
            self._put_players(changed)
            self._put_seen(min(seen or begun, begun))

    def compare_changed(self, work: UnitOfWork, *, with_players: bool) -> None:
        """Compares what has changed since the last comparison."""
        begun = self._database.clock.now()
        states = list(work.published_states.changed_since(self._since))
        seen = max((each.changed for each in states), default=begun)
        versions = self._changed(work.published_states.players()) if with_players else {}
        renewed = [id for id, (before, now) in versions.items() if is_renewed(before, now)]
        states += work.published_states.of_players(renewed) if renewed else ()
        with self._state.transaction():
            self._compare(states, _who_chose(versions), urgent=True)
            self._put_players(versions)
            self._put_seen(min(seen, begun))

    def compare_files(self, folder: SiteFolder) -> Sequence[str]:
        """Compares all files with what is known; returns the paths of ours that aren't known.

        Files that are missing, or were changed, are due. Those that still aren't known once all is
        made may be about something that isn't public any more.
        """
        found = dict(folder.files())
        with self._state.transaction():
            for subject, file in list(self._state.files()):
                if found.pop(file.path, None) != file.stamp:
                    self._state.doubt_file(file.path)
                    self._state.add_due([subject])
        return [path for path in found if is_ours(path)]

    @property
    def is_first(self) -> bool:
        """True if nothing was ever compared completely."""
        return not self._state.fact(SEEN)

    @property
    def _since(self) -> datetime:
        return datetime.fromisoformat(self._state.fact(SEEN)) - OVERLAP

    def _put_seen(self, moment: datetime) -> None:
        self._state.put_fact(SEEN, moment.astimezone(UTC).isoformat())

    def _changed(self, versions: Mapping[int, str]) -> dict[int, tuple[str, str]]:
        """Returns the versions of players that aren't those that are known, with these."""
        known = self._state.players()
        return {
            id: (known.get(id, ""), version)
            for id, version in versions.items()
            if known.get(id) != version
        }

    def _put_players(self, versions: Mapping[int, tuple[str, str]]) -> None:
        """Notes the subjects that show changed ratings, and the players' new versions."""
        for id, (before, now) in versions.items():
            self._state.add_due(by_ratings(id, changed_ratings(before, now)))
        self._state.put_players({id: now for id, (_, now) in versions.items()})

    def _compare_boards(self, chose: Collection[int]) -> datetime | None:
        """Compares all boards, by their ids; returns the time of the latest change."""
        last, seen = 0, None
        while states := self._states_after(last):
            end = states[-1].id
            with self._state.transaction():
                self._compare(states, chose)
                self._forget_others(last + 1, end, {each.id for each in states})
            latest = max(each.changed for each in states)
            last, seen = end, max(latest, seen or latest)
        with self._state.transaction():
            self._forget_others(last + 1, self._state.highest_board, set())
        return seen

    def _states_after(self, id: int) -> Sequence[BoardState]:
        with self._database.snapshot() as work:
            return work.published_states.after(id, MOST)

    def _compare(
        self, states: Iterable[BoardState], chose: Collection[int], *, urgent: bool = False
    ) -> None:
        """Notes the subjects that the changes of boards concern, and the boards' new states.

        `chose`: the players who have chosen what is shown of them; their boards may seem as they
        were, and have been shown otherwise while pages were made.
        """
        for now in states:
            before = self._state.board(now.id)
            again = not set(now.players).isdisjoint(chose)
            hidden = not now.is_published and (before is not None or again)
            found = all_affected(before, now) if again else affected(before, now)
            self._state.add_due(found, urgent=urgent, hidden=hidden)
            if now.is_published:
                self._state.put_board(now)
            elif before:
                self._state.forget_board(now.id)

    def _forget_others(self, first: int, last: int, ids: Container[int]) -> None:
        """Forgets boards between two ids that the database has no more."""
        for board in self._state.boards_between(first, last):
            if board.id not in ids:
                self._state.add_due(affected(board, None), hidden=True)
                self._state.forget_board(board.id)


def _who_chose(versions: Mapping[int, tuple[str, str]]) -> set[int]:
    """Returns the players who have chosen what is shown of them, or who are new."""
    return {id for id, (before, now) in versions.items() if has_chosen(before, now)}


def is_ours(path: str) -> bool:
    """Returns True for a file that only we can have written, if the folder is a site's."""
    folder, _, name = path.rpartition("/")
    if name.startswith(TEMPORARY):
        return True
    return folder.partition("/")[0] in {*games(), "players", "static"} and bool(_OURS.search(name))
