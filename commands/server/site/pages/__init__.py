"""The pages by subject.

A module here has the functions that make files, `MAKERS`, by the kind of their subjects. A function
yields no page for a subject that isn't public (any more). Several may make files of the same
subject. `WITHOUT_RULES` has the ones that make files about a game that isn't served now.
"""

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator
from functools import cache

from commands.server.site.source import Page, Source
from commands.server.site.subject import Kind, Subject
from pbm.games import absent

PageMaker = Callable[[Source, Subject], Iterable[Page]]
"""Makes files of a subject."""


def pages_of(source: Source, subject: Subject) -> Iterator[Page]:
    """Yields all files about a subject; none if it isn't public."""
    for make in _makers("WITHOUT_RULES" if subject.game in absent() else "MAKERS")[subject.kind]:
        yield from make(source, subject)


@cache
def _makers(name: str) -> dict[Kind, list[PageMaker]]:
    """Returns the functions of all modules in this folder that are in the mapping of this name."""
    found: dict[Kind, list[PageMaker]] = {kind: [] for kind in Kind}
    for each in pkgutil.iter_modules(__path__):
        module = importlib.import_module(f"{__name__}.{each.name}")
        for kind, make in getattr(module, name, {}).items():
            found[kind].append(make)
    return found
