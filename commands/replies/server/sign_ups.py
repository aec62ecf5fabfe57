"""Reads under which userid somebody who isn't registered wants to sign up.

An example is "I want to register with the username anna".
"""

import re
from collections.abc import Iterator

from commands.replies.sentences.stemmed_phrases import mentions, word_set, words_of
from commands.replies.server.questions.plain_questions import is_userid, wished_name
from commands.replies.server.topics import MAX_LENGTH
from commands.replies.vocabulary.server import newcomers as tables
from commands.replies.vocabulary.server.denials import DENYING
from mail.reading.characters import plain_signs

SENTENCE = re.compile(r"[^.!?;\n]+(?:[.](?=\w)[^.!?;\n]*)*")
ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,190}")
_USERID = r"[\"'\u201e\u201c]?([A-Za-z][\w.-]{1,23})"


def _alternatives(table: str) -> str:
    names = sorted((each.strip() for each in table.split("|")), key=len, reverse=True)
    return "|".join(map(re.escape, names))


_NAMED = re.compile(
    rf"(?i)\b(?:{_alternatives(tables.NAMED_BY)})"
    rf"(?:[ ]?[:=])?[ ](?:(?:{_alternatives(tables.BETWEEN_NAMES)})[ ])?{_USERID}"
)
_I_WOULD_BE = re.compile(rf"(?i)\b(?:{_alternatives(tables.I_WOULD_BE)}) {_USERID}")


def signup_name(text: str, address: str) -> str:
    """Returns the userid under which a stranger wants to sign up, or "".

    `address`: the sender's address. In "I'd be erik", the name must occur there or again in the
    text, because "I'd be happy" names nobody.
    """
    text = plain_signs(text[:MAX_LENGTH])
    said = "\n".join(each for each in SENTENCE.findall(text) if not _denies(each))
    if not wants_to_register(said):
        return ""
    return wished_name(said) or next(_named(said, f"{text} {address}"), "")


def _denies(sentence: str) -> bool:
    return not word_set(DENYING).isdisjoint(words_of(sentence))


def wants_to_register(text: str) -> bool:
    """Whether a text says that its writer wants to sign up."""
    return mentions(text[:MAX_LENGTH], tables.REGISTERING)


def names_somebody_else(text: str, address: str) -> bool:
    """Whether a text has another address, or wants to sign up somebody else, too."""
    text = text[:MAX_LENGTH]
    others = {each.lower().rstrip(".") for each in ADDRESS.findall(text)} - {address.lower()}
    return bool(others) or mentions(text, tables.SOMEBODY_ELSE)


def _named(text: str, known: str) -> Iterator[str]:
    no_names = word_set(tables.NO_NAMES)
    for name in map(_without_end, _NAMED.findall(text)):
        if is_userid(name) and name.lower() not in no_names:
            yield name
    for name in map(_without_end, _I_WOULD_BE.findall(text)):
        if is_userid(name) and words_of(known).count(name.lower()) > 1:
            yield name


def _without_end(name: str) -> str:
    return name.rstrip("._-")
