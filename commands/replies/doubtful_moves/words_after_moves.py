"""Decides whether the words behind a move leave it unclear that the writer means the move.

They do if they ask a question, describe the move, take it back, postpone it, leave it open, name a
condition, or are in an unknown language. Asking the writer costs one email. A move that wasn't
meant may cost the game.
"""

import re
from collections.abc import Collection, Sequence
from functools import cache

from commands.replies.doubtful_moves.harmless_phrases import (
    said_words,
    without_breaks,
    without_harmless,
)
from commands.replies.doubtful_moves.off_topic_clauses import (
    begins_with_life,
    is_negation,
    without_other_topics,
)
from commands.replies.doubtful_moves.phrase_tables import (
    BREAK,
    Phrases,
    has_chain,
    phrases_of,
    without_accents,
)
from commands.replies.vocabulary.doubtful_moves import (
    doubt_words,
    harmless_words,
    hedge_words,
    time_words,
    topic_words,
)
from commands.replies.vocabulary.doubtful_moves.familiar_words import FAMILIAR, UNSPACED_FAMILIAR
from commands.replies.vocabulary.sentence_words import (
    DOUBTS,
    IF_WORDS,
    NEGATIONS,
    OR_WORDS,
    PAST,
    UNSPACED_NEGATIONS,
)
from commands.replies.vocabulary.server.absences.absences import WEEKDAYS

_EMOTICON = re.compile(r"(?<!\w)(?:[:;=]'?-?[dpox3]|x+d+|<3|ha(?: ha)+)(?!\w)", re.IGNORECASE)
_LONG_NO = re.compile(r"n+o{2,}t*")
_BEFORE_PERIODS = frozenset(("in", "dans", "em", "en", "tra", "fra", "over", "za", "через"))
_PERIODS = frozenset(time_words.PERIODS.split())
_IN_TIME = re.compile(
    rf"(?<![^ ])(?:{'|'.join(_BEFORE_PERIODS)}) "
    rf"(?:(?!{'|'.join(time_words.PAST_PERIODS.split())})\w+ ){{0,3}}(?:\d+ ?)?"
    rf"(?:{'|'.join(time_words.TIME_UNITS.split())})"
)
_CONDITIONAL_MOOD = re.compile(
    r"бы|\w+(?:[lł](?:by|bym|aby|abym|oby)|rebbe|rei|[ae\u0131iuü]rs[ae](?:[mnk]|n[\u0131i]z)?)"
)
"""Verbs such as "byłoby" and "sarebbe", in languages whose endings express a condition."""
_LAUGH = "ha"
_AFTER = frozenset(["after", "nach", "po", "après", "depois", "dopo", "después", "после"])
# "After much thought" is about the past, but "after lunch" is about a later move.
_AFTER_LASTING = re.compile(
    r"much|long|(?:a|all|some|many|einem|einer|un|una|une|um|uma)$|\d|lang|reif|viel|mûre"
    r"|largo|mucho|lung[oa]|molt|muit|długi|dług|долг"
)
"""The word after "after" in phrases about the time before the move: "after a long night"."""
MAX_UNFAMILIAR_WORDS = 3
"""Maximum number of words of a comment that must have a familiar one."""
MIN_PAST_VERBS = 2
"""Minimum number of past verbs in a sentence with "if" about moves that weren't made."""


def is_doubtful(comment: str, names: Collection[str] = ()) -> bool:
    """Whether the words after a move leave it unclear that the writer means the move.

    `names`: userids and names in lower case. A comment with one of them doesn't need a familiar
    word.
    """
    if not comment:
        return False
    whole = without_breaks(said_words(comment))
    words = without_harmless(whole)
    is_told = bool(words and words[0] in _first_words()) and not begins_with_life(words)
    is_asked = comment.rstrip().endswith("?")
    if is_told or is_asked or _is_time(words) or takes_back(comment, words):
        return True
    is_brief = len(words) - words.count(BREAK) <= MAX_UNFAMILIAR_WORDS
    return is_brief and words == whole and not _is_familiar(comment, words, names)


