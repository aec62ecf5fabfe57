"""Shows an incoming email to admins, without its passwords and reply addresses.

Passwords can be anywhere in an email that pbm couldn't handle, so only words are shown that surely
aren't one: commands, games, numbers, squares and short words.
"""

import re
from collections.abc import Iterator

from commands.language import registry
from commands.security.passwords import MIN_LENGTH
from mail.reading.incoming import read_incoming_mail
from pbm import games
from pbm.stored_values import FailedMail

MASK = "***"
MAX_SHOWN_LINES = 100
SHORT_LENGTH = MIN_LENGTH // 2
"""Maximum length of words that are shown whatever they are."""
NUMBER_OR_MOVE = re.compile(r"\d{1,6}|[a-z]\d{1,2}[-:x][a-z]\d{1,2}", re.IGNORECASE)
WORD = re.compile(r"\w(?:\S*\w)?")
"""A word without the punctuation around it."""


def masked_mail(mail: FailedMail) -> Iterator[str]:
    """Yields the subject and the lines of an email."""
    parsed_mail = read_incoming_mail(mail.sender, mail.recipients, mail.content).parsed_mail
    lines = parsed_mail.text.splitlines()
    yield f"Subject: {_masked(parsed_mail.subject)}"
    yield ""
    yield from map(_masked, lines[:MAX_SHOWN_LINES])
    if lines[MAX_SHOWN_LINES:]:
        yield "..."


def _masked(line: str) -> str:
    return WORD.sub(lambda match: match[0] if _is_harmless(match[0]) else MASK, line)


def _is_harmless(word: str) -> bool:
    is_command = word in registry.general_verbs() or word in registry.game_verbs()
    is_known = is_command or word in games.names()
    return is_known or len(word) <= SHORT_LENGTH or bool(NUMBER_OR_MOVE.fullmatch(word))
