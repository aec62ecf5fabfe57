"""Recognizes resignations in longer sentences, and requests to call a game off.

The writer has to confirm them. "I'm going to have to resign this one Bob, work is eating me alive"
resigns, but "I'll have to resign myself to losing" doesn't.
"""

import re
from collections.abc import Iterator, Sequence

from commands.replies.requests.worded_requests import requested_word
from commands.replies.sentences.sentence_subjects import is_for_others
from commands.replies.sentences.word_tables import has_phrase, phrase_spans, plain_set
from commands.replies.vocabulary.requests import resigning_words as tables
from commands.replies.vocabulary.requests.suspected_words import BETWEEN_CLAUSES
from commands.replies.vocabulary.sentence_words import AMBIGUOUS_NEGATIONS, NEGATIONS, plain_words
from commands.replies.vocabulary.server.denials import DENYING
from commands.replies.vocabulary.server.sentences import THIS_BOARD

MAX_LENGTH = 600
"""Maximum number of characters of a text that are read."""
MAX_WORDS = 16
"""Maximum number of words of a clause that is read."""
MAX_ASKING = 5
"""Number of words at the beginning of a question in which it asks how to do something."""
MAX_NAMING = 2
"""Maximum number of words from a verb to the word for the game: "cancel this game"."""
_SENTENCE = re.compile(r"[^.!?\n\u3002]+[.!?\u3002]*")
_CLAUSE_END = re.compile(
    rf"[,:;()\u2013\u2014\u3001]|\s-+\s|\s(?:{'|'.join(BETWEEN_CLAUSES.split())})\s", re.IGNORECASE
)


def resigns_in_clause(sentence: str) -> bool:
    """Whether a clause of a sentence says that its writer has to resign this game."""
    if "?" in sentence or not plain_set(tables.NOT_RESIGNING).isdisjoint(plain_words(sentence)):
        return False
    return any(map(_resigns, _clauses(sentence)))


def wants_to_stop(text: str) -> bool:
    """Whether a clause says that its writer wants to stop: "I'd like to stop"."""
    sentences = _SENTENCE.findall(text[:MAX_LENGTH])
    clauses = (clause for each in sentences if "?" not in each for clause in _clauses(each))
    return any(map(_wants_to_stop, clauses))


def _wants_to_stop(words: Sequence[str]) -> bool:
    if is_for_others(words):
        return False
    known = plain_set(f"{tables.AROUND_RESIGNING} {tables.GAME_NOUNS} {tables.RATHER}")
    return any(
        wish <= start and known.issuperset((*words[wish:start], *words[end:]))
        for _, wish in phrase_spans(words, tables.STOPPING_WISHES)
        for start, end in phrase_spans(words, tables.STOPPING_PLAY)
    )


def asks_to_decline(text: str) -> bool:
    """Whether a question asks how to decline a game: "How do I decline?"."""
    return any(map(_asks_to_decline, _SENTENCE.findall(text[:MAX_LENGTH])))


def _asks_to_decline(sentence: str) -> bool:
    words = plain_words(sentence)
    if "?" not in sentence or len(words) > MAX_WORDS or is_for_others(words):
        return False
    begins = has_phrase(words[:MAX_ASKING], tables.ASKING_HOW)
    return begins and has_phrase(words, tables.DECLINING)


def asks_to_cancel(text: str) -> bool:
    """Whether a clause asks to cancel this game, whatever follows: "... without losing points"."""
    return any(
        end <= verb
        and _is_this_game(words[last : last + MAX_NAMING])
        and plain_set(DENYING).isdisjoint(words[:verb])
        for sentence in _SENTENCE.findall(text[:MAX_LENGTH])
        for clause in _CLAUSE_END.split(sentence)
        if (words := plain_words(clause)[:MAX_WORDS])
        for _, end in phrase_spans(words, tables.WANTING_TO)
        for verb, last in phrase_spans(words, tables.CALLING_OFF)
    )


def _is_this_game(words: Sequence[str]) -> bool:
    return bool(words) and plain_set(tables.GAME_OBJECTS).issuperset(
        [word for word in words if word not in plain_set(tables.AROUND_RESIGNING)][:1]
    )


