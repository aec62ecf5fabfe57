"""Recognizes lines that the opponents mustn't get unasked, because they are for somebody else.

Such a line asks the server for something, such as "how do I delete my account?", or is about
another board of its writer, such as "102 same please".
"""

from collections.abc import Callable, Collection, Sequence

from commands.replies.moves.board_numbers import games_named
from commands.replies.moves.notation.written_moves import MOVE_WITH_DIGITS
from commands.replies.named_boards.board_names import BOARD_NUMBER
from commands.replies.named_boards.opponent_names import names_against
from commands.replies.requests.suspected_requests import suspected_request
from commands.replies.requests.worded_requests import REMATCH, requested_among, requested_word
from commands.replies.sentences.stemmed_phrases import word_set, words_of
from commands.replies.server.topics import begins_by_asking, requested_topics
from commands.replies.vocabulary.named_boards import other_board_words as tables
from mail.reading.characters import plain_signs
from pbm.board.board import Board

MAX_LENGTH = 600
"""Maximum number of characters of a line that are read."""
MAX_WORDS_BEFORE = 2
"""Maximum number of words before the server's name: "hi, can the server send me the rules"."""
MIN_REQUEST_WORDS = 2
"""Minimum number of words of a request. The opponents may get a word such as "Help!"."""
TO_OTHERS = ("undo", "propose", REMATCH)
"""Requests that opponents may get."""
MAX_WORDS_BETWEEN = 2
"""Maximum number of words between "other" and "board": "the other knight panic board"."""
MAX_WORDS_OF_BOTH = 6
"""Maximum number of words of a line in which "for both" means boards."""

RunningBoards = Callable[[], Collection[tuple[str, int]]]
"""Returns the running boards of the writer, as pairs of a game's name and a number."""


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


def is_about_other_opponent(board: Board, line: str) -> bool:
    """Whether a line has a move against somebody who doesn't play on this board."""
    text = plain_signs(line[:MAX_LENGTH])
    if not MOVE_WITH_DIGITS.search(text):
        return False
    called = {player.userid.lower() for player in board.players}
    return not called.issuperset(names_against(text))


def is_about_other_board(board: Board, line: str, running: RunningBoards) -> bool:
    """Whether a line names another running board of its writer: "102", "the other game"."""
    text = plain_signs(line[:MAX_LENGTH])
    numbers, games = _numbers(board, text), games_named(text)
    is_other = _names_other(text, games)
    if not (is_other or numbers or games - {board.game.name}):
        return False
    others = {*running()} - {(board.game.name, board.number)}
    return any(
        is_other or number in numbers or game in games - {board.game.name}
        for game, number in others
    )


def _numbers(board: Board, text: str) -> set[int]:
    return {int(mark[0]) for mark in BOARD_NUMBER.finditer(text)} - {board.number}


def _names_other(text: str, games: Collection[str]) -> bool:
    """Whether the text has words such as "the other game", "the second board" or "on both"."""
    words = words_of(text)
    is_other = any(
        word in word_set(tables.OTHERS) and _is_of_board(words, at, games)
        for at, word in enumerate(words)
    )
    return is_other or _names_both(words)


def _is_of_board(words: Sequence[str], at: int, games: Collection[str]) -> bool:
    """Whether the word "other" at an index belongs to a word for a board, or to a game's name."""
    is_definite = at == 0 or words[at - 1] in word_set(tables.BEFORE_OTHERS)
    behind = words[at + 1 : at + 2 + MAX_WORDS_BETWEEN]
    is_board = bool(games) or not word_set(tables.BOARDS).isdisjoint(behind)
    return is_definite and bool(behind) and is_board


def _names_both(words: Sequence[str]) -> bool:
    if len(words) > MAX_WORDS_OF_BOTH:
        return False
    return any(
        word in word_set(tables.BOTH)
        and (
            (words[at - 1 : at] and words[at - 1] in word_set(tables.BEFORE_BOTH))
            or not word_set(tables.BOARDS).isdisjoint(words[at + 1 : at + 2])
        )
        for at, word in enumerate(words)
    )