def takes_back(text: str, words: Sequence[str]) -> bool:
    """Whether the words deny, take back, postpone or hedge the move, or name a condition.

    `words`: the words of the text without harmless phrases.
    """
    own = without_other_topics(words)
    return (
        _doubts().are_in(words)
        or _postponing().are_in(own)
        or (not _tells_the_past(own) and _is_denied_or_conditional(own))
        or is_undecided(own)
        or is_to_be_considered(own)
        or _has_doubt_at_place(own)
        or has_no_sign(text)
        or (not text.isascii() and _takes_back_unspaced(text))
    )


def is_undecided(words: Sequence[str]) -> bool:
    """Whether the words say that a decision is still open: "still thinking"."""
    still, thinking, _ = _decisions()
    return _has_open_decision(words, (still, thinking), hedge_words.MAX_STILL_WORDS) or has_chain(
        words, (thinking, still), 1
    )


def is_to_be_considered(words: Sequence[str]) -> bool:
    """Whether the writer wants to think about the move before it is made."""
    return has_chain(words, _considering(), hedge_words.MAX_DESIRE_WORDS)


def is_not_decided(words: Sequence[str]) -> bool:
    """Whether the words deny a decision in the present: "not sure", but not "wasn't sure"."""
    _, thinking, negations = _decisions()
    return _has_open_decision(words, (negations, thinking), hedge_words.MAX_STILL_WORDS)


def _has_open_decision(words: Sequence[str], chain: Sequence[Phrases], gap: int) -> bool:
    if not has_chain(words, chain, gap):
        return False
    return set(hedge_words.BEGINS_CLAUSE.replace(",", " ").split()).isdisjoint(words)


def has_no_sign(text: str) -> bool:
    """Whether the text has a negative emoji such as a thumbs-down."""
    return not text.isascii() and not set(doubt_words.NO_SIGNS).isdisjoint(text)


def conditions() -> frozenset[str]:
    """Returns the words and phrases that introduce a condition."""
    return phrases_of(doubt_words.CONDITIONS) | IF_WORDS - {_LAUGH}


def names_owned_board(words: Sequence[str]) -> bool:
    """Whether the words assign the move to another game: "for Carol's game"."""
    return any(
        first == "for" and owner.endswith("'s") and board in ("game", "board", "match")
        for first, owner, board in zip(words, words[1:], words[2:], strict=False)
    )


def _is_denied_or_conditional(words: Sequence[str]) -> bool:
    """Whether the words contain a negation or a condition."""
    is_denied = any(map(is_negation, words)) or not NEGATIONS.isdisjoint(words)
    is_conditional = any(map(_CONDITIONAL_MOOD.fullmatch, words))
    return is_denied or is_conditional or _conditions().are_in(words) or _has_clause(words)


def _tells_the_past(words: Sequence[str]) -> bool:
    """Whether the sentence is about moves that weren't made: "if you had played c7-e3"."""
    has_condition = not IF_WORDS.isdisjoint(words)
    return has_condition and len(PAST.findall(" ".join(words))) >= MIN_PAST_VERBS


def _has_clause(words: Sequence[str]) -> bool:
    """Whether a clause begins with "when", "after" or a similar word."""
    clause, before = _clauses()
    for at in clause.starts(words[:-1]):
        is_start = at == 0 or words[at - 1] == BREAK or words[at - 1] in before
        is_lasting = words[at] in _AFTER and _AFTER_LASTING.match(words[at + 1])
        is_after = words[at] not in _AFTER or at == 0 or words[at - 1] == BREAK
        if is_start and is_after and not is_lasting and words[at + 1] != BREAK:
            return True
    return False


def _has_doubt_at_place(words: Sequence[str]) -> bool:
    """Whether the words have a phrase of doubt in the position where it expresses one.

    Some phrases do so only at the beginning or end, and others only together with a time.
    """
    if not words:
        return False
    at_ends, from_words, weekdays = _places()
    text = " ".join(words)
    may_end = at_ends.may_be_in(words)
    ends = [at_ends.end_at(words, start) for start in at_ends.starts(words)] if may_end else []
    return (
        (may_end and (len(words) in ends or bool(at_ends.end_at(words, 0))))
        or words[0] in _PERIODS
        or has_chain(words, (from_words, weekdays), 0)
        or _begins_with_weekday(words)
        or names_owned_board(words)
        or ("noo" in text and any(map(_LONG_NO.fullmatch, words)))
        or (not _BEFORE_PERIODS.isdisjoint(words) and bool(_IN_TIME.search(text)))
    )


