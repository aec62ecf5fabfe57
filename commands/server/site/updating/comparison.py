"""Compare the database and the site's files with the recorded state of the site."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta

from commands.server.site.page_subjects import Kind, Subject
from commands.server.site.updating.affected_subjects import affected, general_subjects
from commands.server.site.updating.folder import TEMPORARY, SiteFolder
from commands.server.site.updating.state import LAST, SiteState, Urgency, WrittenFile
from pbm import games
from storage import Database
from storage.boards.public.published_states import BoardState, FoundBoard, PlayerState
from storage.unit_of_work import UnitOfWork

OVERLAP = timedelta(minutes=5)
"""How far before the last scan changes are read again, because transactions may commit late.

It must be longer than any transaction: see `storage/transactions.py`.
"""
BATCH_SIZE = 5000
"""Maximum number of boards that are read together."""
SEEN = "seen"
"""Name of the stored fact that contains the time up to which changes are known."""
DAY = "day"
"""Name of the fact for the day of the last comparison. The file of all records is made daily."""
NEWS = "news"
"""Name of the fact for the time of the announcement on the front page."""
SEEKS = "seeks"
"""Name of the fact for the open challenges of public players."""
TOURNAMENTS = "tournaments"
"""Name of the fact for the states of the tournaments."""
MAKER = "maker"
"""Name of the fact for the digest of the program and of the facts that all pages share."""
_OURS = re.compile(r"\.(html|xml|json|jsonl|gz|css|js|svg|png)\Z")
Changes = dict[int, tuple[PlayerState, PlayerState]]
"""Players by id whose states have changed, with the recorded and the current state."""
_Compared = tuple[Subject, str, FoundBoard | None]
"""A board, its recorded state or an empty string, and its current state if it still exists."""


class Comparison:
    """Finds the subjects whose pages must be made, and marks them as due."""

    def __init__(self, database: Database, state: SiteState) -> None:
        self._database = database
        self._state = state

    def compare_all(self, maker: str) -> None:
        """Compares all boards and players with the recorded state.

        `maker`: a digest of the program and of the facts that all pages share. If it has changed,
        all pages are due.
        """
        with self._state.transaction():
            self._state.add_due(self._state.failed())
            if self._state.fact(MAKER) != maker:
                self._state.make_all_due()
                self._state.add_due(general_subjects())
                self._state.put_fact(MAKER, maker)
        with self._database.snapshot() as work:
            changes = self._changes(work.published_states.players())
            self._compare_state(work, changes, self._all_boards(work), Urgency.NORMAL)

    def compare_changed(self, work: UnitOfWork) -> None:
        """Compares the boards and players that have changed since the last comparison."""
        states, since = work.published_states, datetime.fromisoformat(self._state.fact(SEEN))
        changes = self._changes(states.players())
        renewed = [id for id, (before, now) in changes.items() if before[:2] != now[:2]]
        boards = [*states.changed_since(since - OVERLAP), *states.of_players(renewed)]
        self._compare_state(work, changes, self._with_known(boards), Urgency.URGENT)

    def _compare_state(
        self, work: UnitOfWork, changes: Changes, boards: Iterable[_Compared], urgency: Urgency
    ) -> None:
        """Marks subjects as due that are affected by changes of players, boards or facts."""
        begun, is_known = self._database.clock.now(), self._state.fact(SEEN)
        # Without a recorded state, all pages are due anyway.
        chose = _who_chose(changes) if is_known else set[int]()
        with self._state.transaction():
            for board, recorded, now in boards:
                self._compare(board, recorded, now, chose, urgency)
            self._put_players(changes)
            self._put(DAY, begun.date().isoformat(), Kind.RECORDS, Urgency.NORMAL)
            self._put(NEWS, self._news(work), Kind.FRONT, Urgency.URGENT)
            self._put_seeks(self._seeks(work))
            self._put_tournaments(work.public_tournaments.states(), chose)
            self._put_seen(work.published_states.latest_change(), begun)

    def compare_files(self, folder: SiteFolder) -> None:
        """Compares all files with the recorded ones.

        Subjects whose files are missing or were changed are due. Unknown files with our names may
        be about something that is no longer public. They are removed after all other pages are
        made, unless they belong to a subject by then.
        """
        stamps, unknown = dict(folder.files()), Subject(Kind.UNKNOWN)
        with self._state.transaction():
            recorded = [each for each in self._state.files() if each[0] != unknown]
            for subject, file in recorded:
                if stamps.pop(file.path, None) != file.stamp:
                    self._state.doubt_file(file.path)
                    self._state.add_due([subject])
            unknown_files = [
                WrittenFile(path, "", stamp) for path, stamp in stamps.items() if is_ours(path)
            ]
            self._state.put_files(unknown, unknown_files)
            if unknown_files:
                self._state.add_due([unknown])

    def _news(self, work: UnitOfWork) -> str:
        """Returns the time of the announcement for the front page, or an empty string."""
        news = work.public_listings.announcement(self._database.clock.now())
        return news.at.isoformat() if news else ""

    def _put(self, fact: str, value: str, due: Kind, urgency: Urgency) -> None:
        """Records a fact. If it has changed, marks the pages that show it as due."""
        if self._state.fact(fact) != value:
            self._state.add_due([Subject(due)], urgency)
            self._state.put_fact(fact, value)

    def _seeks(self, work: UnitOfWork) -> str:
        """Returns the open challenges that pages show, as JSON.

        Returns an empty string for none.
        """
        seeks = work.public_listings.seeks(self._database.clock.now())
        return json.dumps([[seek.game, who, str(seek)] for seek, who in seeks]) if seeks else ""

    def _put_seeks(self, seeks: str) -> None:
        """Records the open challenges, and marks the pages that show changed ones as due.

        A challenge that has gone may have been hidden, so its pages are urgent.
        """
        recorded = self._state.fact(SEEKS)
        if recorded != seeks:
            before, now = ({*map(tuple, json.loads(it or "[]"))} for it in (recorded, seeks))
            due = [Subject(Kind.GAME, game) for game in sorted({each[0] for each in before ^ now})]
            urgency = Urgency.HIDDEN if before - now else Urgency.URGENT
            self._state.add_due([Subject(Kind.FRONT), *due], urgency)
            self._state.put_fact(SEEKS, seeks)

    def _put_tournaments(self, states: Mapping[int, str], chose: set[int]) -> None:
        """Records the states of tournaments, and marks the pages of changed ones as due.

        `chose`: the players who have changed their name or visibility. Any tournament may show
        them.
        """
        recorded = dict(json.loads(self._state.fact(TOURNAMENTS) or "[]"))
        changed = [id for id, state in states.items() if chose or recorded.get(id) != state]
        if changed:
            due = [Subject(Kind.TOURNAMENT, "", id) for id in changed]
            urgency = Urgency.HIDDEN if chose else Urgency.URGENT
            self._state.add_due([*due, Subject(Kind.TOURNAMENTS), Subject(Kind.FRONT)], urgency)
            self._state.put_fact(TOURNAMENTS, json.dumps([*states.items()]))

    def _put_seen(self, latest: datetime | None, begun: datetime) -> None:
        """Records the time up to which changes are known.

        It is at most the time of the latest change of a board, because the clocks of nodes may
        differ.
        """
        seen = min(latest or begun, begun)
        self._state.put_fact(SEEN, seen.astimezone(UTC).isoformat())

    def _changes(self, players: Mapping[int, PlayerState]) -> Changes:
        recorded = self._state.digests(Kind.PLAYER)
        return {
            id: (PlayerState(*json.loads(recorded[id])) if id in recorded else PlayerState(), now)
            for id, now in players.items()
            if recorded.get(id) != json.dumps(now)
        }

    def _put_players(self, changes: Changes) -> None:
        """Records the players' current states, and marks pages with changed ratings as due."""
        for id, (before, now) in changes.items():
            for game in before.ratings.keys() | now.ratings.keys():
                if before.ratings.get(game) != now.ratings.get(game):
                    self._state.add_due([Subject(Kind.PLAYER, "", id), Subject(Kind.RESULTS, game)])
        states = {Subject(Kind.PLAYER, "", id): json.dumps(now) for id, (_, now) in changes.items()}
        self._state.put_digests(states)

    def _all_boards(self, work: UnitOfWork) -> Iterator[_Compared]:
        """Yields all boards, including recorded ones that have gone.

        Reads up to BATCH_SIZE boards at a time.
        """
        for game in games.known():
            first = 0
            while first <= LAST:
                boards = work.published_states.of_game(game.name, first, BATCH_SIZE)
                last = boards[-1].number if len(boards) == BATCH_SIZE else LAST
                recorded = self._state.digests(Kind.BOARD, game.name, first, last)
                now = {board.number: board for board in boards}
                for number in sorted(recorded.keys() | now.keys()):
                    board = Subject(Kind.BOARD, game.name, number)
                    yield board, recorded.get(number, ""), now.get(number)
                first = last + 1

    def _with_known(self, boards: Iterable[FoundBoard]) -> Iterator[_Compared]:
        """Yields each board with its recorded and its current state."""
        for now in boards:
            recorded = self._state.digests(Kind.BOARD, now.game, now.number, now.number)
            yield Subject(Kind.BOARD, now.game, now.number), recorded.get(now.number, ""), now

    def _compare(
        self,
        board: Subject,
        recorded: str,
        now: FoundBoard | None,
        chose: set[int],
        urgency: Urgency,
    ) -> None:
        """Marks the subjects that a board's change affects as due, and records its new state.

        `chose`: players who have changed their name or visibility. Their boards are always due,
        even if the state equals the recorded one, because pages may have been made from a different
        state in between.
        """
        published = json.dumps(now.state) if now and now.is_published else ""
        again = now is not None and not chose.isdisjoint(now.state.players)
        if recorded == published and not again:
            return
        states = [BoardState(*json.loads(recorded))] if recorded else []
        states += [now.state] if now and (published or again) else []
        urgency = urgency if published else Urgency.HIDDEN
        if (again or not published) and any(each.is_over for each in states):
            self._state.add_due([Subject(Kind.RECORDS)], urgency)
        self._state.add_due(affected(board, states, everything=again), urgency)
        self._state.put_digests({board: published})


def _who_chose(changes: Changes) -> set[int]:
    """Returns the players who are new or have changed their name or visibility."""
    return {id for id, (before, now) in changes.items() if before.choices != now.choices}


def is_ours(path: str) -> bool:
    """Whether only pbm can have written this file, provided that the folder is a site's."""
    folder, _, name = path.rpartition("/")
    if name.startswith(TEMPORARY):
        return True
    ours = {*(game.name for game in games.known()), "players", "static", "tournaments"}
    return folder.partition("/")[0] in ours and bool(_OURS.search(name))
