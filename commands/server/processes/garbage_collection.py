"""Garbage collection in processes that run for a long time."""

import gc

THRESHOLDS = 20_000, 20, 100
"""New objects before a collection of the youngest generation, and collections before one of the
next. An email makes some 10,000 objects, nearly all without cycles, so Python's default of 700
costs 7 % of the writer's time and frees almost nothing.
"""


def exclude_loaded() -> None:
    """Excludes all present objects from garbage collection, and makes collections rarer.

    Otherwise, each full collection scans all modules, which takes 0.1 s, and writes to the memory
    that forked processes share, which copies it.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
