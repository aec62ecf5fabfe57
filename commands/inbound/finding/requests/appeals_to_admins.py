"""Recognizes replies that only the people who run the server can act on."""

from collections.abc import Sequence

from commands.replies.contexts.board_context import ReplyContext
from commands.replies.server.appeals import NOTES, appealed
from commands.replies.server.server_request_error import ServerRequestError
from commands.replies.vocabulary.server import nouns
from pbm.board.players import Player


def check_appeal(replying: ReplyContext | None, text: str, others: Sequence[Player]) -> None:
    """Raises ServerRequestError for a text that only the admins can act on."""
    is_running = bool(replying and replying.board.active)
    appeal = appealed(text, is_over=bool(replying and not is_running), is_running=is_running)
    if appeal:
        who = others[0].userid if len(others) == 1 else ""
        topics = [appeal, nouns.POSITION] if appeal == nouns.RECORD else [appeal]
        raise ServerRequestError(topics, text, who, NOTES[appeal])
