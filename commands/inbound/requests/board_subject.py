"""Finds the board of an email to pbm's plain address that has the subject of a board.

The email proves nothing, so the player must confirm its commands.
"""

import re
from collections.abc import Sequence
from functools import cache

from commands.content.reply_claims import claims_of
from commands.replies.contexts.board_context import ReplyContext, names_on, registered_sender
from commands.replies.moves.notation.written_moves import denies, is_legal, leading_move
from commands.replies.sentences.greetings import first_words
from commands.system.stored_types import UnitOfWork
from commands.verbs.move import check_turn
from mail.reading.characters import plain_signs
from mail.reading.parsed_mail import REPLY_SUBJECT, ParsedMail
from pbm import games
from pbm.board.board import Board
from pbm.errors import UserError


def find_subject_context(
    work: UnitOfWork, parsed_mail: ParsedMail, senders: Sequence[str]
) -> ReplyContext | None:
    """Returns the context of an email with a board in its subject, or None.

    A sender with the From address of the player to move may write a move. A sender with the
    envelope address of a player may write anything. The subject proves nothing, so the sender is
    treated as unregistered and has to confirm the command. Raises UserError for a move out of turn.
    """
    try:
        board = _board(work, parsed_mail.subject)
    except UserError:  # a frozen board must look like a missing one to strangers
        return None
    if board is None or _seat(board, senders) is None:
        return None
    board = work.boards.lock_id(board.id)
    seat = _seat(board, senders) if board else None
    if board is None or seat is None:
        return None
    move, is_own = (
        _leading_move(board, parsed_mail),
        _seat(board, [parsed_mail.sender.lower()]) == seat,
    )
    if move and is_own:
        check_turn(board, seat)
        board.match.canonical(move)
    elif not is_own and not (seat == board.match.to_move and is_legal(board.match, move)):
        return None
    claims = claims_of(board).for_seat(seat)
    return ReplyContext(board, claims, registered_sender="", by_subject=True)


def _board(work: UnitOfWork, subject: str) -> Board | None:
    """Returns the board whose emails have this subject, or None."""
    match = _subject().match(REPLY_SUBJECT.sub("", plain_signs(subject)).strip())
    if not match:
        return None
    title, number = match.groups()
    (game,) = (each for each in games.games().values() if each.title.lower() == title.lower())
    return work.boards.find(game.name, int(number))


def _seat(board: Board, senders: Sequence[str]) -> int | None:
    """Returns the seat of a player with one of these addresses, or None.

    The player to move is preferred over other players with these addresses.
    """
    seats = [seat for seat, each in enumerate(board.players) if registered_sender(each, senders)]
    to_move = board.match.to_move
    return to_move if to_move in seats else next(iter(seats), None)


def _leading_move(board: Board, parsed_mail: ParsedMail) -> str:
    """Returns the move that begins an email, or "" if the line is a question or a denial."""
    lines = "\n".join(parsed_mail.blocks).split("\n")
    written = leading_move(board.match, first_words(lines, names_on(board)))
    move, _, comment = board.match.split(written.line)
    is_move = any(map(str.isdigit, move)) and board.match.reads(move)
    return "" if not is_move or written.is_question or denies(comment) else move


@cache
def _subject() -> re.Pattern[str]:
    titles = "|".join(re.escape(game.title) for game in games.games().values())
    return re.compile(rf"(?i)({titles}) board ([0-9]{{1,9}}):")
