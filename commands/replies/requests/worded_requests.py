"""Recognizes requests in people's own words, such as "show me the board".

The result is the command that carries the request out.
"""

import re
from collections.abc import Collection
from functools import cache

from commands.language.parser import split_game
from commands.players.preferences import MUTE, UNMUTE
from commands.replies.vocabulary.requests import request_words
from commands.replies.vocabulary.requests.resigning_words import RESIGN
from commands.replies.vocabulary.sentence_words import FILLERS, plain_words
from pbm.board.draws_and_undos import OFFERS

LEAVE = "unsubscribe"
"""The command that shows how to get fewer emails, or none."""
REMATCH = "rematch"
TUTORIAL = "help tutorial"
SIGNUP = "signup"
LEAVE_TOURNAMENT = "help tournament"

MEANT_BY_REQUESTS = {
    "show": request_words.SHOW,
    "legal": request_words.LEGAL,
    "help": request_words.HELP,
    "help reply": request_words.HELP_REPLY,
    TUTORIAL: request_words.HELP_TUTORIAL,
    "rules": request_words.RULES,
    "list": request_words.LIST,
    "help seek": request_words.OPPONENTS,
    "help vacation": request_words.PAUSE,
    "help change format": request_words.FORMAT,
    "help change delivery": request_words.DELIVERY,
    "hint": request_words.HINT,
    "forgot": request_words.FORGOT,
    "undo": request_words.UNDO,
    REMATCH: request_words.REMATCH,
    LEAVE: request_words.LEAVE,
    MUTE: request_words.MUTE,
    UNMUTE: request_words.UNMUTE,
    LEAVE_TOURNAMENT: request_words.LEAVE_TOURNAMENT,
    SIGNUP: request_words.SIGNUP,
    "resign": RESIGN,
    "propose": request_words.DRAW,
}
"""The requests that each command carries out."""

ASKED_ABOUT = ("resign", "propose")
"""Commands that can't be undone. They are executed only after the writer confirmed them."""

NO_QUESTIONS = ("resign", SIGNUP)
"""Commands whose requests, after "do you" or "how do I", are just questions."""

BOARD_WORDS = (*OFFERS, "resign", "confirm", REMATCH, "pass", "swap")
"""Commands that are a single word in a reply about a board, and mean nothing elsewhere."""

ABOUT_GAMES = ("help", "rules", "help reply", TUTORIAL)
"""Commands that are about a game if the request ends in its name."""

MAX_REQUEST_LENGTH = 200

MAX_SENTENCES_LENGTH = 1_000

_UNSPACED = re.compile("[\u3040-\u9fff\uac00-\ud7af]")
"""Letters of languages without spaces between words."""

_SENTENCE = re.compile(r"[^.!?,;:\u2026\u3001\u3002]+[.!?]*")


_SENTENCE_END = re.compile(r"[.!?\u2026]+(?=\s|$)|[\u3002\uff01\uff1f]")


def requested_word(line: str) -> str:
    """Returns the command that a line asks for, or "" if the line isn't a request.

    Fillers such as "please" are ignored. A request has no digits, because most moves have some.
    """
    if any(map(str.isdigit, line)):
        return ""
    words = line[:MAX_REQUEST_LENGTH].rstrip("?!. ").split()
    for count in (1, 2):
        game, rest = split_game(words[-count:])
        about = f"{' '.join(words[:-count])}?"
        if game and not rest and _requests().get(_essence(about)) in ABOUT_GAMES:
            return f"help {game.name}"
    return _requests().get(_essence(line), "")


def requested_among(line: str) -> str:
    """Returns the command that the first request among the line's sentences asks for, or ""."""
    return requested_word(request_among(line))


def board_word(text: str) -> str:
    """Returns the command about a board that is the whole text, in any wording, or ""."""
    line = " ".join(text.split())
    word = line.lower().rstrip("?!. ")
    if word in BOARD_WORDS:
        return word
    asked = requested_word(line)
    return asked if asked in ASKED_ABOUT else ""


def request_among(line: str) -> str:
    """Returns the first sentence of the line that is a request, or "".

    A single word between other sentences is no request, except in a sentence such as "I resign".
    """
    return next(filter(_is_request, _SENTENCE.findall(line[:MAX_SENTENCES_LENGTH])), "")


def without_request(text: str, request: str) -> str:
    """Returns the text without the sentence that contains the request.

    If only the request were cut out, the rest of its sentence would be garbled.
    """
    start = text.find(request)
    end = start + len(request)
    before = [each.end() for each in _SENTENCE_END.finditer(text, 0, start)]
    behind = _SENTENCE_END.search(text, max(start, end - 1))
    parts = text[: before[-1] if before else 0], text[behind.end() :] if behind else ""
    return " ".join(" ".join(parts).split())


def _is_request(sentence: str) -> bool:
    word = requested_word(sentence)
    is_statement = " " in sentence.strip() or _says_alone(sentence)
    is_asked = word in ASKED_ABOUT and is_statement
    return bool(word) and (
        is_asked or " " in _essence(sentence) or bool(_UNSPACED.search(sentence))
    )


def essences() -> Collection[str]:
    """Returns the words of all requests, without fillers."""
    return _requests().keys()


def _says_alone(sentence: str) -> bool:
    """Whether a single word is a statement, as verbs in the first person are: "Desisto"."""
    return sentence.lower().strip(" .!") in request_words.STATEMENTS.split()


@cache
def _requests() -> dict[str, str]:
    """Returns the commands by the essence of the requests that they carry out."""
    listed = (
        (request, word)
        for word, texts in MEANT_BY_REQUESTS.items()
        for request in re.split(r",\s|\n", texts)
        if request
    )
    return {
        essence: word
        for request, word in listed
        for essence in {_essence(request), _essence(request + "?" * (word not in NO_QUESTIONS))}
    }


def _essence(sentence: str) -> str:
    """Returns a sentence without fillers, so that different wordings of a request become equal.

    The result keeps a question mark.
    """
    words = [word for word in plain_words(sentence) if word not in _fill_words()]
    return " ".join(words) + "?" * ("?" in sentence and bool(words))


@cache
def _fill_words() -> frozenset[str]:
    return FILLERS | frozenset(plain_words(request_words.FILL_WORDS))
