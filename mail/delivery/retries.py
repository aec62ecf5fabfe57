"""When to try a failed email again, and when to give up."""

from datetime import timedelta

FIRST_RETRY = timedelta(minutes=7.5)
"""Time between the first and the second attempt. Each further wait is twice as long as the previous
wait.
"""
MAX_TRIES = 8
"""Maximum number of attempts. The last one is almost 16 hours after the first."""


def retry_delay(tries: int) -> timedelta:
    """Returns the time until the next attempt.

    `tries`: number of attempts before the failed one, so 0 after the first failure.
    """
    return FIRST_RETRY * (1 << tries)


def is_last_try(tries: int) -> bool:
    """Whether pbm gives up if this attempt fails. `tries`: number of attempts before it."""
    return tries + 1 >= MAX_TRIES
