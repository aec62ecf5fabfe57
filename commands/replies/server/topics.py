"""Recognizes requests to the server in people's own words, by the service that they name.

In an email to the server, a word such as "ladder" is enough. In a reply to another player, the
sentence must also ask: "Stop Bob from writing to me" is a request, "Bob writes a lot" is chat.
"""

import re
from collections.abc import Collection, Sequence
from functools import cache

from commands.replies.sentences.addressees import mentions_only
from commands.replies.sentences.sentence_subjects import is_for_others
from commands.replies.sentences.stemmed_phrases import Phrases, split_phrases, word_set, words_of
from commands.replies.server.composed_topics import (
    asks_who_is,
    composed_topics,
    is_about_sides,
    replaced_by_composed,
)
from commands.replies.server.settings.new_addresses import names_new_address
from commands.replies.vocabulary.addressing_words import OURS
from commands.replies.vocabulary.named_boards.other_board_words import MYSELF
from commands.replies.vocabulary.requests.suspected_words import STARTING, VIEWING, WISHES
from commands.replies.vocabulary.sentence_words import AMBIGUOUS_NEGATIONS, NEGATIONS
from commands.replies.vocabulary.server import nouns, sentences
from mail.reading.characters import plain_signs

MAX_LENGTH = 600
"""Maximum number of characters of a text that are read."""
MAX_OPENING = 2
"""Maximum number of words before the beginning of a request, such as "hello pbm"."""
MAX_ORDER = 3
"""Maximum number of words of an order that names nobody, such as "block, please"."""
MAX_HEADING = 5
"""Maximum number of words of a heading such as "just for me: ..."."""
MAX_ALONE = 3
"""Maximum number of words of a question that is only about another game: "Fancy another one?"."""
MAX_AGAIN = 14
"""Maximum number of words of a sentence that asks for another game."""
ABOUT_SERVER = (nouns.DATA, nouns.CATALOG, nouns.REMINDERS)
"""Services about which only the server can be asked, even with "you"."""
ASKED_BY_ITSELF = (nouns.BLOCK, nouns.LAST_MOVE, nouns.ZONE, nouns.REMINDERS)
"""Services that a sentence may ask for without a beginning such as "please"."""
WEAKLY_ASKED = (
    *(nouns.RULES, nouns.STANDINGS, nouns.VACATION, nouns.ROBOT),
    *(nouns.DELIVERY, nouns.FORMAT),
)
"""Services whose words also occur in chat."""
_SENTENCE = re.compile(r"[^.!?;:\n\u3002]+[.!?\u3002]*")
_AGAIN_SENTENCE = re.compile("[^.!?;\n\u3002\u2600-\u27bf\U0001f300-\U0001faff]+[.!?\u3002]*")
"""A sentence. Emoji end one, too."""
_ABBREVIATION = re.compile(r"(?i)\b(art|abs|nr|no)\. ?(?=\d)")
_FULL_WIDTH = str.maketrans("\uff1f\uff01\uff1b\uff1a", "?!;:")


def _with_plain_ends(text: str) -> str:
    """Returns the beginning of a text with question marks and the like as in English.

    The full stops of abbreviations such as "Art. 17" are left out.
    """
    return _ABBREVIATION.sub(r"\1 ", text[:MAX_LENGTH].translate(_FULL_WIDTH))


def topics_of(text: str) -> list[str]:
    """Returns the services that an email to the server names, the clearest first."""
    words, clear = words_of(text[:MAX_LENGTH]), clear_topics(text)
    weak = [each for each in nouns.WEAK_NOUNS if each in _weak().values(words)]
    found = list(dict.fromkeys((*clear, *weak)))
    return (
        found if _is_about_delivery(words) else [each for each in found if each != nouns.DELIVERY]
    )


def _is_about_delivery(words: Sequence[str]) -> bool:
    """Whether words say more about the emails than that there are some: "fewer emails"."""
    return bool(_schedules().values(words)) or not word_set(nouns.ABOUT_EMAILS).isdisjoint(words)


def clear_topics(text: str) -> list[str]:
    """Returns the services that a text names unambiguously."""
    found = _clear().values(words_of(text[:MAX_LENGTH]))
    if names_new_address(text[:MAX_LENGTH]):
        found.add(nouns.ADDRESS)
    for sentence in _SENTENCE.findall(text[:MAX_LENGTH]):
        words = words_of(sentence)
        composed = composed_topics(words, words)
        found |= composed
        replaced_by_composed(found, composed)
    _discard_delivery(found, words_of(text[:MAX_LENGTH]))
    return [topic for topic in nouns.NOUNS if topic in found]


def _discard_delivery(found: set[str], words: Sequence[str]) -> None:
    """Removes the delivery if the words name the format, and the emails without a schedule."""
    if nouns.FORMAT in found and not _schedules().values(words):
        found.discard(nouns.DELIVERY)


