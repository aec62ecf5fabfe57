"""Renders chat as plain text."""

from commands.content.messages import ChatMessage
from commands.views.text.board_text import COMMENT_RULE, thread_subject
from mail.composing.wrapping import wrapped_player_text
from pbm import games
from pbm.wording import filled, listing

INSTRUCTIONS = (
    "If you reply, {} your text as chat, with two exceptions: if the first line is only a move, we "
    'make that move and send {} the text below it; if the first line is only "show" or "help", we '
    "answer you and send {} nothing. For other commands, reply to an email that shows the board."
)


def subject(content: ChatMessage) -> str:
    """Returns the subject of the board's thread. The classic format has pbmserv's subject."""
    if content.form == "classic":
        return f"{games.stored(content.game).title} chat {content.number} {content.writer}"
    return thread_subject(content.game, content.number, content.players)


def where(content: ChatMessage) -> str:
    """Returns a title with the game and number of the board."""
    return f"Chat on {games.stored(content.game).title} Board {content.number}"


def text(content: ChatMessage, *, by_reply: bool = False) -> str:
    """Returns the chat with its board and writer.

    `by_reply`: whether the reader can answer by replying. The text then explains how.
    """
    words = wrapped_player_text(content.text)
    chat = f"{where(content)}\n\n{COMMENT_RULE}\n{filled(introduction(content))}:\n\n{words}"
    if not by_reply or content.writer == content.to:
        return chat
    return f"{chat}\n\n{'-' * 60}\n{filled(_instructions(content))}"


def introduction(content: ChatMessage) -> str:
    """Returns the words above the chat: `bob writes`, or for bob `We sent this to alice`."""
    if content.writer == content.to:
        return f"We sent this to {_others(content)}"
    return f"{content.writer} writes"


def _instructions(content: ChatMessage) -> str:
    others = _others(content)
    if len(content.players) > 2:
        return INSTRUCTIONS.format(f"{others} get", "them", "them")
    return INSTRUCTIONS.format(f"{others} gets", others, others)


def _others(content: ChatMessage) -> str:
    return listing([each for each in content.players if each != content.to])
