"""Rewords sentences about settings for `pbm setup`, where the user knows only the questions."""

import re
from collections.abc import Callable, Sequence

REWORDINGS: Sequence[tuple[str, str | Callable[[re.Match[str]], str]]] = (
    (
        r"Correct the password in .*?( \(a running[^)]*\))?\. Many",
        "To type the password again, press Enter. Many",
    ),
    (r"Set PBM_\w+_TOKEN_COMMAND to a command that", "Type a command that"),
    (r"Set PBM_RELAY to submissions://USER@HOST, and .* with the password", "Type USER@HOST"),
    (r"Set (PBM_(?!ADDRESS|ADMIN)\w+=)", r"Keep this answer, and later set \1"),
    (r" with PBM_ENVELOPE_SENDER=\w+", ""),
    (r"PBM_REPLIES=\w+ needs them", "pbm needs them"),
    (r" in PBM_(MAILBOX|RELAY)\b", ""),
    (r"PBM_(MAILBOX|RELAY)_PASSWORD_FILE", "the password"),
    (r"PBM_ADDRESS", "the server's address"),
    (r"PBM_ADMIN", "the admin's address"),
    (r"PBM_DATA\b", "the answer"),
    (r"PBM_MAILBOX\b", "the IMAP server"),
    (r"PBM_RELAY\b", "the server for outgoing mail"),
    (r"PBM_(\w+)=(\w+)", lambda found: f'{found[1].lower()} = "{found[2]}" in pbm.toml'),
)


def in_questions(text: str) -> str:
    """Returns a text in which the questions' terms replace the names of settings."""
    for pattern, words in REWORDINGS:
        text = re.sub(pattern, words, text)
    return text
