"""A file of the emails that the writer is handling. After a crash, it shows which was the cause.

It has a line for each email: a digest of its content. The first lines are of emails that were being
handled when a server died, one line for each time. A line for each writer thread follows.
"""

import os
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from mail.reading.incoming import IncomingMail
from pbm import __version__

NAME = "emails-in-hand"
MAX_DEATHS, MAX_DEATHS_IF_KEPT = 2, 4
"""How often the server may die while it handles an email, and while it handles one that is kept.

Something else may have ended the server, so an email gets another chance after it was kept.
"""
MAX_LINES = 100
"""Maximum number of lines of earlier emails."""
BYTES = 16
EMPTY = b" " * (2 * BYTES)
LINE = len(EMPTY) + 1
FLAGS = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
VERSION = __version__.encode()[:BYTES]
"""A part of each digest. Another version of pbm may not die, so it ignores these lines."""


class FatalMail(Exception):
    """The server has died each time it handled this email."""


class EmailsInHand:
    """The emails that the writer's threads are handling."""

    def __init__(self, file: Path | None = None, threads: int = 1) -> None:
        """Reads which emails were being handled when earlier servers died.

        Without a file, or if it can't be written, nothing is recorded.
        """
        self._file: int | None = None
        self._earlier: list[bytes] = []
        if file is not None:
            with suppress(OSError):
                self._file = os.open(file, FLAGS, 0o600)
                self._earlier = _digests_in(self._file)
                lines = [*self._earlier, *[EMPTY] * threads]
                os.ftruncate(self._file, 0)
                os.pwrite(self._file, b"".join(each + b"\n" for each in lines), 0)

    def begin(self, thread: int, mail: IncomingMail) -> None:
        """Records that a thread handles an email.

        Raises FatalMail if the server has died too often while it handled this email.
        """
        digest = _digest(mail)
        most = MAX_DEATHS if mail.kept is None else MAX_DEATHS_IF_KEPT
        if self._earlier.count(digest) >= most:
            raise FatalMail
        self._write(len(self._earlier) + thread, digest)

    def end(self, thread: int) -> None:
        """Records that a thread has finished its email."""
        self._write(len(self._earlier) + thread, EMPTY)

    def forget(self, mail: IncomingMail) -> None:
        """Lets an email be handled again, however often the server died."""
        digest = _digest(mail)
        for number, each in enumerate(self._earlier):
            if each == digest:
                self._earlier[number] = EMPTY
                self._write(number, EMPTY)

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _write(self, number: int, digest: bytes) -> None:
        if self._file is not None:
            with suppress(OSError):  # for example because the disk is full
                os.pwrite(self._file, digest, number * LINE)


def _digests_in(file: int) -> list[bytes]:
    """Returns the digests in the file, the latest last."""
    lines = os.pread(file, 2 * MAX_LINES * LINE, 0).split()
    return [line for line in lines if len(line) == len(EMPTY)][-MAX_LINES:]


def _digest(mail: IncomingMail) -> bytes:
    digest = blake2b(mail.content, digest_size=BYTES, person=VERSION)
    return digest.hexdigest().encode()
