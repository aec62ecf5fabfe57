"""The append-only logs of boards, and the matches replayed from these logs."""

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection, Row, bindparam, insert, select

from pbm import games
from pbm.errors import BoardFrozenError, GameFailedError
from pbm.match.match import Event, Match, log_checksum
from pbm.process.lazy_logger import get_logger
from pbm.wording import listing
from storage.boards.state.board_rows import REPLAY_ERRORS, log_values, replayed
from storage.sql.prepared import Prepared
from storage.sql.repository import Repository
from storage.tables.boards import boards, counters, events

log = get_logger()
WITH_LOG = (
    select(boards, events.c.line)
    .join(events, events.c.board_id == boards.c.id, isouter=True)
    .order_by(events.c.number)
)
"""A board with its log. It is one query, because others may commit between two queries."""
BY_ID = Prepared(WITH_LOG.where(boards.c.id == bindparam("id")))
BY_IDS = Prepared(WITH_LOG.where(boards.c.id.in_(bindparam("ids", expanding=True))))
BY_NUMBER = Prepared(
    WITH_LOG.where(boards.c.game == bindparam("game"), boards.c.number == bindparam("number"))
)
INSERT_EVENT = Prepared(insert(events))


def read_known_games(connection: Connection) -> list[games.KnownGame]:
    """Returns the games that have, or had, boards."""
    rows = connection.execute(select(counters).where(counters.c.title != ""))
    return [games.KnownGame(row.game, row.title, row.package, row.version) for row in rows]


class BoardLogs(Repository):
    """Reads, replays and extends the logs."""

    def events(self, id: int) -> Sequence[Event]:
        """Returns the events of a board's log, without checking that they are legal."""
        rows = self._connection.rows(BY_ID, {"id": id})
        return [Event.read(row.line) for row in rows if row.line is not None]

    def replay(self, id: int) -> Match:
        """Returns the match replayed from a board's current log. Raises BoardFrozenError."""
        rows = self._connection.rows(BY_ID, {"id": id})
        try:
            match = _replayed(rows)
        except REPLAY_ERRORS as error:
            # Another node may have begun the game's first board.
            if rows[0].game not in games.names():
                games.learn(read_known_games(self._connection))
            raise frozen_error(rows[0], error) from error
        if match.checksum != rows[0].checksum:
            raise frozen_error(rows[0])
        return match

    def replay_all(self, ids: Sequence[int]) -> dict[int, Match]:
        """Returns the matches replayed from boards' current logs, by id, without damaged ones."""
        logs: dict[int, list[Row[Any]]] = {}
        for row in self._connection.rows(BY_IDS, {"ids": ids}):
            logs.setdefault(row.id, []).append(row)
        matches: dict[int, Match] = {}
        for id, rows in logs.items():
            with suppress(*REPLAY_ERRORS):
                matches[id] = _replayed(rows)
        return matches

    def damage(self, game: str, number: int) -> str:
        """Returns the damage of a board's log in words. Empty if there is none.

        If the game isn't served, the log can only be compared with its checksum.
        """
        rows = self._connection.rows(BY_NUMBER, {"game": game, "number": number})
        if game in games.absent():
            return "" if _is_whole(rows) else "the log doesn't match its checksum"
        try:
            expected = log_values(_replayed(rows))
        except REPLAY_ERRORS as error:
            return f"the log can't be replayed: {error}"
        stored = rows[0]._asdict()
        wrong = [name for name, value in expected.items() if stored[name] != value]
        return f"the log leads to a different {listing(wrong)}" if wrong else ""

    def append(self, id: int, match: Match, after: Match) -> None:
        """Appends the events that `after` has and `match` doesn't."""
        count, last = len(match.events), len(after.events) - 1
        rows = []
        for number, event in enumerate(after.events[count:], count):
            ply = match.ply + 1 if event.text.startswith("move ") else None
            row = {"board_id": id, "number": number, "line": event.write()}
            rows.append(row | {"epoch": match.state.epoch, "ply": ply})
            if number < last:  # Rarely true, because most changes have one event.
                match = match.add(event)
        self._connection.queue_all(INSERT_EVENT, rows)


def frozen_error(row: Row[Any], cause: Exception | None = None) -> BoardFrozenError:
    """Logs that a board's log and row disagree, and returns the error for players.

    `cause`: the error of the replay, if there was one. Errors of the game itself are in the log
    file already.
    """
    if row.game in games.absent():
        return games.absent()[row.game].refusal
    if isinstance(cause, GameFailedError):
        return BoardFrozenError(f"Board {row.number} is frozen. {cause.text}")
    log.error("board frozen", game=row.game, board=row.number)
    return BoardFrozenError(
        f"Board {row.number} is frozen, because its moves don't lead to the stored result. "
        "Nobody can play on this board. Please ask the admin to remove the board."
    )


def _is_whole(rows: Sequence[Row[Any]]) -> bool:
    """Whether the checksum fits the log, the options, the rules and the times."""
    log = [Event.read(row.line) for row in rows if row.line is not None]
    first = rows[0]
    checksum = log_checksum(first.game, first.rules, json.loads(first.options), log)
    return bool(checksum == first.checksum)


def _replayed(rows: Sequence[Row[Any]]) -> Match:
    """Returns the match of a board from its rows. Raises one of REPLAY_ERRORS."""
    return replayed(rows[0], [Event.read(row.line) for row in rows if row.line is not None])
