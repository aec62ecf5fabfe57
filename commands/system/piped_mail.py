"""Mails as `pbm receive` hands them to the running server, through a socket in the data folder.

It loads next to nothing, as a program that runs for each mail uses it.
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
"""The options and variables of a mail, by name; a recipient each."""


def values_of(sender: str | None, recipients: list[str]) -> Values:
    """Returns the values of a mail with these options, and of the mail server's variables."""
    given = [(FROM, sender)] if sender is not None else []
    given += [(TO, recipient) for recipient in recipients]
    return given + [(name, os.environ[name]) for name in VARIABLES if name in os.environ]


def encode(values: Values, content: bytes) -> bytes:
    """Returns what is sent: the lengths of both parts, so that none is taken for whole too soon."""
    head = b"\0".join(os.fsencode(f"{name}={value}") for name, value in values)
    return b"%d %d\n" % (len(head), len(content)) + head + content


def read_lengths(line: bytes) -> tuple[int, int]:
    """Returns the lengths of the values and of the mail; raises ValueError."""
    head, content = map(int, line.split())
    return head, content


def read_values(head: bytes) -> Values:
    """Returns the values; raises ValueError."""
    parts = os.fsdecode(head).split("\0") if head else []
    return [(name, value) for name, _, value in (part.partition("=") for part in parts)]
