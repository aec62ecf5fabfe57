"""Wait for new mail with IDLE, or poll if the server doesn't offer it.

IDLE can hang unnoticed. So the caller ends the wait every few minutes, checks the folder, and waits
again.
"""

import time
from collections.abc import Callable

from imapclient import IMAPClient

from mail.mailbox.errors import translated
from mail.mailbox.session import MailboxSession

SLICE_SECONDS = 1.0
"""Seconds between two calls of `pause`. A call shows progress, and may end the wait."""


def wait_for_change(
    session: MailboxSession, seconds: float, pause: Callable[[float], bool]
) -> None:
    """Waits until the server reports a change in the open folder, or until the time is over.

    `seconds`: maximum duration of the wait.
    `pause`: waits for a number of seconds, and returns whether the wait should end.
    """
    deadline = time.monotonic() + seconds
    if "IDLE" not in session.capabilities:
        while time.monotonic() < deadline and not pause(SLICE_SECONDS):
            pass
        return
    # Short at first: a change sent with the answer to IDLE is only seen when IDLE ends.
    length = SLICE_SECONDS
    while (seconds_left := deadline - time.monotonic()) > 0 and not pause(0):
        if _idle(session.client, min(length, seconds_left), pause):
            return
        length *= 2


def _idle(client: IMAPClient, seconds: float, pause: Callable[[float], bool]) -> bool:
    """Waits in IDLE for this time. Returns whether the server reported a change.

    The library buffers a change that arrives together with the answer to IDLE, so it is only seen
    when IDLE ends. For this reason the first wait is short.
    """
    deadline = time.monotonic() + seconds
    with translated("connect", "waiting for new mail failed"):
        client.idle()
        changes: list[object] = []
        while not changes and time.monotonic() < deadline and not pause(0):
            began = time.monotonic()
            changes += client.idle_check(SLICE_SECONDS)
            # Either a change was read, or the server hung up.
            if time.monotonic() < began + SLICE_SECONDS / 2:
                break
        _, more = client.idle_done()
    return bool(changes or more)
