"""Answers questions whether a game is rated."""

from collections.abc import Sequence

from commands.replies.contexts.board_context import ReplyContext
from commands.replies.server.server_request_error import ServerAnswer
from commands.replies.vocabulary.server import nouns

RATED, UNRATED = "This game is rated.", "This game isn't rated."
HOW_TO_CALL_OFF = ' Until you have moved, you can call it off: reply "resign".'


def check_rated(replying: ReplyContext | None, topics: Sequence[str], text: str) -> None:
    """Raises ServerAnswer for a question whether the game is rated."""
    if replying and topics == [nouns.RATED]:
        raise ServerAnswer(_rated_note(replying), topics, text)


def _rated_note(replying: ReplyContext) -> str:
    """Returns whether the game is rated, and how to call off a rated game that is new."""
    board = replying.board
    if board.terms.unrated:
        return UNRATED
    is_kept = board.match.outcome or board.terms.ladder or board.tournament
    is_new = not (is_kept or board.moved(replying.claims.seat))
    return f"{RATED}{HOW_TO_CALL_OFF}" if is_new else RATED
