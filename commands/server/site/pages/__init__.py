"""Make the files of each kind of subject.

Each module here has a mapping `MAKERS` from kinds of subjects to functions that make files. Such a
function yields no page for a subject that isn't public. Several functions may make files for the
same subject. A mapping `WITHOUT_RULES` has functions for games that aren't served now.
"""

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator
from functools import cache

from commands.server.site.page_data import Page, Source
from commands.server.site.page_subjects import Kind, Subject
from pbm.games import absent

PageMaker = Callable[[Source, Subject], Iterable[Page]]
"""Makes files for a subject."""


def pages_of(source: Source, subject: Subject) -> Iterator[Page]:
    """Yields all files for a subject, or none if it isn't public."""
    for make in _makers("WITHOUT_RULES" if subject.game in absent() else "MAKERS")[subject.kind]:
        yield from make(source, subject)


@cache
def _makers(name: str) -> dict[Kind, list[PageMaker]]:
    """Returns the functions in the mappings of this name in all modules of this folder, by kind."""
    makers: dict[Kind, list[PageMaker]] = {kind: [] for kind in Kind}
    for module_info in pkgutil.iter_modules(__path__):
        module = importlib.import_module(f"{__name__}.{module_info.name}")
        for kind, make in getattr(module, name, {}).items():
            makers[kind].append(make)
    return makers
