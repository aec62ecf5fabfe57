"""Chat as text."""

from commands.messages.content import ChatSaid
from commands.views.board import COMMENT_RULE, thread_subject
from pbm import games

HOW = 'To answer, reply with the word "chat" on a line, and what you say below it.'


def subject(said: ChatSaid) -> str:
    """That of the board, or pbmserv's own for those who want it."""
    if said.form == "classic":
        return f"{games.find(said.game).title} chat {said.number} {said.writer}"
    return thread_subject(said.game, said.number, said.players)


def where(said: ChatSaid) -> str:
    """The board that it is said on."""
    return f"Chat on {games.find(said.game).title} Board {said.number}"


def text(said: ChatSaid, *, by_reply: bool = False) -> str:
    """Who says what, and where; how to answer, where a reply does it."""
    how = f"\n\n{HOW}" if by_reply else ""
    return f"{where(said)}{how}\n\n{COMMENT_RULE}\n{said.writer} writes:\n\n{said.text}"
