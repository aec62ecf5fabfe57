"""Split long lists into pages.

Responses stay below 90 KB, because mail programs clip longer ones.
"""

import re
from typing import Annotated

from commands.language.slots import Optional
from pbm.errors import NotFoundError
from pbm.wording import counted

PER_PAGE = 100


def _is_page(word: str) -> bool:
    return re.fullmatch(r"[0-9]{1,6}", word) is not None


Page = Annotated[str, Optional("[PAGE]", _is_page, "1")]


def offset_of(page: str, per_page: int = PER_PAGE) -> int:
    """Returns the number of lines before this page. Raises NotFoundError for page 0."""
    if int(page) == 0:
        raise NotFoundError("Pages are numbered from 1.")
    return (int(page) - 1) * per_page


def page_note(page: str, count: int, more: str, per_page: int = PER_PAGE) -> str:
    """Returns a sentence with the page, the number of pages, and the command for the next page.

    Returns an empty string if there is only one page. Raises NotFoundError for a page past the end.

    `count`: number of lines in the whole list.
    `more`: the command for the next page, without the page number.
    """
    pages = max(1, -(-count // per_page))
    if int(page) > pages:
        raise NotFoundError(f"There is no page {int(page)}. The list has {counted(pages, 'page')}.")
    if pages == 1:
        return ""
    following = "" if int(page) == pages else f" For the next page, send: {more} {int(page) + 1}"
    return f"Page {int(page)} of {pages}.{following}"
