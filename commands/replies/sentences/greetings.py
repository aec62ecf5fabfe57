"""Removes the greeting before the command of an email, in the languages of the players."""

import re
from collections.abc import Collection, Iterable

from commands.replies.vocabulary.greeting_words import GREETINGS, UNSPACED_GREETINGS
from mail.reading.characters import plain_signs

_PHRASES = {tuple(word.split("-")) for word in GREETINGS.split()}
_FIRST_WORDS = frozenset(phrase[0] for phrase in _PHRASES)
_LONGEST = max(map(len, _PHRASES))
MAX_LENGTH = 60
"""Maximum number of characters of a greeting. The rest of a line isn't searched."""
_END = "!.,: "
"""Punctuation that may follow a name."""
_PUNCTUATION = re.compile(r"[,!:;.\u3001\uff0c\uff01\uff1a\u3002]")


def without_greeting(line: str, names: Collection[str] = ()) -> str:
    """Returns the line without its greeting, or "" if the line only addresses somebody.

    `names`: names, in lower case, of people whom the line may address, as in "Hi, Bob!" or "Bob,".
    """
    text = plain_signs(line).strip()
    greeted = after_greeting(text)
    rest = text if greeted is None else greeted
    return "" if rest.lower().rstrip(_END) in names else rest


def first_words(lines: Iterable[str], names: Collection[str] = ()) -> str:
    """Returns the first line with other words than a greeting, without its greeting, or ""."""
    return next(filter(None, (without_greeting(line, names) for line in lines)), "")


def after_greeting(line: str) -> str | None:
    """Returns the part of a line after its greeting. It can be empty.

    Returns None if the line doesn't begin with a greeting.
    """
    if not _starts_with_greeting(line):
        return None
    return "".join(_PUNCTUATION.split(line, maxsplit=1)[1:]).strip()


def _starts_with_greeting(line: str) -> bool:
    opening = line.lstrip()[:MAX_LENGTH]
    words = tuple(_PUNCTUATION.sub(" ", opening.lower()).split())
    if words[:1] and words[0] not in _FIRST_WORDS:
        return opening.startswith(UNSPACED_GREETINGS)
    phrases = (words[:count] for count in range(1, _LONGEST + 1))
    return opening.startswith(UNSPACED_GREETINGS) or any(phrase in _PHRASES for phrase in phrases)
