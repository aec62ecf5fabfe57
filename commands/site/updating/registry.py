"""The registry of pages: every module in `commands/site/pages` and its drawers."""

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator
from functools import cache

from commands.site.page import Page
from commands.site.source import Source
from commands.site.subject import Kind, Subject

PAGES = "commands.site.pages"

PageMaker = Callable[[Source, Subject], Iterable[Page]]
"""Makes the files of a subject."""


@cache
def page_makers() -> dict[Kind, list[PageMaker]]:
    """Returns the functions that make pages, by the kind of their subjects."""
    found: dict[Kind, list[PageMaker]] = {}
    package = importlib.import_module(PAGES)
    for found_module in pkgutil.walk_packages(package.__path__, f"{PAGES}."):
        module = importlib.import_module(found_module.name)
        if hasattr(module, "KIND"):
            found.setdefault(module.KIND, []).append(module.pages)
    return found


def pages_of(source: Source, subject: Subject) -> Iterator[Page]:
    """Yields all files about a subject; none if it isn't public."""
    for make in page_makers().get(subject.kind, ()):
        yield from make(source, subject)