def asks_again(text: str) -> bool:
    """Whether a sentence only asks for another game with the same players.

    Between other sentences, it is more than a single word such as "Again!". It may be the last
    clause of a question: "That was fun, same again?".
    """
    sentences = [each.strip() for each in _AGAIN_SENTENCE.findall(text[:MAX_LENGTH])]
    sentences = [each for each in sentences if words_of(each)]
    clauses = [each.rpartition(",")[2] for each in sentences if each.endswith("?")]
    openings = (each.partition(",")[0] for each in sentences)
    closings = (each.rpartition(",")[2] for each in sentences)
    clauses += [
        each for each in (*openings, *closings) if nouns.REMATCH in _weak().values(words_of(each))
    ]
    return any(
        _is_again(words, is_alone=len(sentences) == 1)
        for each in (*sentences, *clauses)
        if (words := words_of(each))
    )


def mentions_new_game(text: str) -> bool:
    """Whether a sentence to an opponent proposes another game: "Shall we play another one?"."""
    return any(map(_proposes_game, _AGAIN_SENTENCE.findall(text[:MAX_LENGTH])))


def _proposes_game(sentence: str) -> bool:
    words, is_question = words_of(sentence), sentence.rstrip().endswith(("?", "\uff1f"))
    said = plain_signs(sentence).lower().split()
    is_denied = not (NEGATIONS - AMBIGUOUS_NEGATIONS).isdisjoint(said)
    if is_denied or not 0 < len(words) <= MAX_AGAIN:
        return False
    counts = [count for start in range(len(words)) for count, _ in _again().at(words, start)]
    is_long = max(counts, default=0) > 1 or nouns.REMATCH in _weak().values(words)
    plays = bool(counts) and not word_set(nouns.PLAYING_AGAIN).isdisjoint(words)
    if is_question:
        return is_long or plays or (bool(counts) and len(words) <= MAX_ALONE)
    return (is_long or plays) and not word_set(WISHES).isdisjoint(words)


def _is_again(words: Sequence[str], *, is_alone: bool) -> bool:
    """Whether the words have a phrase for another game, and otherwise only fillers."""
    rest = [word for word in words if word not in word_set(nouns.PLEASE)]
    if not rest or len(rest) > MAX_AGAIN:
        return False
    if _again().are(rest):
        return is_alone or len(words) > 1 or nouns.REMATCH in _weak().values(rest)
    around = word_set(nouns.AROUND_AGAIN)
    return any(
        around.issuperset((*rest[:start], *rest[start + count :]))
        for start in range(len(rest))
        for count, _ in _again().at(rest, start)
    )


def requested_topics(text: str, names: Collection[str] = ()) -> list[str]:
    """Returns the services that the sentences of a reply ask the server for.

    `names`: the userids of the players to whom the reply could be addressed, in lower case.
    """
    text = _with_plain_ends(text)
    topics = [nouns.ADDRESS] if names_new_address(text) else []
    for match in _SENTENCE.finditer(text):
        sentence, words = match[0], words_of(match[0])
        if _is_note(words, sentence, is_heading=text[match.end() : match.end() + 1] == ":"):
            topics.append(nouns.NOTE)
        elif words and (named := _topics_asked(words, sentence, names)):
            topics += named
        for clause in sentence.split(",")[1:]:
            topics += _asked_by_clause(words_of(clause), names)
    return list(dict.fromkeys(topics))


def weakly_requested_topics(text: str, names: Collection[str] = ()) -> list[str]:
    """Returns the services that a question about its writer names by words that chat has, too.

    "Can I see the rating somewhere?" asks the server, but "How was your vacation?" doesn't.
    """
    sentences = map(str.strip, _SENTENCE.findall(_with_plain_ends(text)))
    asking = (words_of(each) for each in sentences if _asks_for_writer(each, names))
    found = set().union(*(_weak().values(words) for words in asking))
    return [each for each in WEAKLY_ASKED if each in found]


def _asks_for_writer(sentence: str, names: Collection[str]) -> bool:
    """Whether a question or request is about its writer, and names no other player."""
    words = words_of(sentence)
    rest = _after_asking(words)
    is_polite = sentence.endswith("?") or not word_set(nouns.PLEASE).isdisjoint(words)
    if rest is None or not is_polite or is_for_others(rest) or not {*names}.isdisjoint(words):
        return False
    return not word_set(f"{MYSELF} {VIEWING} {STARTING}").isdisjoint(words)


def _asked_by_clause(words: Sequence[str], names: Collection[str]) -> list[str]:
    """Returns the services that a clause asks for clearly: "Bob is rude, block him"."""
    if not words:
        return []
    composed = composed_topics(words, names)
    is_named = not {*words}.isdisjoint(names) or not word_set(nouns.SOMEBODY).isdisjoint(words)
    if is_named and any(nouns.BLOCK in values for _, values in _weak().at(words, 0)):
        return [nouns.BLOCK]
    # the clause before it may say who is asked: "Bob, stop nagging me"
    return [each for each in ASKED_BY_ITSELF if each in composed and each != nouns.REMINDERS]


