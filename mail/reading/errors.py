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
        "its headers are longer than 64 KiB. Please write a new email, to fewer recipients.",
    )
    PARTS = (
        "too many parts",
        "it has more than 50 parts. Please send it again as plain text, without attachments.",
    )
    DEPTH = (
        "parts nested too deeply",
        "its parts are nested more than 10 levels deep. Please write a new email in plain text.",
    )
    TEXT = (
        "text too long",
        "its text is longer than 64 KiB. Please send it again as several shorter emails.",
    )
    PAGE = (
        "page too long",
        "its HTML is longer than 128 KiB. Please reply in plain text, without quoting our email.",
    )
    ENCRYPTED = (
        "encrypted",
        "it is encrypted, and this server can't decrypt it. Please send it again unencrypted.",
    )
    OPAQUE = (
        "signed opaquely",
        "its text is inside an S/MIME signature. Please use a clear-text signature, or none.",
    )
    BROKEN = (
        "broken",
        "it isn't a well-formed email. Please send it again as plain text.",
    )


class UnreadableMailError(Exception):
    """Raised when the email can't be read."""

    def __init__(self, why: UnreadableReason, detail: str = "") -> None:
        super().__init__(detail or why.value[0])
        self.advice = f"We can't read your email: {why.value[1]}"
        """Advice for the sender, in whole sentences."""
