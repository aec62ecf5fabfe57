"""Recognize receipts, recalls and automatic replies by their subjects and texts.

Most of them have headers or parts that show what they are. These have none.
"""

from mail.reading.phrases.receipts import (
    ABSENCE_ACCESS,
    ABSENCE_CONTACT,
    ABSENCE_TEXT,
    ABSENCE_THANKS,
    AUTOMATIC_TITLE,
    CHALLENGE_SUBJECT,
    CHALLENGE_TEXT,
    FILTER_TEXT,
    INVITATION_SUBJECT,
    INVITATION_TEXT,
    RECALL_SUBJECT,
    RECALL_TEXT,
    RECEIPT_SUBJECT,
    RECEIPT_TEXT,
)

REPLY = "re:"
"""The beginning of most subjects. It saves the search for all titles."""
COLONS = ":\uff1a"
"""The characters with which titles end."""
LINK = "://"
MAX_CHALLENGE_LENGTH = 800
"""Maximum length of the text in which a spam filter introduces itself and asks for proof."""
MAX_SEARCHED_LENGTH = 2000
"""Maximum length of the text that is searched. Receipts are short."""

SIGNS = {
    "read receipt": (RECEIPT_SUBJECT, RECEIPT_TEXT),
    "recall": (RECALL_SUBJECT, RECALL_TEXT),
    "reply to a calendar invitation": (INVITATION_SUBJECT, INVITATION_TEXT),
}
"""The patterns of subject and text, by kind of email. Both must match."""


def is_titled_invitation(subject: str) -> bool:
    """Whether a subject has a title that is typical of answers to invitations: `Accepted:`.

    People may write such titles, too.
    """
    return bool(INVITATION_SUBJECT.match(subject))


def receipt_evidence(subject: str, text: str, typed: str) -> str:
    """Returns the evidence that a mail program wrote the email, or an empty string.

    `typed`: the text without quotations. It is short, so its search is quick.
    """
    if _is_challenge(subject, text):
        return "challenge from a spam filter"
    if _is_absence(typed):
        return "text of an out-of-office reply"
    if subject[:3].lower() == REPLY or not any(colon in subject for colon in COLONS):
        return ""
    if AUTOMATIC_TITLE.match(subject):
        return "subject of an automatic reply"
    for kind, (title, phrases) in SIGNS.items():
        if title.match(subject) and phrases.search(text[:MAX_SEARCHED_LENGTH]):
            return kind
    return ""


def _is_absence(text: str) -> bool:
    """Whether the text is a notice of absence: an absence, another contact, and a further sign.

    That sign is thanks, or that emails aren't read. The title of an automatic reply at the
    beginning replaces the sign and the contact. Some mail programs send these notices with the
    subject of our email, and without any header.
    """
    start = text[:MAX_CHALLENGE_LENGTH]
    if not ABSENCE_TEXT.search(start):
        return False
    if AUTOMATIC_TITLE.match(start):
        return True
    if ABSENCE_THANKS.search(start):
        return bool(ABSENCE_CONTACT.search(start))
    rest, count = ABSENCE_ACCESS.subn("", start)
    return bool(count and ABSENCE_CONTACT.search(rest))


def _is_challenge(subject: str, text: str) -> bool:
    """Whether a spam filter asks for proof that a person wrote our email.

    It brings a link, or has a typical subject.
    """
    if LINK not in text and not CHALLENGE_SUBJECT.search(subject):
        return False
    start = text[:MAX_CHALLENGE_LENGTH]
    return bool(FILTER_TEXT.search(start) and CHALLENGE_TEXT.search(start))
