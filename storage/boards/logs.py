"""The logs of boards: lines that are replayed, and only ever added to."""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, fields
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, Row, bindparam, insert, select

from pbm import games
from pbm.board.board import Board, Offer
from pbm.board.terms import Terms
from pbm.errors import BoardFrozenError, GameFailedError, UserError
from pbm.match.match import Event, Match, log_checksum
from pbm.match.plans import Plan
from pbm.options import write_options
from pbm.process.lazy_logger import get_logger
from pbm.wording import listing
from storage.sql.prepared import Prepared
from storage.sql.repository import Repository
from storage.tables import boards, counters, events

# Conversion between a board and its row.

REPLAY_ERRORS = (UserError, LookupError, TypeError, ValueError)
"""The errors of replaying a log that was tampered with."""

STATE_COLUMNS = (
    *("removed", "offer", "turn", "used", "rest", "due", "generation"),
    *("ply", "epoch", "to_move", "places", "checksum"),
)
"""The columns of `state_values`."""
INTENTION_COLUMNS = ("resigning", "plan", "submitted")
"""The columns of `intentions`."""


def read_terms(row: Row[Any]) -> Terms:
    """Returns the terms of the challenge from a board's row."""
    return Terms(**{field.name: getattr(row, field.name) for field in fields(Terms)})


def terms_row(match: Match, terms: Terms) -> dict[str, Any]:
    """Returns the values that don't change after the board was opened."""
    return {
        "game": match.game.name,
        "rules": match.game.version,
        "options": json.dumps(write_options(match.options)),
        **asdict(terms),
    }


def state_values(board: Board) -> dict[str, Any]:
    """Returns the values of a board's state."""
    match, deadlines = board.match, board.deadlines
    return {
        "removed": board.removed,
        "offer": _write_offer(board.offer),
        "turn": board.clock.began,
        "used": json.dumps([used.total_seconds() for used in board.clock.used]),
        "rest": board.clock.rest.write(),
        "due": deadlines.due if deadlines else None,
        "generation": board.generation,
        **log_values(match),
    }


def log_values(match: Match) -> dict[str, Any]:
    """Returns the values to which a log leads."""
    return {
        "ply": match.ply,
        "epoch": match.state.epoch,
        "to_move": match.to_move,
        "places": places(match),
        "checksum": match.checksum,
    }


def intentions(board: Board, seat: int) -> dict[str, Any]:
    """Returns the values of a seat's announced actions."""
    return {
        "resigning": seat in board.resigning,
        "plan": board.plans.get(seat, Plan()).write(),
        "submitted": board.submitted.get(seat, ""),
    }


def read_used(text: str) -> tuple[timedelta, ...]:
    """Returns the time used by each seat."""
    return tuple(timedelta(seconds=seconds) for seconds in json.loads(text))


def _write_offer(offer: Offer | None) -> str:
    if offer is None:
        return ""
    return json.dumps({"kind": offer.kind, "by": offer.by, "accepted": sorted(offer.accepted)})


def read_offer(text: str) -> Offer | None:
    """Returns the open offer of a board, if there is one."""
    if not text:
        return None
    read = json.loads(text)
    return Offer(read["kind"], read["by"], frozenset(read["accepted"]))


def places(match: Match) -> str | None:
    """Returns the place of each seat as JSON, once the game is over."""
    return json.dumps(match.outcome.places) if match.outcome else None


def replayed(row: Row[Any], log: Sequence[Event]) -> Match:
    """Returns the match to which a board's log leads; raises one of REPLAY_ERRORS."""
    game = games.stored(row.game)
    options = game.read_options(json.loads(row.options))
    return Match.replay(game, options, log)


WITH_LOG = (
    select(boards, events.c.line)
    .join(events, events.c.board_id == boards.c.id, isouter=True)
    .order_by(events.c.number)
)
"""The query of a board with its log: one statement, as others may commit between two."""
BY_ID = Prepared(WITH_LOG.where(boards.c.id == bindparam("id")))
BY_IDS = Prepared(WITH_LOG.where(boards.c.id.in_(bindparam("ids", expanding=True))))
BY_NUMBER = Prepared(
    WITH_LOG.where(boards.c.game == bindparam("game"), boards.c.number == bindparam("number"))
)
INSERT_EVENT = Prepared(insert(events))

