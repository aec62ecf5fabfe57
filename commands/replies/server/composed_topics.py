"""Recognizes services that several words of a sentence name together.

An example is "I don't want to get any messages from him any more".
"""

import re
from collections.abc import Collection, Sequence
from functools import cache
from importlib.resources import files

from commands.replies.sentences.game_names import game_patterns
from commands.replies.sentences.sentence_subjects import is_about_other
from commands.replies.sentences.word_tables import (
    has_phrase,
    has_word,
    phrase_spans,
    plain_phrases,
    plain_set,
)
from commands.replies.vocabulary.sentence_words import plain_words
from commands.replies.vocabulary.server import nouns, settings, verbs
from commands.replies.vocabulary.server import sentences as tables
from commands.replies.vocabulary.server.denials import DENYING

MAX_QUESTION_WORDS = 12
"""Maximum number of words of a question about the last move or the leading player."""
_BOARD = re.compile(r"\d{2,7}")
MAX_BEFORE_SEEING = 4
"""Number of words at the beginning of a request of which one is "show" or the like."""
MAX_ARTICLE = 3
"""Maximum number of letters of a part of a city's name that doesn't name it alone: "Los", "San"."""
PAIRS = (
    (tables.NOT_WANTED, tables.MESSAGES),
    (nouns.PLEASE, tables.MESSAGES),
    (tables.USING, tables.TIMES),
    (tables.WRONG, tables.TIMED),
    (tables.WHO, tables.LEADING),
    (tables.WHAT, tables.PLAYED),
    (tables.WHAT, tables.PLAYED_BY_ME),
    (tables.STOPPING, tables.MAILING),
    (tables.NOT_NEEDED, tables.NAGGING),
    (verbs.DELETE, tables.DATABASES),
    (tables.WEEKLY, tables.RECEIVING),
)
"""Pairs of tables of which a recognized sentence has words."""


def composed_topics(words: Sequence[str], names: Collection[str]) -> set[str]:
    """Returns the services that the plain words of a sentence name together.

    `names`: the userids of the other players, in lower case. If they are the words themselves, any
    word may be a userid.
    """
    if _needed().isdisjoint(words):
        return set()
    found = {*_with_server(words)}
    if _refuses_messages(words, names):
        found.add(nouns.BLOCK)
    if _asks_last_move(words, names) or _asks_own_move(words):
        found.add(nouns.LAST_MOVE)
    if is_weekly(words) and has_word(words, tables.RECEIVING) and has_word(words, tables.THESE):
        found.add(nouns.DELIVERY)
    if _asks_meaning(words):
        found.add(nouns.RULES)
    others = () if names is words else names
    if _mutes_board(words, others):
        found.add(nouns.MUTE)
    if _ends_reminders(words, others) or _wants_reminder(words) or _stops_reminders(words):
        found.add(nouns.REMINDERS)
    if has_word(words, tables.NOTES) and _asks_own_note(words):
        found.add(nouns.OWN_NOTE)
    if all(has_word(words, table) for table in (verbs.DELETE, tables.DATABASES, tables.OWN)):
        found.add(nouns.DATA)
    return found


def _asks_meaning(words: Sequence[str]) -> bool:
    """Whether the words ask what a word of an email means: "What does 'pinned' mean?"."""
    spans = phrase_spans(words[:MAX_QUESTION_WORDS], tables.MEANING)
    return any(
        start == 0 and words[end:] and not has_word(words[end : end + 1], tables.THAT)
        for start, end in spans
    )


def _asks_own_note(words: Sequence[str]) -> bool:
    """Whether the words ask to see the writer's own notes: "What did I note down here?"."""
    is_seen = has_word(words[:MAX_BEFORE_SEEING], f"{verbs.SHOW} {tables.WHAT} {tables.READING}")
    return is_seen and has_word(words, tables.OWN)


def replaced_by_composed(found: set[str], composed: Collection[str]) -> None:
    """Removes the services of which only single words are in a sentence about the emails."""
    if nouns.OWN_NOTE in composed:
        found.discard(nouns.NOTE)
    if nouns.RATINGS in found:
        found.discard(nouns.RULES)
    if nouns.MUTE in composed:
        found -= {nouns.BLOCK, nouns.DELIVERY}
    if nouns.REMINDERS in composed:
        found -= {nouns.GAMES, nouns.DELIVERY}


