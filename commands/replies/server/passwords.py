"""Recognizes what players want with their password: "I forgot it", "Change it to ...".

A new password is never read from a sentence.
"""

from commands.replies.sentences.stemmed_phrases import mentions
from commands.replies.server.topics import MAX_LENGTH
from commands.replies.vocabulary.server import passwords as tables

ONLY_BY_COMMAND = (
    "We haven't changed your password. We read a new one only in a command, because email isn't a "
    'safe place for passwords. From your own address, you can write "-" in place of yours.'
)


def forgot_password(text: str) -> bool:
    """Whether the writer of a text about a password has forgotten it."""
    return mentions(text[:MAX_LENGTH], tables.FORGOTTEN)


def changes_password(text: str) -> bool:
    """Whether the writer of a text about a password wants a new one."""
    return mentions(text[:MAX_LENGTH], tables.CHANGED)
