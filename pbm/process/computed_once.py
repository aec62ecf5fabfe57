"""Values that a process computes once, even if several threads need them at the same time."""

from collections.abc import Callable
from functools import cache, wraps
from threading import Lock
from typing import ParamSpec, TypeVar

Arguments = ParamSpec("Arguments")
Value = TypeVar("Value")


def computed_once(compute: Callable[Arguments, Value]) -> Callable[Arguments, Value]:
    """Decorates a function so that it computes its value once for each set of arguments.

    `functools.cache` may compute it in several threads at once. Values that are compared by
    identity would then differ.
    """
    cached, lock = cache(compute), Lock()

    @wraps(compute)
    def get(*arguments: Arguments.args, **named: Arguments.kwargs) -> Value:
        with lock:
            return cached(*arguments, **named)  # type: ignore[arg-type]

    return get
