"""Recognize read receipts, and the recalls of Outlook, by their subjects and texts.

Receipts with the content type of RFC 8098 are recognized by their headers.
"""

from mail.reading.phrases.receipts import (
    RECALL_SUBJECT,
    RECALL_TEXT,
    RECEIPT_SUBJECT,
    RECEIPT_TEXT,
)

MAX_SEARCHED_LENGTH = 2000
"""Maximum length of the text that is searched. Receipts are short."""


def receipt_evidence(subject: str, text: str) -> str:
    """Returns the evidence that an email is a receipt or a recall, or an empty string."""
    text = text[:MAX_SEARCHED_LENGTH]
    if RECEIPT_SUBJECT.match(subject) and RECEIPT_TEXT.search(text):
        return "read receipt"
    if RECALL_SUBJECT.match(subject) and RECALL_TEXT.search(text):
        return "recall"
    return ""
