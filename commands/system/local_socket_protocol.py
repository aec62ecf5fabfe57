"""The protocol for sending emails and lines from `pbm receive` and the shell to the running server.

It uses a socket in the data folder. This module imports hardly anything, because `pbm receive` runs
for each email and must start quickly.
"""

import os

SOCKET_NAME = "receive"
"""The file name of the socket. Only the owner of the data folder may use it."""
FROM, TO = "from", "to"
"""Names of the values from the options `--from` and `--to`."""
VARIABLES = ("SENDER", "ORIGINAL_RECIPIENT", "RECIPIENT")
"""Environment variables from the mail server. mail/reading/incoming.py explains them."""
STORED, BUSY = b"stored", b"the server is busy"
"""Answers. Any other answer is the reason why the email must be sent again."""
MAX_HEAD_BYTES = 1 << 20
Values = list[tuple[str, str]]
"""Names and values of an email's options and variables, or of a line.

A name may be repeated, for example for several recipients.
"""
TEXT = "utf-8", "surrogateescape"
"""The encoding of values, and how to represent bytes that aren't text."""
LINE = b"line "
"""Precedes the lengths if a line is sent. Then the content is standard input."""
WORD, VERSION, AS_JSON, READ = "word", "version", "json", "read"
"""Names of a line's values besides its program's settings. READ: standard input was read."""
BEGUN = b"begun\n"
ELSEWHERE, INPUT = "elsewhere", "input"
"""Outcomes of a line that wasn't executed. Other outcomes are exit statuses, followed by output.

ELSEWHERE: the program must run the line itself. INPUT: it must also send its standard input.
"""


def values_of(sender: str | None, recipients: list[str]) -> Values:
    """Returns the values of an email from these options and the mail server's variables."""
    options = [(FROM, sender)] if sender is not None else []
    options += [(TO, recipient) for recipient in recipients]
    return options + [(name, os.environ[name]) for name in VARIABLES if name in os.environ]


def encode(values: Values, content: bytes) -> bytes:
    """Returns the bytes to send.

    They begin with the lengths, so that the server detects a truncated email.
    """
    head = "\0".join(f"{name}={value}" for name, value in values).encode(*TEXT)
    return b"%d %d\n" % (len(head), len(content)) + head + content


def read_lengths(line: bytes) -> tuple[int, int]:
    """Returns the lengths of the values and of the email. Raises ValueError."""
    head, content = map(int, line.split())
    return head, content


def read_values(head: bytes) -> Values:
    """Returns the values. Raises ValueError."""
    parts = head.decode(*TEXT).split("\0") if head else []
    return [(name, value) for name, _, value in (part.partition("=") for part in parts)]


def encode_answer(outcome: str, text: str = "") -> bytes:
    """Returns the answer to a line with its length, so that a truncated answer is detected."""
    content = text.encode(*TEXT)
    return f"{outcome} {len(content)}\n".encode() + content


def read_answer(answer: bytes) -> tuple[str, str] | None:
    """Returns the outcome and the text of an answer, or None if it is truncated."""
    head, _, content = answer.partition(b"\n")
    outcome, _, length = head.decode().partition(" ")
    return (outcome, content.decode(*TEXT)) if length == str(len(content)) else None
