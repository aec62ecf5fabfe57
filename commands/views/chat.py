"""Chat as text."""

from commands.said import ChatSaid
from commands.views.board import COMMENT_RULE, thread_subject
from pbm import games


def subject(said: ChatSaid) -> str:
    """That of the board, or pbmserv's own for those who want it."""
    if said.form == "classic":
        return f"{games.find(said.game).title} chat {said.number} {said.writer}"
    return thread_subject(said.game, said.number, said.players)


def where(said: ChatSaid) -> str:
    """The board that it is said on."""
    return f"Chat on {games.find(said.game).title} Board {said.number}"


def text(said: ChatSaid) -> str:
    """Who says what, and where."""
    return f"{where(said)}\n\n{COMMENT_RULE}\n{said.writer} writes:\n\n{said.text}"