def _topics_asked(words: Sequence[str], sentence: str, names: Collection[str]) -> list[str]:
    if sentence.rstrip().endswith("?") and asks_who_is(words, names):
        return [nouns.STANDINGS]
    if any(map(_blocks_fool, map(words_of, sentence.split(",")))):
        return [nouns.BLOCK]
    composed = composed_topics(words, names)
    rest = _after_asking(words)
    if rest is None and not _may_ask(words, sentence):
        return [each for each in ASKED_BY_ITSELF if each in composed]
    found = _clear().values(words) | composed
    replaced_by_composed(found, composed)
    if is_about_sides(words):
        found.discard(nouns.FORMAT)
    _discard_delivery(found, words)
    is_named = not {*words}.isdisjoint(names) or not word_set(nouns.SOMEBODY).isdisjoint(words)
    is_blocking = nouns.BLOCK in _weak().values(words)
    if is_blocking and (is_named or len(words) <= MAX_ORDER):
        found.add(nouns.BLOCK)
    spoken = words if rest is None else rest
    if mentions_only(sentence, names):
        spoken = [word for word in spoken if word not in word_set(OURS)]
    if is_for_others(spoken) and found.isdisjoint(ABOUT_SERVER):
        return []
    return [each for each in nouns.NOUNS if each in found]


def _blocks_fool(words: Sequence[str]) -> bool:
    """Whether a clause orders to block somebody whom it calls names: "Block that numpty".

    The order comes first, or last in Turkish. What is blocked on a board is chat: "Block that
    file".
    """
    between = word_set(f"{nouns.THAT_FOOL} {nouns.PLEASE}")
    orders, fools = word_set(nouns.BLOCK_ORDERS), word_set(nouns.FOOLS)
    start = next((at for at, word in enumerate(words) if word in orders), None)
    if start is None or not _before_notes().issuperset(words[:start]):
        return start == len(words) - 1 and words[0] in between and words[-2] in fools
    if words[0] == "you" or not word_set(sentences.FIRST_PERSON).isdisjoint(words[:start]):
        return False  # "I could block that guy with my knight"
    behind = words[start + 1 :]
    count = next((at for at, word in enumerate(behind) if word not in between), len(behind))
    return 0 < count < len(behind) and behind[count] in fools


def _may_ask(words: Sequence[str], sentence: str) -> bool:
    """Whether a sentence that doesn't begin like a request may be one."""
    is_polite = sentence.endswith("?") or not word_set(nouns.PLEASE).isdisjoint(words)
    return is_polite or any(each in sentence for each in nouns.UNSPACED_ASKING)


def _is_note(words: Sequence[str], sentence: str, *, is_heading: bool) -> bool:
    """Whether a sentence is a note to the writer: "jot down just for me", "for myself: ...".

    `is_heading`: whether a colon follows the sentence.
    """
    private, noting, remembering = _private()
    around = _before_notes()
    start = next((at for at, word in enumerate(words) if word not in around), len(words))
    is_told = start == 1 and words[0] in word_set(sentences.FIRST_PERSON)  # "I write down ..."
    if start == len(words) or is_told or sentence.endswith("?"):
        return False
    if any(noting.at(words, start)):
        return True
    is_short = is_heading and len(words) - start <= MAX_HEADING
    is_kept = is_short or any(remembering.at(words, start))
    return is_kept and bool(private.values(words))


def begins_by_asking(words: Sequence[str]) -> bool:
    """Whether the words begin like a request: "can the server ..."."""
    return _after_asking(words) is not None


def _after_asking(words: Sequence[str]) -> Sequence[str] | None:
    """Returns the words after the beginning of a request, or None if it is no request."""
    for start in range(min(MAX_OPENING + 1, len(words))):
        if not word_set(nouns.OPENINGS).issuperset(words[:start]):
            break
        counts = [count for count, _ in _asking().at(words, start)]
        if counts:
            return words[start + max(counts) :]
    return None


@cache
def _clear() -> Phrases:
    return Phrases([*nouns.NOUNS.items()])


@cache
def _weak() -> Phrases:
    return Phrases([*nouns.WEAK_NOUNS.items()])


@cache
def _schedules() -> Phrases:
    bare = {*split_phrases(nouns.EMAILS)}
    phrases = split_phrases(nouns.NOUNS[nouns.DELIVERY])
    return Phrases([("", ",".join(each for each in phrases if each not in bare))])


@cache
def _again() -> Phrases:
    return Phrases([("", nouns.AGAIN)])


@cache
def _before_notes() -> frozenset[str]:
    return word_set(f"{nouns.OPENINGS} {nouns.PLEASE} {sentences.BEFORE_NOTES}")


@cache
def _private() -> tuple[Phrases, Phrases, Phrases]:
    tables = sentences.FOR_MYSELF, sentences.NOTING, sentences.REMEMBERING
    private, noting, remembering = (Phrases([("", table)]) for table in tables)
    return private, noting, remembering


@cache
def _asking() -> Phrases:
    return Phrases([("", nouns.ASKING)])
