"""Moves in mails to the plain address whose subject is that of a board: their writers are asked."""

import re
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, TypeGuard

from commands.inbound.greetings import first_words
from commands.inbound.reply_context import ReplyContext, names_on, registered_sender
from commands.inbound.written_moves import denies, is_legal, leading_move
from commands.messages.reply_claims import claims_of
from mail.reading.letter import REPLY_SUBJECT, Letter
from mail.reading.text import plain_signs
from pbm import games
from pbm.board.board import Board
from pbm.errors import UserError

if TYPE_CHECKING:
    from storage.unit_of_work import UnitOfWork


def find_subject_context(
    work: "UnitOfWork", letter: Letter, senders: Sequence[str]
) -> ReplyContext | None:
    """Returns the context of a letter that begins with a move on the board in its subject.

    Returns None unless it was written from an address of the player to move. The subject proves
    nothing, so the sender counts as unregistered: the player is asked.
    """
    try:
        board = _board(work, letter.subject)
    except UserError:  # it is frozen, which is nothing to tell strangers
        return None
    if not _moves(board, senders):
        return None
    board = work.boards.lock_id(board.id)
    if not (_moves(board, senders) and _begins_with_move(board, letter)):
        return None
    claims = claims_of(board).for_seat(board.match.to_move or 0)
    return ReplyContext(board, claims, registered_sender="", by_subject=True)


def _board(work: "UnitOfWork", subject: str) -> Board | None:
    """Returns the board whose mails have this subject; None if there is none."""
    found = _subject().match(REPLY_SUBJECT.sub("", plain_signs(subject)).strip())
    if not found:
        return None
    title, number = found.groups()
    (game,) = (each for each in games.games().values() if each.title.lower() == title.lower())
    return work.boards.find(game.name, int(number))


def _moves(board: Board | None, senders: Sequence[str]) -> TypeGuard[Board]:
    """Returns True if the player to move has one of these addresses."""
    mover = board.mover if board else None
    return mover is not None and bool(registered_sender(mover, senders))


def _begins_with_move(board: Board, letter: Letter) -> bool:
    lines = "\n".join(letter.blocks).split("\n")
    written = leading_move(board.match, first_words(lines, names_on(board)))
    move, _, comment = board.match.split(written.line)
    return is_legal(board.match, move) and not written.is_question and not denies(comment)


@cache
def _subject() -> re.Pattern[str]:
    titles = "|".join(re.escape(game.title) for game in games.games().values())
    return re.compile(rf"(?i)({titles}) board ([0-9]{{1,9}}):")