def asks_who_is(words: Sequence[str], names: Collection[str]) -> bool:
    """Whether the words ask who a player is: "Who's Bob?"."""
    rest = [word for word in words if word not in names]
    is_named = len(rest) == len(words) - 1 and words[-1] not in rest
    return is_named and f" {' '.join(rest)} " in plain_phrases(tables.WHO_IS)


@cache
def _needed() -> frozenset[str]:
    """Returns words of which every recognized sentence has one, so that others are read quickly."""
    about_server = tables.MAILING, tables.DATABASES, tables.PLAYED_BY_ME
    own = tables.NOTES, tables.REMINDERS
    needed = tables.MESSAGES, tables.TIMES, tables.LEADING, tables.PLAYED, tables.HAPPENED
    reminding = (max(phrase.split(), key=len) for phrase in plain_phrases(tables.REMIND_ME))
    nagging = (max(phrase.split(), key=len) for phrase in plain_phrases(tables.NAGGING))
    weekly = (max(phrase.split(), key=len) for phrase in plain_phrases(tables.WEEKLY))
    meaning = (max(phrase.split(), key=len) for phrase in plain_phrases(tables.MEANING))
    return frozenset((*nagging, *weekly, *reminding, *meaning)).union(
        *map(plain_set, (*needed, *about_server, *own))
    )


def is_about_sending(words: Sequence[str]) -> bool:
    """Whether the words are about sending the email replied to: "Could you send these at 8?"."""
    return has_word(words, tables.SENDING) and has_word(words, tables.THESE)


def is_weekly(words: Sequence[str]) -> bool:
    """Whether the words name a schedule such as "once a week", which emails can't have."""
    return has_phrase(words, tables.WEEKLY)


def ends_digest(words: Sequence[str]) -> bool:
    """Whether a reply to the digest wants an email for each move instead."""
    return has_phrase(words, tables.NO_DIGEST)


def asks_for_days(text: str) -> bool:
    """Whether a text asks for more time to move: "Can I please have three more days?"."""
    return "?" in text and has_phrase(plain_words(text), tables.MORE_DAYS)


def is_about_sides(words: Sequence[str]) -> bool:
    """Whether the words are about swapping colors: "Can I swap colours?"."""
    return has_word(words, tables.SWAPPING) and has_word(words, tables.SIDES)


def _with_server(words: Sequence[str]) -> Sequence[str]:
    found = []
    if _asks_for_zone(words):
        found.append(nouns.ZONE)
    if _asks_what_happened(words):
        found.append(nouns.GAMES)
    if has_word(words[:3], tables.WHO) and has_word(words, tables.LEADING) and _names_game(words):
        found.append(nouns.STANDINGS)
    return found


def _asks_for_zone(words: Sequence[str]) -> bool:
    """Whether the words ask for a city's time, or say that the times in the emails are wrong."""
    if not has_word(words, tables.TIMES) or _cities().isdisjoint(words):
        return False
    complains = has_word(words, tables.WRONG) and has_word(words, tables.TIMED)
    return complains or has_word(words, tables.USING)


def _asks_what_happened(words: Sequence[str]) -> bool:
    """Whether the words ask if a move was made: "Did Bob really answer on 101?"."""
    is_question = has_word(words[:2], tables.AUXILIARIES) and has_word(words, tables.HAPPENED)
    return is_question and (
        has_word(words, tables.ALREADY) or any(_BOARD.fullmatch(word) for word in words)
    )


def _names_game(words: Sequence[str]) -> bool:
    text = " ".join(words)
    is_short = len(words) <= MAX_QUESTION_WORDS
    return is_short and any(pattern.search(text) for pattern in game_patterns().values())


