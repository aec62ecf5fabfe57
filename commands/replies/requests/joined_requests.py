"""Recognizes a line of several requests about a board: "Review please, and a rematch!"."""

import re

from commands.replies.requests.worded_requests import REMATCH, requested_word
from commands.replies.vocabulary.requests.request_words import FILL_WORDS
from commands.replies.vocabulary.sentence_words import FILLERS, plain_words

MAX_LENGTH = 100
MAX_REQUESTS = 4
VIEWS = ("review", "record", "standings", "history")
"""Words that show something about a board, in addition to the requests in other words."""
HARMLESS = ("show", "legal", "rules", "hint", REMATCH, *VIEWS)
"""Requests that a line may join. None of them needs a confirmation."""
_BETWEEN = re.compile(r"(?i)[,;.!&+]|(?<!\w)(?:and|und|et|y|e|en|i|och|и|ve|plus)(?!\w)")


def joined_requests(line: str) -> list[str]:
    """Returns the words of all requests of a line, or none if it has other text."""
    if len(line) > MAX_LENGTH or any(map(str.isdigit, line)):
        return []
    parts = [part for part in _BETWEEN.split(line) if part.strip(" ?-")]
    words = list(dict.fromkeys(map(_word, parts[: MAX_REQUESTS + 1])))
    return words if len(words) <= MAX_REQUESTS and {*words} <= {*HARMLESS} else []


def _word(part: str) -> str:
    fillers = FILLERS | {*plain_words(FILL_WORDS)}
    said = [word for word in plain_words(part) if word not in fillers]
    return said[0] if len(said) == 1 and said[0] in VIEWS else requested_word(part)
