"""Waiting for new mail: by IDLE where it is offered, else for a while.

IDLE may hang without a sign, so that it is ended and begun again every few minutes, and the folder
is looked through each time.
"""

import time
from collections.abc import Callable

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
    client = session.client
    with translated("connect", "waiting for new mail failed"):
        client.idle()
        while time.monotonic() < deadline and not pause(0):
            began = time.monotonic()
            changes = client.idle_check(SLICE_SECONDS)
            if changes or time.monotonic() < began + SLICE_SECONDS / 2:  # or it has hung up
                break
        client.idle_done()
