"""Pauses between attempts to open a mailbox.

Each pause is longer than the last one. After a refused login they are long from the start, because
providers lock accounts.
"""

import random
import time

from commands.server.processes.thread_progress import Progress
from commands.system.secrets.login_secrets import PasswordFile
from mail.login import Secret
from mail.mailbox.errors import ErrorKind, MailboxError

FIRST_SECONDS = 1.0
MAX_SECONDS = 900.0
LOGIN_SECONDS = 1800.0
"""Seconds to pause after a refused login, or until the password file changes."""
JITTER = 0.25
CHECK_SECONDS = 1.0


class Retries:
    """Chooses the pauses after failed attempts to open a mailbox."""

    def __init__(self, secret: Secret, progress: Progress) -> None:
        self._secret = secret
        self._progress = progress
        self._seconds = FIRST_SECONDS
        self._last_error: tuple[str, str] | None = None

    def succeeded(self) -> None:
        self._seconds, self._last_error = FIRST_SECONDS, None

    def is_new(self, error: MailboxError) -> bool:
        """Whether the error differs from the last one."""
        before, self._last_error = self._last_error, (error.kind, error.text)
        return before != self._last_error

    def wait(self, kind: ErrorKind) -> None:
        """Pauses until the mailbox may be tried again, or the server stops."""
        deadline = time.monotonic() + self._next_pause(kind)
        while (remaining := deadline - time.monotonic()) > 0:
            if self._progress.pause(min(remaining, CHECK_SECONDS)) or self._has_new_secret(kind):
                return

    def _next_pause(self, kind: ErrorKind) -> float:
        if kind == "login":
            return LOGIN_SECONDS
        pause, self._seconds = self._seconds, min(2 * self._seconds, MAX_SECONDS)
        return pause * random.uniform(1 - JITTER, 1 + JITTER)  # noqa: S311 - no secret

    def _has_new_secret(self, kind: ErrorKind) -> bool:
        """Whether the password file has changed since its password was refused."""
        is_file = isinstance(self._secret, PasswordFile)
        return is_file and kind in ("login", "secret") and self._secret.refused()
