"""Reasons why an email can't be read, with texts for the log and for its sender."""

from enum import Enum


class UnreadableReason(Enum):
    """A reason: a short text for the log, and advice for the sender."""

    SIZE = (
        "too large",
        "it is larger than 256 KiB. Please send it again as plain text, without attachments.",
    )
    HEADERS = (
        "headers too long",
        "its headers are longer than 64 KiB. Please write a new mail, with few recipients.",
    )
    PARTS = (
        "too many parts",
        "it has more than 50 parts. Please send it again as plain text, without attachments.",
    )
    DEPTH = (
        "parts nested too deeply",
        "its parts are nested more than 10 deep. Please write a new mail, as plain text.",
    )
    TEXT = (
        "text too long",
        "its text is longer than 64 KiB. Please send it again as several shorter mails.",
    )
    PAGE = (
        "page too long",
        "its HTML is longer than 128 KiB. Please reply as plain text, or without the quotation.",
    )
    ENCRYPTED = (
        "encrypted",
        "it is encrypted, and this server has no key. Please send it again unencrypted.",
    )
    OPAQUE = (
        "signed opaquely",
        "its text is packed into an S/MIME signature. Please sign in clear text, or not at all.",
    )
    BROKEN = ("broken", "it isn't a well-formed mail. Please send it again as plain text.")


class UnreadableMailError(Exception):
    """Raised when the email can't be read."""

    def __init__(self, why: UnreadableReason, detail: str = "") -> None:
        super().__init__(detail or why.value[0])
        self.advice = f"Your mail can't be read: {why.value[1]}"
        """Advice for the sender, in whole sentences."""
