"""The times at which a failed email is tried again."""

from datetime import timedelta

FIRST_RETRY = timedelta(minutes=7.5)
"""The time after the first try; each further one is twice as long."""
MAX_TRIES = 8


def retry_delay(tries: int) -> timedelta:
    """Returns the time to the next try of a mail; `tries`: the number of tries before."""
    return FIRST_RETRY * (1 << tries)


def is_last_try(tries: int) -> bool:
    """Returns True if a mail is given up when it fails; `tries`: the number of tries before."""
    return tries + 1 >= MAX_TRIES
