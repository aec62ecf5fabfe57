"""`pbm import`: taking back the record of a game."""

from datetime import datetime
from pathlib import Path

from commands.accounts.robots import find_robot
from pbm.board import Board, Player
from pbm.errors import IllegalError, ParseError
from pbm.ports import UnitOfWork
from pbm.record import Record, read_any
from pbm.wording import counted, listing

LARGEST_FILE = 4 * 1024 * 1024


def read_file(path: Path) -> Record:
    """The record in a file, replayed through the rules; refuses what is no right record."""
    return read_any(read_bytes(path).decode(errors="replace"))


def read_bytes(path: Path) -> bytes:
    """What a file holds; refuses what is too large for a record."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise ParseError(f"{path} can't be read: {error.strerror}.") from None
    if len(content) > LARGEST_FILE:
        raise ParseError(f"{path} is too large for the record of a game.")
    return content


def import_record(work: UnitOfWork, record: Record, site: str, now: datetime) -> str:
    """Keeps the game as a board, unless it is here already; says what was done."""
    match = record.match
    what = f"{match.game.title}, {' - '.join(record.players)}, {counted(match.ply, 'move')}"
    here = _existing_board(work, record, site)
    if here:
        return f"{what}: {_agreement(here, record)}"
    players = [_registered_player(work, userid, now) for userid in record.players]
    known = [player for player in players if player]
    if len(known) < len(players):
        return f"{what}: the record is right. {_missing_players(record, known)}"
    board = work.boards.open(known, match, record.terms, record.begun, resumed=now)
    return f"{what}: the record is right, and kept as board {board.number}."


def _existing_board(work: UnitOfWork, record: Record, site: str) -> Board | None:
    """The board that the record is of, or as which it is kept already."""
    game = record.match.game.name
    if record.site == site:
        return work.boards.find(game, record.number)
    number = work.boards.number_of(game, record.match.checksum) if record.match.ply else None
    return work.boards.find(game, number) if number else None


def _registered_player(work: UnitOfWork, userid: str, now: datetime) -> Player | None:
    """Who may sit at a board."""
    player = work.players.find(userid) or find_robot(work, userid, now)
    return player if player and player.confirmed and not player.gone else None


def _agreement(here: Board, record: Record) -> str:
    if here.match.checksum != record.match.checksum:
        raise IllegalError(
            f"Board {here.number} of this server tells another game than the record."
        )
    return f"the record is right, and agrees with board {here.number} here."


def _missing_players(record: Record, known: list[Player]) -> str:
    registered = {player.userid.lower() for player in known}
    missing = [userid for userid in record.players if userid.lower() not in registered]
    return f"It isn't kept as a board: nobody is registered here as {listing(missing, 'or')}."
