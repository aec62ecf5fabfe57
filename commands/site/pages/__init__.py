"""The pages by subject.

A module here has the functions that make files, `MAKERS`, by the kind of their subjects. A function
yields no page for a subject that isn't public (any more). Several may make files of the same
subject.
"""

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator
from functools import cache

from commands.site.subject import Kind, Page, Source, Subject

PageMaker = Callable[[Source, Subject], Iterable[Page]]
"""Makes files of a subject."""


def pages_of(source: Source, subject: Subject) -> Iterator[Page]:
    """Yields all files about a subject; none if it isn't public."""
    for make in _makers()[subject.kind]:
        yield from make(source, subject)


@cache
def _makers() -> dict[Kind, list[PageMaker]]:
    """Returns the functions of all modules in this folder."""
    found: dict[Kind, list[PageMaker]] = {kind: [] for kind in Kind}
    for each in pkgutil.iter_modules(__path__):
        module = importlib.import_module(f"{__name__}.{each.name}")
        for kind, make in module.MAKERS.items():
            found[kind].append(make)
    return found
