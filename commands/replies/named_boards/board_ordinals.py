"""Finds ordinals that stand for boards: "first one a1-c5, third right"."""

import re

from commands.replies.sentences.game_names import spellings
from commands.replies.vocabulary.named_boards import other_board_words as tables
from commands.replies.vocabulary.ordinal_words import ORDINALS
from pbm import games

_MOVE_BEHIND = re.compile(r"\s*[:,-]?\s*\(?[^\W\d_]{0,2}\d")
_LIST_MARK = re.compile(r"\s*(\d)[.)]\s")


def listed_place(line: str) -> int:
    """Returns the place of a line in a list, from 0: 2 for "3. right". Returns -1 for no list."""
    mark = _LIST_MARK.match(line)
    return int(mark[1]) - 1 if mark else -1


def counts_moves(line: str) -> bool:
    """Whether a line without accents has a move behind "first", "second" and so on, in order."""
    found = list(ordinal_pattern().finditer(line))
    places = [place_of(each) for each in found]
    has_moves = all(_MOVE_BEHIND.match(line, each.end()) for each in found)
    return len(places) > 1 and places == [*range(len(places))] and has_moves


def place_of(found: re.Match[str]) -> int:
    """Returns the place, from 0, that a match of `ordinal_pattern` names."""
    return next(place for place in range(len(ORDINALS)) if found[f"place{place}"])


@games.cached_per_catalogue
def ordinal_pattern() -> re.Pattern[str]:
    """Returns the pattern of words such as "the second one" in a line without accents."""
    places = (
        rf"(?P<place{place}>{'|'.join(words.split())})" for place, words in enumerate(ORDINALS)
    )
    titles = {spelling for game in games.games().values() for spelling in spellings(game)}
    boards, before = "|".join(tables.BOARDS.split()), "|".join(tables.BEFORE_OTHERS.split())
    return re.compile(
        rf"(?<!\w)(?:(?:{before})[\s']+){{0,3}}(?:{'|'.join(places)})(?!\w)"
        rf"(?:\s+(?P<game>{'|'.join(sorted(titles, key=len, reverse=True))})(?!\w))?"
        rf"(?:[\s-]+(?:{boards})(?!\w))?",
        re.IGNORECASE,
    )
