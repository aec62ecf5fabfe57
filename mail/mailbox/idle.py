"""Waiting for new mail: by IDLE where it is offered, else for a while.

IDLE may hang without a sign, so it is ended and begun again every few minutes, and the folder is
looked through each time.
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
    """Waits until the server tells of a change in the open folder, or for so many seconds.

    `pause`: waits for so many seconds; returns True if nothing is to be waited for any more.
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
    """Waits in IDLE for so many seconds; returns True if the server tells of a change.

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
