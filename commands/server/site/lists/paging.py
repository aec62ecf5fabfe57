"""Divide long lists into several pages."""

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

from commands.server.site import paths
from commands.server.site.lists.game_navigation import PartLink

Row = TypeVar("Row")
PER_PAGE = 500
"""Maximum number of rows on a page."""


class ListPage(NamedTuple, Generic[Row]):
    """A page of a list."""

    path: str
    rows: Sequence[Row]
    number: int
    """Number of the page, from 1."""
    links: Sequence[PartLink]
    """Links to all pages, or none if there is only one."""


def list_pages(
    rows: Sequence[Row], path_of: Callable[[int], str], per_page: int = PER_PAGE
) -> Iterator[ListPage[Row]]:
    """Yields the pages of a list, at least one. `path_of`: returns the path of a page number."""
    count = max(1, -(-len(rows) // per_page))
    for number in range(1, count + 1):
        path = path_of(number)
        page_rows = rows[(number - 1) * per_page : number * per_page]
        yield ListPage(path, page_rows, number, _links(path_of, number, count) if count > 1 else ())


def _links(path_of: Callable[[int], str], current: int, count: int) -> Sequence[PartLink]:
    page = path_of(current)
    return [
        PartLink(str(number), "" if number == current else paths.link(path_of(number), page))
        for number in range(1, count + 1)
    ]
