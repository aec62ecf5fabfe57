"""Recognizes requests to delete an account in people's own words, and questions about that.

A request isn't carried out until its writer confirms it. A question gets help.
"""

import re

from commands.replies.command_lines import CommandLine
from commands.replies.sentences.stemmed_phrases import word_set, words_of
from commands.replies.server.topics import MAX_LENGTH
from commands.replies.vocabulary.server import sentences, verbs
from commands.system.secrets.secret import NONE

HELP = "help signoff"
SENTENCE = re.compile(r"[^.!?;\n]+")
_QUESTION_MARKS = ("?", "\u061f", "\uff1f")


def deletion_line(text: str, userid: str) -> CommandLine | None:
    """Returns the command for a text about deleting an account, or None for any other text."""
    words = words_of(text[:MAX_LENGTH])
    accounts = f"{verbs.ACCOUNT} {sentences.DATABASES}"
    if any(word_set(table).isdisjoint(words) for table in (verbs.DELETE, accounts)):
        return None
    if asks_only(text) or not word_set(verbs.AGAINST).isdisjoint(_about_deletion(text)):
        return CommandLine(HELP, in_body=True)
    return CommandLine(f"signoff {userid} {NONE}", in_body=True, guessed=True)


def _about_deletion(text: str) -> list[str]:
    """Returns the words of the sentences with a verb such as "delete".

    In "Delete my account. I have no time", nothing denies the deletion.
    """
    sentences_of = map(words_of, SENTENCE.findall(text[:MAX_LENGTH]))
    about = [each for each in sentences_of if not word_set(verbs.DELETE).isdisjoint(each)]
    return [word for words in about for word in words]


def asks_only(text: str) -> bool:
    """Whether the text is a question, which requests nothing: "How do I close my account?"."""
    is_asked = any(mark in text for mark in _QUESTION_MARKS)
    return is_asked or not word_set(verbs.QUESTION).isdisjoint(words_of(text[:MAX_LENGTH]))
