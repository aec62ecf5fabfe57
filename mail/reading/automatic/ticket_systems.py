"""Recognize the answers of ticket systems, which help desks use, by their subjects and texts."""

from mail.reading.phrases.tickets import (
    AUTOMATIC,
    HOW_TO_FOLLOW_UP,
    KEYWORDS,
    RECEIVED,
    REPLY_LINE,
    STAFF,
    TICKET_SUBJECT,
)

MIN_LENGTH = 20
"""Minimum length of an answer of a ticket system. Most replies with a move are shorter."""
MAX_SEARCHED_LENGTH = 1500
MIN_SIGNS = 2
"""Minimum number of signs that prove that a ticket system wrote an email."""
SIGNS = (RECEIVED, STAFF, HOW_TO_FOLLOW_UP, AUTOMATIC)


def ticket_evidence(subject: str, text: str) -> str:
    """Returns the evidence that a ticket system wrote the email, or an empty string.

    `text`: the text without quotations.
    """
    text = " ".join(text[:MAX_SEARCHED_LENGTH].split())
    if len(text) < MIN_LENGTH:
        return ""
    is_titled = TICKET_SUBJECT.match(subject) is not None
    is_proved = REPLY_LINE.match(text) or (
        (is_titled or _has_keyword(text))
        and is_titled + sum(bool(each.search(text)) for each in SIGNS) >= MIN_SIGNS
    )
    return "ticket system" if is_proved else ""


def _has_keyword(text: str) -> bool:
    """Whether a search for the signs, which is slow, may find one."""
    lower = text.lower()
    for keyword in KEYWORDS:  # noqa: SIM110 - a generator takes twice as long
        if keyword in lower:
            return True
    return False
