"""Chat as text."""

from commands.messages.content import ChatMessage
from commands.views.board import COMMENT_RULE, thread_subject
from pbm import games

INSTRUCTIONS = 'To answer, reply with the word "chat" on a line, and what you say below it.'


def subject(content: ChatMessage) -> str:
    """That of the board, or pbmserv's own for those who want it."""
    if content.form == "classic":
        return f"{games.find(content.game).title} chat {content.number} {content.writer}"
    return thread_subject(content.game, content.number, content.players)


def where(content: ChatMessage) -> str:
    """The board that it is said on."""
    return f"Chat on {games.find(content.game).title} Board {content.number}"


def text(content: ChatMessage, *, by_reply: bool = False) -> str:
    """Who says what, and where; how to answer, where a reply does it."""
    how = f"\n\n{INSTRUCTIONS}" if by_reply else ""
    return f"{where(content)}{how}\n\n{COMMENT_RULE}\n{content.writer} writes:\n\n{content.text}"