def calls_off(text: str) -> bool:
    """Whether a text asks to call this game off, or says that its writer began it by mistake."""
    text = text[:MAX_LENGTH]
    words = plain_words(text)
    is_here = has_phrase(words, THIS_BOARD)
    sentences = _SENTENCE.findall(text)
    clauses = (clause for sentence in sentences for clause in _clauses(sentence))
    if any(_asks_to_call_off(clause, is_here=is_here) for clause in clauses):
        return True
    return is_here and any(_began_by_mistake(plain_words(each)) for each in sentences)


def only_calls_off(text: str) -> bool:
    """Whether a clause only calls a game off: "cancel, please". The game hasn't begun yet."""
    known = plain_set(tables.AROUND_RESIGNING) | plain_set(tables.GAME_OBJECTS)
    for clause in _CLAUSE_END.split(text[:MAX_LENGTH].replace(".", ",").replace("!", ",")):
        words = plain_words(clause)
        for start, end in phrase_spans(words, tables.CALLING_OFF):
            if known.issuperset((*words[:start], *words[end:])):
                return True
    return False


def ends_named_game(text: str) -> bool:
    """Whether a clause of a text about a game, named next to it, only ends that game.

    Examples are "please resign that one" and "I want to stop this one, it began by accident".
    """
    is_other = "?" in text or any(map(str.isdigit, text))  # a question, or a move
    if is_other or not plain_set(tables.NOT_RESIGNING).isdisjoint(plain_words(text)):
        return False
    objects = plain_set(tables.GAME_OBJECTS) | plain_set(tables.POINTING)
    for sentence in _SENTENCE.findall(text[:MAX_LENGTH]):
        for words in _clauses(sentence):
            pointed = ["game" if word == "one" else word for word in words]
            rest = [word for word in words if word not in objects]
            if "resign" in (requested_word(" ".join(pointed)), requested_word(" ".join(rest))):
                return True
    return False


def _resigns(words: Sequence[str]) -> bool:
    around = plain_set(tables.AROUND_RESIGNING) | plain_set(tables.GAME_OBJECTS)
    for start, end in phrase_spans(words, tables.HAVING_TO):
        if not plain_set(tables.BEFORE_RESIGNING).issuperset(words[:start]):
            continue
        for infinitive, last in phrase_spans(words, tables.RESIGN_INFINITIVES):
            between = words[end:infinitive]
            if infinitive >= end and around.issuperset(between):
                # the game may precede the verb: "Ik moet deze partij opgeven Bob"
                behind = [*between, *words[last:]]
                return _names_only_game(behind)
    return False


def _asks_to_call_off(words: Sequence[str], *, is_here: bool) -> bool:
    """Whether the words of a clause ask to call the game off.

    `is_here`: whether the text has words such as "this game", so that "it" is enough.
    """
    objects = plain_set(tables.GAME_OBJECTS)
    around = plain_set(tables.AROUND_RESIGNING) | objects
    for _, end in phrase_spans(words, tables.WANTING_TO):
        for verb, last in phrase_spans(words, tables.CALLING_OFF):
            between, behind = words[end:verb], words[last:]
            if verb < end or not around.issuperset(between):
                continue
            is_named = not plain_set(tables.GAME_NOUNS).isdisjoint(words[end:])
            is_meant = is_named or is_here
            if is_meant and _names_only_game(behind):
                return True
    return False


def _began_by_mistake(words: Sequence[str]) -> bool:
    is_begun = not plain_set(tables.AGREED).isdisjoint(words)
    return is_begun and has_phrase(words, tables.MISTAKENLY) and not is_for_others(words)


def _names_only_game(words: Sequence[str]) -> bool:
    """Whether the words name nothing but the game, and perhaps an opponent at their end."""
    objects = plain_set(tables.GAME_OBJECTS)
    known = objects | plain_set(tables.AROUND_RESIGNING)
    rest = list(words)
    if rest and rest[-1] not in known and not objects.isdisjoint(rest):
        del rest[-1]
    return known.issuperset(rest)


def _clauses(sentence: str) -> Iterator[list[str]]:
    for clause in _CLAUSE_END.split(sentence[:MAX_LENGTH]):
        words = plain_words(clause)
        is_denied = not (NEGATIONS - AMBIGUOUS_NEGATIONS - {"no"}).isdisjoint(words)
        if 1 < len(words) <= MAX_WORDS and not is_denied:
            yield words
