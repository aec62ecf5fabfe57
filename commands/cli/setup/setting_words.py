"""Rewords sentences about settings for `pbm setup`, where the user knows only the questions."""

import re
from collections.abc import Callable, Sequence

REWORDINGS: Sequence[tuple[str, str | Callable[[re.Match[str]], str]]] = (
    (r"Put the right password into [^;:]+(: a running.* at once)?", "Type the password again"),
    (r"Put the right command into PBM_\w+_TOKEN_COMMAND, which", "Type a command that"),
    (r"Put the right command, which (.*?), into PBM_\w+_TOKEN_COMMAND", r"Type a command that \1"),
    (r"Set PBM_RELAY to submissions://USER@HOST, and .* with the password", "Name a USER@ there"),
    (r"Leave it out or set it to that; --force", "Begin again with that; or pbm serve --force"),
    (r", and keeps it if the command is serve", ", and keeps it"),
    (r"Set (PBM_(?!ADDRESS|ADMIN)\w+=)", r"Keep it, and write later \1"),
    (r" with PBM_ENVELOPE_SENDER=\w+", ""),
    (r"PBM_REPLIES=\w+ has players reply", "players reply"),
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
