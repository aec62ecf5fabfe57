"""Recognizes requests to delete an account in people's own words, and questions about that.

A request isn't carried out until its writer confirms it. A question gets help.
"""

from commands.replies.command_lines import CommandLine
from commands.replies.server.topics import MAX_LENGTH, word_set, words_of
from commands.replies.vocabulary.server import sentences, verbs
from commands.system.secrets.secret import NONE

HELP = "help signoff"
_QUESTION_MARKS = ("?", "\u061f", "\uff1f")


def deletion_line(text: str, userid: str) -> CommandLine | None:
    """Returns the command for a text about deleting an account, or None for any other text."""
    words = words_of(text[:MAX_LENGTH])
    accounts = f"{verbs.ACCOUNT} {sentences.DATABASES}"
    if any(word_set(table).isdisjoint(words) for table in (verbs.DELETE, accounts)):
        return None
    if asks_only(text) or not word_set(verbs.AGAINST).isdisjoint(words):
        return CommandLine(HELP, in_body=True)
    return CommandLine(f"signoff {userid} {NONE}", in_body=True, guessed=True)


def asks_only(text: str) -> bool:
    """Whether the text is a question, which requests nothing: "How do I close my account?"."""
    is_asked = any(mark in text for mark in _QUESTION_MARKS)
    return is_asked or not word_set(verbs.QUESTION).isdisjoint(words_of(text[:MAX_LENGTH]))