def _refuses_messages(words: Sequence[str], names: Collection[str]) -> bool:
    """Whether the words ask for no more messages from a player."""
    if not has_word(words, tables.MESSAGES) or has_word(words, tables.MISSING):
        return False
    is_named = not plain_set(nouns.SOMEBODY).isdisjoint(words) or not {*names}.isdisjoint(words)
    if not (is_named and has_word(words, tables.FROM)):
        return False
    starts = [start for start, _ in phrase_spans(words, tables.NOT_WANTED)]
    if has_word(words, nouns.PLEASE):
        starts += (start for start, _ in phrase_spans(words, tables.NONE_PLEASE))
    return any(not is_about_other(words, start, names) for start in starts)


def _mutes_board(words: Sequence[str], names: Collection[str]) -> bool:
    """Whether the words ask for fewer emails about the board: "stop mailing me about this game"."""
    is_named = not {*names}.isdisjoint(words)
    is_less = has_word(words, tables.STOPPING) and has_word(words, tables.MAILING)
    return is_less and not is_named and has_phrase(words, tables.THIS_BOARD)


def _ends_reminders(words: Sequence[str], names: Collection[str]) -> bool:
    """Whether the words want no more reminders: "stop nagging me, I know it's my move"."""
    if not has_word(words, tables.NOT_NEEDED) or not {*names}.isdisjoint(words):
        return False
    text = f" {' '.join(words)} "
    behind = (
        text.partition(phrase)[2].split()
        for phrase in plain_phrases(tables.NAGGING)
        if phrase in text
    )
    return any(not has_word(rest[:1], tables.OF_REMINDERS) for rest in behind)


def _stops_reminders(words: Sequence[str]) -> bool:
    """Whether the words want no reminders: "Nur die Erinnerungen weg"."""
    is_unwanted = has_word(words, DENYING) and has_word(words, tables.SENDING)
    return has_word(words, tables.REMINDERS) and (is_unwanted or has_word(words, tables.ENDING))


def _asks_last_move(words: Sequence[str], names: Collection[str]) -> bool:
    """Whether the words ask what the opponent played: "What did Bob play last?"."""
    if len(words) > MAX_QUESTION_WORDS or not has_word(words[:4], tables.WHAT):
        return False
    others = plain_set(tables.OPPONENTS) | {*names}
    known = others | plain_set(f"{tables.WHAT} {tables.PLAYED} {tables.AROUND_PLAYED}")
    return (
        has_word(words, tables.PLAYED) and not others.isdisjoint(words) and known.issuperset(words)
    )


def _asks_own_move(words: Sequence[str]) -> bool:
    """Whether the words ask what the writer played: "What did I play last?"."""
    if len(words) > MAX_QUESTION_WORDS or not has_word(words[:4], tables.WHAT):
        return False
    is_own = has_word(words, tables.PLAYED_BY_ME) or (
        has_word(words, tables.PLAYED) and has_word(words, tables.FIRST_PERSONS)
    )
    return is_own and has_word(words, tables.LATEST) and _around_own_move().issuperset(words)


def _wants_reminder(words: Sequence[str]) -> bool:
    """Whether the words only ask for a reminder: "Remind me again on Thursday"."""
    text = f" {' '.join(words)} "
    rests = (
        text.replace(phrase, " ", 1) for phrase in plain_phrases(tables.REMIND_ME) if phrase in text
    )
    known = plain_set(tables.WHEN_REMINDED)
    return any(all(word in known or word.isdigit() for word in rest.split()) for rest in rests)


@cache
def _around_own_move() -> frozenset[str]:
    around = tables.AROUND_PLAYED, tables.AROUND_OWN_MOVE, tables.LATEST
    own = tables.PLAYED, tables.PLAYED_BY_ME, tables.FIRST_PERSONS
    known = plain_set(" ".join((tables.WHAT, *own, *around)))
    return known - {"a"}  # "What a move I played last!" asks nothing


@cache
def _cities() -> frozenset[str]:
    """Returns the words of the cities of all time zones, in lower case."""
    zones = (files("tzdata") / "zones").read_text("ascii").lower().split()
    cities = {zone.rpartition("/")[2] for zone in zones if "/" in zone}
    parts = {part for city in cities for part in city.split("_") if len(part) > MAX_ARTICLE}
    local = {name.partition("=")[0] for name in settings.CITY_NAMES.split()}
    return frozenset(plain_words(" ".join((*cities, *parts, *local))))
