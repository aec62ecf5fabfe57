"""Waiting for what another thread or process does."""

import time

TIMEOUT_SECONDS = 300
"""For anything that a busy machine may delay; it only ends a test that hangs."""


def wait_for(condition, what="it", seconds=TIMEOUT_SECONDS):
    """Returns the condition's value once it is true; fails after the timeout."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if found := condition():
            return found
        time.sleep(0.01)  # between two checks
    raise AssertionError(f"waited too long for {what}")
