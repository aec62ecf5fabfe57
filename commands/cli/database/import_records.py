"""Implements `pbm import`, which makes boards of game records and verifies their signatures."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from commands.cli.database.imported_players import FormerPlayers, players_of
from commands.cli.database.record_files import (
    has_record_lines,
    opened_lines,
    read_bytes,
    read_file,
    read_records,
)
from commands.cli.database.standard_games import as_stored, read_standard_games, standard_form
from commands.cli.open_database import open_for_command
from commands.cli.typer_app import is_forced
from commands.security.record_signing import check_lines, check_record, errors_of_line
from commands.server.app.offline import record_keys
from commands.settings import read_settings
from commands.system.stored_types import UnitOfWork
from pbm.board.board import Board
from pbm.board.public_boards import public_board
from pbm.board.records.record import Record
from pbm.clock import DAY, RECORDED_YEARS, SystemClock
from pbm.errors import IllegalError, NotFoundError, UsageError, UserError
from pbm.wording import counted

EARLIEST = datetime(RECORDED_YEARS[0], 1, 1, tzinfo=UTC)
MAX_IMPORTED_NUMBER = 9_999_999
"""Maximum board number that is preserved. New boards get larger numbers than all existing ones, so
a huge number must not be imported.
"""


def import_file(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="file with one or more records")],
    verify: Annotated[bool, typer.Option("--verify", help="only check the signatures")] = False,
    key: Annotated[
        str, typer.Option(metavar="KEY", help="with --verify: public key of another server")
    ] = "",
    with_players: Annotated[
        bool, typer.Option("--with-players", help="also import games of unregistered players")
    ] = False,
) -> None:
    """Import games from their records.

    FILE contains one record, as JSON or text, or one record per line, as "pbm export" writes them.
    It can also contain games in PGN, PDN or SGF from other programs.

    pbm replays all records first. If one is wrong, it imports none. Each game becomes a new board,
    or keeps its number if it comes from this server.

    A game in PGN, PDN or SGF is unrated, and its comments and variations are left out. Names become
    userids: "Kasparov, Garry" becomes Kasparov-Garry. If the file doesn't show how a game ended,
    pbm assumes that the loser resigned, or that the players agreed on a draw.

    --with-players also imports finished games of players who aren't registered here. Nobody can
    register with their userids afterwards.

    --verify only checks the signatures. For records of another server, also give its public key
    with --key. To get the key, send "help record" to that server.

    Example: pbm import knightpanic-101.json

    Example: pbm import masters.pgn --with-players
    """
    if key and not verify:
        raise UsageError("Use --key only with --verify.")
    form = standard_form(file)
    if verify and form:
        raise UsageError(f"Records in {form.upper()} aren't signed. Only JSON records are.")
    if form:
        _import_standard(file, form, with_players=with_players)
    elif verify:
        print(_verify(file, [key] if key else _own_keys()))
    elif has_record_lines(file):
        _import_lines(file, with_players=with_players)
    else:
        record = read_file(file)
        _check_times(record)
        _import([record], with_players=with_players)


def _verify(file: Path, keys: Sequence[str]) -> str:
    """Verifies the signed records in a file and returns a summary.

    Raises UserError for a wrong record.
    """
    if not has_record_lines(file):
        return check_record(read_bytes(file), *keys)
    with opened_lines(file) as lines:
        return check_lines(lines, *keys)


def _import_lines(file: Path, *, with_players: bool) -> None:
    with opened_lines(file) as lines:
        for number, record in enumerate(read_records(lines), 1):
            with errors_of_line(number):  # All records are checked before any is imported.
                _check_times(record)
    with opened_lines(file) as lines:
        _import(read_records(lines), with_players=with_players)


def _import_standard(file: Path, form: str, *, with_players: bool) -> None:
    for record in read_standard_games(file, form):  # All games are checked before any is imported.
        _check_times(record)
    records = read_standard_games(file, form)
    _import(records, with_players=with_players, is_standard=True)


def _check_times(record: Record) -> None:
    """Raises IllegalError for a game with impossible dates.

    It can't be dated before EARLIEST or in the future, or end before its beginning. Single events
    may be dated before the one preceding them, because servers' clocks are corrected at times.
    """
    latest = SystemClock().now() + DAY  # The clocks of servers differ.
    moments = (record.begun, *(event.at for event in record.match.events))
    for moment in moments:
        if not EARLIEST <= moment <= latest:
            raise IllegalError(f"The record has an impossible date: {moment.date()}.")
    if record.begun > moments[-1]:
        raise IllegalError("The record is wrong: the game ends before it begins.")


def _import(records: Iterable[Record], *, with_players: bool, is_standard: bool = False) -> None:
    """Stores games and prints the outcomes. `is_standard`: whether the records have no logs."""
    with open_for_command(read_settings(), new=with_players, force=is_forced()) as app:
        now = app.clock.now()
        former = FormerPlayers(now) if with_players else None
        for record in records:
            with app.database.work() as work:
                site = app.settings.address
                record = as_stored(work, record, site) if is_standard else record  # noqa: PLW2901
                print(import_record(work, record, site, now, former))


def _own_keys() -> Sequence[str]:
    """Returns the public keys of this server.

    Raises NotFoundError if it has never had a key.
    """
    if keys := record_keys(read_settings()):
        return keys
    raise NotFoundError(
        "This server hasn't signed any records yet. With --key, give the public key of the "
        'server that\nsigned this record. To get the key, send "help record" to that server.'
    )


def import_record(
    work: UnitOfWork,
    record: Record,
    site: str,
    now: datetime,
    former: FormerPlayers | None = None,
) -> str:
    """Stores the game as a board unless it exists already, and returns a sentence on the outcome.

    `former`: adds players who aren't registered here. If it is None, their games aren't stored.
    """
    match = record.match
    title = f"{match.game.title}, {' - '.join(record.players)}, {counted(match.ply, 'move')}"
    existing = _existing_board(work, record, site)
    if existing:
        return f"{title}: {_agreement(work, existing, record)}"
    try:
        players = players_of(work, record, now, former if match.outcome else None)
    except UserError as error:
        return f"{title}: valid, but not imported. {error.text}"
    number = record.number if record.site == site and record.number <= MAX_IMPORTED_NUMBER else 0
    board = work.boards.open(players, match, record.terms, record.begun, resumed=now, number=number)
    return f"{title}: imported as board {board.number}."


def _existing_board(work: UnitOfWork, record: Record, site: str) -> Board | None:
    """Returns the board with the record's number, or an earlier import of the same game.

    Returns None if there is neither.
    """
    game = record.match.game.name
    same_number = work.boards.find(game, record.number) if record.site == site else None
    if same_number and record.match.checksum == same_number.match.checksum:
        return same_number
    number = work.boards.number_of(game, record.match.checksum) if record.match.ply else None
    return (work.boards.find(game, number) if number else None) or same_number


def _agreement(work: UnitOfWork, board: Board, record: Record) -> str:
    """Returns a sentence confirming that the board agrees with the record.

    The record may be the public one, whose log has other names.

    Raises IllegalError if the board contains another game.
    """
    former = {player.id: work.userids.former_userids(player) for player in board.players}
    seen = public_board(board, former)
    if record.match.checksum not in (board.match.checksum, seen.match.checksum):
        raise IllegalError(
            f"Board {board.number} on this server is a different game from the one in this record."
        )
    return f"valid, and identical to board {board.number} on this server."
