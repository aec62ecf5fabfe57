"""Emails of `pbm receive` and lines typed in the shell, as they are handed to the running server.

They go through a socket in the data folder. This module loads next to nothing, because a program
that runs for each email uses it.
"""

import os

SOCKET_NAME = "receive"
"""The name of the socket, which only the user of the data folder may use."""
FROM, TO = "from", "to"
"""The values given as options."""
VARIABLES = ("SENDER", "ORIGINAL_RECIPIENT", "RECIPIENT")
"""The mail server's variables; see mail/reading/incoming.py."""
STORED, BUSY = b"stored", b"the server is busy"
"""Answers; any other is the reason why the mail must come again."""
MAX_HEAD_BYTES = 1 << 20
Values = list[tuple[str, str]]
"""The options and variables of a mail, by name; a recipient each. Or what comes with a line."""
TEXT = "utf-8", "surrogateescape"
"""The encoding of values, and what becomes of bytes that are no text."""
LINE = b"line "
"""Stands before the lengths; the content is the program's standard input."""
WORD, VERSION, AS_JSON, READ = "word", "version", "json", "read"
"""The values of a line besides its program's settings; READ: standard input was read."""
BEGUN = b"begun\n"
ELSEWHERE, INPUT = "elsewhere", "input"
"""Outcomes: the program is to run the line itself, or to send its standard input, too. Nothing was
done then. Any other is the exit status, and what is printed follows it.
"""


def values_of(sender: str | None, recipients: list[str]) -> Values:
    """Returns the values of a mail with these options, and of the mail server's variables."""
    given = [(FROM, sender)] if sender is not None else []
    given += [(TO, recipient) for recipient in recipients]
    return given + [(name, os.environ[name]) for name in VARIABLES if name in os.environ]


def encode(values: Values, content: bytes) -> bytes:
    """Returns what is sent: the lengths of both parts, so that none is taken for whole too soon."""
    head = "\0".join(f"{name}={value}" for name, value in values).encode(*TEXT)
    return b"%d %d\n" % (len(head), len(content)) + head + content


def read_lengths(line: bytes) -> tuple[int, int]:
    """Returns the lengths of the values and of the mail; raises ValueError."""
    head, content = map(int, line.split())
    return head, content


def read_values(head: bytes) -> Values:
    """Returns the values; raises ValueError."""
    parts = head.decode(*TEXT).split("\0") if head else []
    return [(name, value) for name, _, value in (part.partition("=") for part in parts)]


def encode_answer(outcome: str, text: str = "") -> bytes:
    """Returns the answer to a line, with its length: one that is cut off is none."""
    content = text.encode(*TEXT)
    return f"{outcome} {len(content)}\n".encode() + content


def read_answer(answer: bytes) -> tuple[str, str] | None:
    """Returns the outcome and the text of an answer; None if it is cut off."""
    head, _, content = answer.partition(b"\n")
    outcome, _, length = head.decode().partition(" ")
    return (outcome, content.decode(*TEXT)) if length == str(len(content)) else None
