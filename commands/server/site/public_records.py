"""Signed records of public boards. They are the same whenever they are made."""

from collections.abc import Iterable, Iterator

from commands.security.record_signing import Signer, write_line
from commands.system.stored_types import UnitOfWork
from pbm.board.board import Board
from pbm.board.records.record import Document, Record, write_record
from pbm.errors import BoardFrozenError


def public_record(board: Board, site: str, signer: Signer) -> Document:
    """Returns the signed record of a board from `pbm.board.public_boards.public_board`.

    `site`: the server's email address. The record's date is the time of the last event, so that it
    is the same whenever it is made.
    """
    userids = tuple(player.userid for player in board.players)
    generated = board.match.events[-1].at if board.match.events else board.begun
    record = Record(site, board.number, userids, board.match, board.terms, board.begun, generated)
    return signer.sign(write_record(record))


def public_lines(
    work: UnitOfWork, game: str, numbers: Iterable[int], site: str, signer: Signer
) -> Iterator[str]:
    """Yields the signed record of each finished board as a line.

    Boards that can't be replayed or are no longer public are left out.
    """
    for number in numbers:
        try:
            public = work.public_boards.find(game, number)
        except BoardFrozenError:
            continue
        if public and public.board.match.outcome:
            yield write_line(public_record(public.board, site, signer))
