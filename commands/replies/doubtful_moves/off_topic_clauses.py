"""Removes the negations and times from clauses that aren't about the move.

Such a clause is about the life of the writer ("I'm on holiday next week"), the course of the game
("didn't see that") or the opponent ("you don't make it easy").
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from commands.replies.doubtful_moves.phrase_tables import BREAK, Phrases, phrases_of
from commands.replies.vocabulary.doubtful_moves import (
    doubt_words,
    hedge_words,
    later_line_words,
    topic_words,
)
from commands.replies.vocabulary.doubtful_moves.harmless_words import UNTIL
from commands.replies.vocabulary.sentence_words import NEGATIONS
from commands.replies.vocabulary.server.absences.absences import WEEKDAYS

_ELISION = re.compile(r"(?:[djlmnst]|qu)'")
_CONJUNCTIONS = ("but", "aber", "mais", "pero", "ma", "mas", "maar", "ale", "но", "ama")
_NEW_CLAUSE = frozenset((BREAK, *_CONJUNCTIONS))
"""Words that separate clauses."""
_OPENINGS = """
no nope nah ha haha lol nein nee nej jaja not never niemals jamais nunca mai nooit nigdy никогда
asla
"""
"""Words with which a sentence begins that takes the move back: "never in a million years"."""
_DENYING = NEGATIONS - {"avoid", "except", "instead"}
MIN_SENTENCE_WORDS = 5
"""Minimum number of words of a clause that is read as a sentence. Negations in shorter ones, such
as "not yet", are about the move.
"""


def is_negation(word: str) -> bool:
    return word in _DENYING or word.endswith("n't")


def without_other_topics(words: Sequence[str]) -> list[str]:
    """Returns the words without the negations and times that aren't about the move."""
    return [word for clause in _clauses(words) for word in _about_the_move(clause)]


def begins_with_life(words: Sequence[str]) -> bool:
    """Whether the first clause is about the writer's life: "was ill yesterday"."""
    life, _, _, move = _topics()
    first = next(_clauses(words))
    return life.are_in(first) and not move.are_in(first)


def _clauses(words: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yields the clauses. Each one but the first begins with the word that separates it."""
    start = 0
    for end in (*(at for at, word in enumerate(words) if word in _NEW_CLAUSE), len(words)):
        yield words[start:end]
        start = end


def _about_the_move(clause: Sequence[str]) -> Sequence[str]:
    life, play, opponent, move = _topics()
    if not clause or move.are_in(clause):
        return clause
    first = int(clause[0] in _NEW_CLAUSE and len(clause) > 1)
    plain = [_ELISION.sub("", word) for word in clause]
    is_life = life.are_in(plain)
    is_about_play = play.are_in(clause) or play.are_in(plain)
    if (
        is_life
        or is_about_play
        or opponent.end_at(clause, first)
        or _is_long_and_unrelated(clause[first:])
    ):
        clause = [word for word in clause if not is_negation(word)]
    return _without_times(clause) if is_life else clause


def _is_long_and_unrelated(clause: Sequence[str]) -> bool:
    """Whether the clause is a sentence that doesn't mention the move."""
    subject, mentions = _mentions()
    is_long = len(clause) >= MIN_SENTENCE_WORDS
    return is_long and not (subject.end_at(clause, 0) or mentions.are_in(clause))


def _without_times(clause: Sequence[str]) -> list[str]:
    times = _times()
    rest: list[str] = []
    at = 0
    while at < len(clause):
        end = times.end_at(clause, at)
        rest += [] if end else [clause[at]]
        at = end or at + 1
    return rest


@cache
def _topics() -> tuple[Phrases, Phrases, Phrases, Phrases]:
    """Returns the tables of words for life, the game, the opponent and the move."""
    table = topic_words
    about_the_move = phrases_of(table.ABOUT_THE_MOVE, hedge_words.THINKING)
    life, play, opponent = map(Phrases, map(phrases_of, (table.LIFE, table.PLAY, table.OPPONENT)))
    return life, play, opponent, Phrases(about_the_move)


@cache
def _mentions() -> tuple[Phrases, Phrases]:
    """Returns pronouns that are subjects of sentences about the move, and its other names."""
    tables = later_line_words.MOVE_WORDS, later_line_words.THE_MOVE
    subject, names = map(phrases_of, tables)
    return Phrases(subject.union(_OPENINGS.split())), Phrases(
        names | phrases_of(topic_words.JUDGMENTS)
    )


@cache
def _times() -> Phrases:
    weekdays = " ".join(WEEKDAYS).split()
    until = {f"{word} {day}" for word in phrases_of(UNTIL) for day in weekdays}
    return Phrases(phrases_of(doubt_words.POSTPONING) | until)
