"""Values that a process computes once, even if several threads need them at the same time."""

from collections.abc import Callable
from functools import cache, wraps
from threading import Lock
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Value = TypeVar("Value")


def computed_once(compute: Callable[Given, Value]) -> Callable[Given, Value]:
    """Decorates a function so that it computes its value once for each set of arguments.

    `functools.cache` may compute it in several threads at once. Values that are compared by
    identity would then differ.
    """
    cached, lock = cache(compute), Lock()

    @wraps(compute)
    def get(*given: Given.args, **named: Given.kwargs) -> Value:
        with lock:
            return cached(*given, **named)  # type: ignore[arg-type]

    return get
