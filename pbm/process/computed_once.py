"""Values that are computed once, also when several threads ask for them at the same time."""

from collections.abc import Callable
from functools import cache, wraps
from threading import Lock
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Value = TypeVar("Value")


def computed_once(compute: Callable[Given, Value]) -> Callable[Given, Value]:
    """Returns a function that computes a value once for given arguments.

    `functools.cache` may do so once for each thread, and values compared by identity would differ.
    """
    cached, lock = cache(compute), Lock()

    @wraps(compute)
    def get(*given: Given.args, **named: Given.kwargs) -> Value:
        with lock:
            return cached(*given, **named)  # type: ignore[arg-type]

    return get
