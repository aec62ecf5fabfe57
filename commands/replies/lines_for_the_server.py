"""Recognizes lines that ask the server for something, such as "how do I delete my account?".

The opponents mustn't get them unasked.
"""

from collections.abc import Collection

from commands.replies.requests import REMATCH, requested_among, requested_word
from commands.replies.server.topics import begins_by_asking, requested_topics, word_set, words_of
from commands.replies.suspected_requests import suspected_request
from commands.replies.vocabulary import other_board_words as tables

MAX_LENGTH = 600
"""Maximum number of characters of a line that are read."""
MAX_WORDS_BEFORE = 2
"""Maximum number of words before the server's name: "hi, can the server send me the rules"."""
MIN_REQUEST_WORDS = 2
"""Minimum number of words of a request. The opponents may get a word such as "Help!"."""
TO_OTHERS = ("undo", "propose", REMATCH)
"""Requests that opponents may get."""


def asks_server(line: str, names: Collection[str] = ()) -> bool:
    """Whether a line asks the server for something that it can't do for the opponents.

    `names`: the userids of the opponents, in lower case.
    """
    line = line[:MAX_LENGTH]
    words = words_of(line)
    if len(words) < MIN_REQUEST_WORDS or requested_among(line) in TO_OTHERS[1:]:
        return False
    requests = {requested_word(line), suspected_request(line)} - {""}
    if not requests.isdisjoint(TO_OTHERS):
        return False
    is_own = "?" in line or not word_set(tables.MYSELF).isdisjoint(words)
    is_requested = bool(requests) or (is_own and bool(requested_topics(line, names)))
    return is_requested or _addresses_server(line)


def _addresses_server(line: str) -> bool:
    """Whether the line begins with a name of the server, or with words such as "can the server"."""
    words = words_of(line)
    if not word_set(tables.SERVER).isdisjoint(words[:1]):
        return True
    called = [at for at, word in enumerate(words) if word in word_set(tables.CALLED_SERVER)]
    return bool(called) and (
        called[0] == 0
        or (called[0] <= MAX_WORDS_BEFORE and words[called[0] - 1] in _before_server())
        or "?" in line
        or begins_by_asking(words)
    )


def _before_server() -> frozenset[str]:
    return word_set(tables.BEFORE_SERVER)
