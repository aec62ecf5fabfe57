"""Recognizes lines that can't be requests, so that most chat below a move is read no further.

A request to the server, or a line about another board, has all words of a phrase in the tables, or
words of two tables that belong together. Or it has a board's number or a game's name.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain, groupby

from commands.replies.requests.suspected_requests import PAIRS
from commands.replies.requests.worded_requests import essences
from commands.replies.sentences.stemmed_phrases import words_of
from commands.replies.server.composed_topics import PAIRS as COMPOSED
from commands.replies.vocabulary.named_boards import opponent_words as opponents
from commands.replies.vocabulary.named_boards import other_board_words as boards
from commands.replies.vocabulary.requests import resigning_words as resigning
from commands.replies.vocabulary.requests import suspected_words
from commands.replies.vocabulary.server import nouns, sentences, verbs
from pbm import games

_TITLE_PART = re.compile(r"\d+|[^\W\d_]+")
_NUMBER_OR_UNSPACED = re.compile("\\d\\d|[\u3040-\u9fff\uac00-\ud7af]")
"""A board's number, or letters of languages without spaces between words."""
_MOVE = re.compile(r"[a-z]\d|\d \d")


def may_request(line: str) -> bool:
    """Whether a line may ask the server for something, or be about another board."""
    text = " ".join(words := words_of(line))
    found = {*words}
    return bool(
        _NUMBER_OR_UNSPACED.search(text)
        or _beginnings().search(text)
        or (not _phrases().keys().isdisjoint(found) and _has_phrase(found))
        or _has_pair(found)
        or not _telling().isdisjoint(words[:1])
        or (_MOVE.search(text) and not _opponents().isdisjoint(found))
    )


@cache
def _telling() -> frozenset[str]:
    return frozenset(words_of(verbs.TELL))


@cache
def _opponents() -> frozenset[str]:
    return frozenset(words_of(f"{opponents.AGAINST} {opponents.WITH} {opponents.OF}"))


def _has_phrase(words: set[str]) -> bool:
    phrases = _phrases()
    return any(phrase <= words for word in words & phrases.keys() for phrase in phrases[word])


def _has_pair(words: set[str]) -> bool:
    for first, second in _pairs():
        if not (first.isdisjoint(words) or second.isdisjoint(words)):
            return True
    return False


@cache
def _phrases() -> dict[str, list[frozenset[str]]]:
    """Returns the words of the phrases, by the longest word, which is the rarest."""
    found: dict[str, list[frozenset[str]]] = {}
    for phrase in (*_named(), *essences(), *resigning.RESIGNING.split(","), *_single_words()):
        if words := words_of(phrase):
            found.setdefault(max(words, key=len), []).append(frozenset(words))
    return found


@games.cached_per_catalogue
def _beginnings() -> re.Pattern[str]:
    """Returns the pattern of the games' names, and of the words that the tables end with a star."""
    stems = {"".join(words_of(phrase)) for phrase in _named() if phrase.endswith("*")}
    names = {
        "[_ ]*".join(_TITLE_PART.findall(" ".join(words_of(name)))) + r"(?![^\W_])"
        for game in games.games().values()
        for name in (game.name, game.title)
    }
    # grouped by the first letter, because the pattern tries one alternative after the other
    by_letter = groupby(sorted(stems | names), lambda beginning: beginning[0])
    rests = (f"{letter}(?:{'|'.join(each[1:] for each in group)})" for letter, group in by_letter)
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(rests)})")


def _named() -> Iterator[str]:
    """Yields the phrases by which people name the server's services."""
    tables = (*nouns.NOUNS.values(), nouns.WEAK_NOUNS[nouns.BLOCK], nouns.AGAIN)
    tables = (*tables, sentences.NOTING, sentences.FOR_MYSELF)
    tables = (*tables, sentences.REMIND_ME, suspected_words.WHAT_TO_DO)
    return (phrase.strip() for table in tables for phrase in table.split(","))


def _single_words() -> Iterator[str]:
    single = map(str.split, (boards.SERVER, boards.CALLED_SERVER))
    return chain(chain.from_iterable(single), verbs.FOR_ME.split(","))


@cache
def _pairs() -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    """Returns the pairs of tables as words. The longest word stands for a phrase."""
    others = (boards.OTHERS, boards.BOARDS)
    both = (boards.BOTH, f"{boards.BEFORE_BOTH} {boards.BOARDS}")
    ending = (resigning.HAVING_TO, resigning.RESIGN_INFINITIVES)
    off = (resigning.WANTING_TO, resigning.CALLING_OFF)
    mistaken = (resigning.AGREED, resigning.MISTAKENLY)
    pairs = ((pair.first, pair.second) for pair in PAIRS)
    telling = (nouns.PLEASE, verbs.TELL)
    tables = (*pairs, *COMPOSED, others, both, ending, off, mistaken, telling)
    return tuple((_rare_words(first), _rare_words(second)) for first, second in tables)


def _rare_words(table: str) -> frozenset[str]:
    phrases = table.split(",") if "," in table else words_of(table)
    return frozenset(max(words_of(phrase), key=len) for phrase in phrases)