log = get_logger()


def read_known_games(connection: Connection) -> list[games.KnownGame]:
    """Returns the games that have, or had, boards."""
    rows = connection.execute(select(counters).where(counters.c.title != ""))
    return [games.KnownGame(row.game, row.title, row.package, row.version) for row in rows]


class BoardLogs(Repository):
    """The repository of the logs."""

    def events(self, id: int) -> Sequence[Event]:
        """Returns the events of a board's log, which needn't follow each other by any rules."""
        rows = self._connection.rows(BY_ID, {"id": id})
        return [Event.read(row.line) for row in rows if row.line is not None]

    def replay(self, id: int) -> Match:
        """Returns the match to which a board's log leads now; raises BoardFrozenError."""
        rows = self._connection.rows(BY_ID, {"id": id})
        try:
            match = _replayed(rows)
        except REPLAY_ERRORS as error:
            if rows[0].game not in games.names():  # another node may have begun its first board
                games.learn(read_known_games(self._connection))
            raise frozen_error(rows[0], error) from error
        if match.checksum != rows[0].checksum:
            raise frozen_error(rows[0])
        return match

    def replay_all(self, ids: Sequence[int]) -> dict[int, Match]:
        """Returns the matches to which boards' logs lead now, by id; not of damaged ones."""
        logs: dict[int, list[Row[Any]]] = {}
        for row in self._connection.rows(BY_IDS, {"ids": ids}):
            logs.setdefault(row.id, []).append(row)
        found: dict[int, Match] = {}
        for id, rows in logs.items():
            with suppress(*REPLAY_ERRORS):
                found[id] = _replayed(rows)
        return found

    def damage(self, game: str, number: int) -> str:
        """Returns the error found by replaying a board; empty if there is none.

        Of a game that isn't served, the log is compared with the stored checksum alone.
        """
        rows = self._connection.rows(BY_NUMBER, {"game": game, "number": number})
        if game in games.absent():
            return "" if _is_whole(rows) else "its log leads to another checksum"
        try:
            expected = log_values(_replayed(rows))
        except REPLAY_ERRORS as error:
            return f"its log can't be replayed: {error}"
        stored = rows[0]._asdict()
        wrong = [name for name, value in expected.items() if stored[name] != value]
        return f"its log leads to another {listing(wrong)}" if wrong else ""

    def append(self, id: int, match: Match, after: Match) -> None:
        """Adds the events by which `match` became `after`."""
        known, last = len(match.events), len(after.events) - 1
        rows = []
        for number, event in enumerate(after.events[known:], known):
            ply = match.ply + 1 if event.text.startswith("move ") else None
            row = {"board_id": id, "number": number, "line": event.write()}
            rows.append(row | {"epoch": match.state.epoch, "ply": ply})
            if number < last:  # nearly never: a change has one event
                match = match.add(event)
        self._connection.queue_all(INSERT_EVENT, rows)


def frozen_error(row: Row[Any], cause: Exception | None = None) -> BoardFrozenError:
    """Returns the error of a board whose log doesn't lead to its row, and logs it.

    `cause`: the error of its replay; one of the game's own was logged already.
    """
    if row.game in games.absent():
        return games.absent()[row.game].refusal
    if isinstance(cause, GameFailedError):
        return BoardFrozenError(f"Board {row.number} is frozen. {cause.text}")
    log.error("board frozen", game=row.game, board=row.number)
    return BoardFrozenError(
        f"Board {row.number} is frozen: its log no longer leads to the result that was stored. "
        "Nothing on it can be changed: please ask the admin, who may take it away."
    )


def _is_whole(rows: Sequence[Row[Any]]) -> bool:
    """Returns True if a log with its options, rules and times is the one of the checksum."""
    log = [Event.read(row.line) for row in rows if row.line is not None]
    first = rows[0]
    checksum = log_checksum(first.game, first.rules, json.loads(first.options), log)
    return bool(checksum == first.checksum)


def _replayed(rows: Sequence[Row[Any]]) -> Match:
    """Returns the match of a board with its log; raises one of REPLAY_ERRORS."""
    return replayed(rows[0], [Event.read(row.line) for row in rows if row.line is not None])
