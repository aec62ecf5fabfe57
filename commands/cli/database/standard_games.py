"""Read games from files in PGN, PDN and SGF."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, time
from pathlib import Path
from typing import Any

from commands.cli.database.record_files import read_beginning, read_bytes
from commands.cli.database.recorded_names import userid_of
from commands.system.stored_types import UnitOfWork
from pbm.board.records.record import Record, check_names
from pbm.board.records.recorded_match import find_game, recorded_match
from pbm.board.terms import Terms
from pbm.clock import SystemClock
from pbm.errors import ParseError, UserError
from pbm.match.match import Match
from pbm.standard_records.notated_game import NotatedGame
from pbm.standard_records.readers import READERS
from pbm.standard_records.source_text import decoded

BEGINNINGS = {"[": "pgn", "(": "sgf"}
"""The format of a file without a known ending, by its first character."""
PDN = re.compile(r'^[ \t]*\[GameType[ \t]+"', re.MULTILINE)
COMPRESSED = ".gz"


def standard_form(path: Path) -> str:
    """Returns the format of a file: `pgn`, `pdn` or `sgf`, or "" for pbm's own records."""
    name = path.name.lower().removesuffix(COMPRESSED)
    if (ending := name.rpartition(".")[2]) in READERS:
        return ending
    text = decoded(read_beginning(path))
    form = BEGINNINGS.get(text.lstrip()[:1], "")
    return "pdn" if form == "pgn" and PDN.search(text) else form


def read_standard_games(path: Path, form: str) -> Iterator[Record]:
    """Yields the games of a file after playing their moves.

    Their terms are unrated. Raises UserError for a wrong game, and if there is none.
    """
    number = 0
    for number, notated in enumerate(READERS[form](decoded(read_bytes(path)), form), 1):
        try:
            yield _record(notated)
        except UserError as error:
            raise type(error)(f"Game {number}: {error.text}") from None
    if not number:
        raise ParseError(f"{path} contains no game in {form.upper()}.")


def _record(notated: NotatedGame) -> Record:
    game, recorded = find_game(notated)
    seats = (seat.name for seat in game.seats)
    userids = tuple(map(userid_of, recorded.players, seats))
    check_names("", userids)
    now = SystemClock().now()
    begun = datetime.combine(recorded.begun or now.date(), time(tzinfo=UTC))
    match = recorded_match(game, recorded, userids, begun)
    number, terms = recorded.number, Terms(unrated=True)
    return Record(recorded.site, number, userids, match, terms, begun, now)


def as_stored(work: UnitOfWork, record: Record, site: str) -> Record:
    """Returns the record of a game as the board on this server has it, if it came from here.

    A file in a standard format has no log, so only options, moves and result can agree.
    Otherwise returns a record without a site, because it is no copy of a board's log.
    """
    board = work.boards.find(record.match.game.name, record.number) if record.site == site else None
    if board and _facts(board.match) == _facts(record.match):
        return replace(record, match=board.match)
    return replace(record, site="")


def _facts(match: Match) -> tuple[Any, ...]:
    return match.options, match.moves, match.outcome and match.outcome.places
