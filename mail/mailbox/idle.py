"""Wait for new mail with IDLE, or poll where the server doesn't offer it.

IDLE can hang without a sign, so it is ended and started again every few minutes, and the folder is
checked each time.
"""

import time
from collections.abc import Callable

from imapclient import IMAPClient

from mail.mailbox.errors import translated
from mail.mailbox.session import MailboxSession

SLICE_SECONDS = 1.0
"""The interval at which a wait is seen to get on, and may be ended."""


def wait_for_change(
    session: MailboxSession, seconds: float, pause: Callable[[float], bool]
) -> None:
    """Waits until the server reports a change in the open folder, or for this time.

    `pause`: waits for a number of seconds; returns True if the waiting is to end.
    """
    deadline = time.monotonic() + seconds
    if "IDLE" not in session.capabilities:
        while time.monotonic() < deadline and not pause(SLICE_SECONDS):
            pass
        return
    length = SLICE_SECONDS
    while (left := deadline - time.monotonic()) > 0 and not pause(0):
        if _idle(session.client, min(length, left), pause):
            return
        length *= 2


def _idle(client: IMAPClient, seconds: float, pause: Callable[[float], bool]) -> bool:
    """Waits in IDLE for this time; returns True if the server reports a change.

    What comes together with the answer to IDLE is seen at its end alone, as the library buffers
    it; so the first wait is short.
    """
    deadline = time.monotonic() + seconds
    with translated("connect", "waiting for new mail failed"):
        client.idle()
        changes: list[object] = []
        while not changes and time.monotonic() < deadline and not pause(0):
            began = time.monotonic()
            changes += client.idle_check(SLICE_SECONDS)
            if time.monotonic() < began + SLICE_SECONDS / 2:  # there is something, or it hung up
                break
        _, more = client.idle_done()
    return bool(changes or more)