def _begins_with_weekday(words: Sequence[str]) -> bool:
    """Whether the words begin with a weekday: "am Montag dann"."""
    _, _, weekdays = _places()
    _, fillers = _time_words()
    return weekdays.may_be_in(words[int(words[0] in fillers) :][:1])


def _is_time(words: Sequence[str]) -> bool:
    """Whether the words are only a time: "at 18:30", "this evening"."""
    tokens = {word for word in words if word != BREAK}
    words_of_time = {word for word in tokens if not word.isdigit()}
    nouns, fillers = _time_words()
    has_time = not nouns.isdisjoint(tokens) or (words_of_time and words_of_time != tokens)
    return bool(has_time) and words_of_time <= nouns | fillers


def _is_familiar(comment: str, words: Sequence[str], names: Collection[str]) -> bool:
    """Whether the comment has a familiar word or name, or no letters and digits at all."""
    familiar, unspaced = _familiar_words()
    if not (familiar.isdisjoint(words) and set(names).isdisjoint(words)):
        return True
    if not comment.isascii() and any(word in comment for word in unspaced):
        return True
    return not any(map(str.isalnum, _EMOTICON.sub("", comment)))


def _takes_back_unspaced(text: str) -> bool:
    for phrase in harmless_words.UNSPACED_HARMLESS.split():
        text = text.replace(phrase, "")
    return any(phrase in text for phrase in (*doubt_words.UNSPACED.split(), *UNSPACED_NEGATIONS))


@cache
def _doubts() -> Phrases:
    hedges = hedge_words.RESERVATIONS, hedge_words.HEDGES
    return Phrases(phrases_of(doubt_words.TAKING_BACK, *hedges))


@cache
def _postponing() -> Phrases:
    return Phrases(phrases_of(doubt_words.POSTPONING))


@cache
def _conditions() -> Phrases:
    return Phrases(conditions() - phrases_of(doubt_words.AT_CLAUSE))


@cache
def _first_words() -> frozenset[str]:
    return (DOUBTS - NEGATIONS) | OR_WORDS | frozenset(doubt_words.AT_START.split())


@cache
def _decisions() -> tuple[Phrases, Phrases, Phrases]:
    """Returns the tables of words for "still", for deciding, and for "not" in the present."""
    tables = hedge_words.STILL, hedge_words.THINKING, hedge_words.PRESENT_NOT
    still, thinking, negations = map(Phrases, map(phrases_of, tables))
    return still, thinking, negations


@cache
def _considering() -> tuple[Phrases, Phrases]:
    return Phrases(phrases_of(hedge_words.DESIRE)), Phrases(phrases_of(hedge_words.CONSIDER))


@cache
def _clauses() -> tuple[Phrases, frozenset[str]]:
    clause_words = phrases_of(doubt_words.AT_CLAUSE) | _AFTER
    return Phrases(clause_words), phrases_of(doubt_words.BEFORE_CLAUSE)


@cache
def _places() -> tuple[Phrases, Phrases, Phrases]:
    from_words = ("from", "starting", "as of", "ab", "vanaf", "od")
    return (
        Phrases(phrases_of(doubt_words.AT_ENDS)),
        Phrases(from_words),
        Phrases(" ".join(WEEKDAYS).split()),
    )


@cache
def _time_words() -> tuple[frozenset[str], frozenset[str]]:
    weekdays = " ".join(WEEKDAYS).split()
    nouns = frozenset((*time_words.TIMES_OF_DAY.split(), *weekdays))
    return nouns, frozenset(time_words.BEFORE_TIME.split())


@cache
def _familiar_words() -> tuple[frozenset[str], tuple[str, ...]]:
    words = [*FAMILIAR.split(), *phrases_of(topic_words.LIFE, topic_words.PLAY)]
    return frozenset((*words, *map(without_accents, words))), tuple(UNSPACED_FAMILIAR.split())
