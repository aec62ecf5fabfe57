"""Splits a line in which ordinals stand for boards: "first one a1-c5, third right"."""

import re
from functools import cache

MAX_LENGTH = 400
"""Maximum number of characters of a line that is split."""
MAX_LISTED = 9
"""Maximum number of a list mark such as "3."."""
ORDINALS = (
    """
    first 1st erste erster erstes ersten premier premiere première primer primera primero primo
    prima eerste pierwszy pierwsza pierwszej primeiro primeira birinci первая первый первой
    """,
    """
    second 2nd zweite zweiter zweites zweiten deuxieme deuxième seconde segunda segundo secondo
    seconda tweede drugi druga drugiej ikinci вторая второй
    """,
    """
    third 3rd dritte dritter drittes dritten troisieme troisième tercer tercera tercero terzo terza
    derde trzeci trzecia trzeciej terceiro terceira üçüncü третья третий третьей
    """,
    """
    fourth 4th vierte vierter viertes vierten quatrieme quatrième cuarta cuarto quarto quarta
    vierde czwarty czwarta czwartej dördüncü четвёртая четвертая четвёртый
    """,
)
"""The words for first, second, third and fourth."""
_LIST_MARK = re.compile(r"\s*(\d)[.)]\s")


def ordinal_parts(line: str) -> list[tuple[int, str]]:
    """Returns the places that a line names by ordinals, from 0, each with the text behind it."""
    found = list(_ordinal().finditer(line[:MAX_LENGTH]))
    ends = [each.start() for each in found[1:]] + [MAX_LENGTH] * bool(found)
    return [
        (_place(each), line[each.end() : end].strip(" ,;:-."))
        for each, end in zip(found, ends, strict=True)
    ]


def listed_place(line: str) -> int:
    """Returns the place of a line in a list, from 0: 2 for "3. right". Returns -1 for no list."""
    mark = _LIST_MARK.match(line)
    return int(mark[1]) - 1 if mark else -1


def _place(found: re.Match[str]) -> int:
    return next(place for place, word in enumerate(found.groups()) if word)


@cache
def _ordinal() -> re.Pattern[str]:
    words = "|".join(f"({'|'.join(words.split())})" for words in ORDINALS)
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)
