"""Chat as text."""

from commands.messages.content import ChatMessage
from commands.views.board_text import COMMENT_RULE, thread_subject
from pbm import games

INSTRUCTIONS = (
    "To answer, reply: what you write goes to the others on the board as chat. Only a move\n"
    "alone on the first line is made, and only single words such as show, undo or help are read\n"
    "as commands; to resign, or to accept an offer, reply to the board's own mail."
)


def subject(content: ChatMessage) -> str:
    """Returns the subject of the board's mails, or pbmserv's subject in the classic format."""
    if content.form == "classic":
        return f"{games.find(content.game).title} chat {content.number} {content.writer}"
    return thread_subject(content.game, content.number, content.players)


def where(content: ChatMessage) -> str:
    """Returns the title, which names the board."""
    return f"Chat on {games.find(content.game).title} Board {content.number}"


def text(content: ChatMessage, *, by_reply: bool = False) -> str:
    """Returns the chat with its board and writer, and how to answer if a reply can."""
    how = f"\n\n{INSTRUCTIONS}" if by_reply else ""
    return f"{where(content)}{how}\n\n{COMMENT_RULE}\n{content.writer} writes:\n\n{content.text}"
