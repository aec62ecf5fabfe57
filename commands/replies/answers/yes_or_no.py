"""Determines whether a reply says yes or no, in the languages of the players."""

import re
from collections.abc import Sequence
from enum import Enum, auto
from itertools import islice

from commands.replies.answers.yes_no_patterns import BUT, NO, PLAIN_YES, YES, words_of
from commands.replies.sentences.greetings import after_greeting
from commands.replies.vocabulary.answers import yes_no_words as words
from mail.reading.characters import plain_signs

MAX_NO_WORDS = 3
"""Maximum number of words of a line that rejects a pending move."""
MAX_WORDS = 8
"""Maximum number of words of a plain yes."""
MAX_GREETING_WORDS = 5
MAX_LINE_LENGTH = 400
"""Maximum number of characters of a line that are read."""
MAX_LINES = 40
BETWEEN_PHRASES = re.compile(r"[,.;:!?…、。،؛؟।]+|\s-+\s")
SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_QUESTION_MARKS = ("?", "؟")
_UNSPACED_NO, _UNSPACED_NOT_REFUSING = (
    tuple(text.split()) for text in (words.UNSPACED_NO, words.UNSPACED_NOT_REFUSING)
)


class YesOrNo(Enum):
    """The answer to a question that expects yes or no."""

    YES = auto()
    """A plain yes, without anything that takes it back."""
    NO = auto()
    """Text that begins with a refusal."""
    OTHER = auto()
    """Any other text, including text that says both yes and no."""
    EMPTY = auto()


def yes_or_no(blocks: Sequence[str]) -> YesOrNo:
    """Returns the answer in the writer's own text.

    The first line below the greeting decides. A yes becomes OTHER if a later line refuses or begins
    with "but". A no becomes OTHER if a later line is a plain yes.
    """
    lines = (" ".join(line.split()) for block in blocks for line in block.split("\n"))
    written = [line[:MAX_LINE_LENGTH] for line in islice(filter(None, lines), MAX_LINES)]
    if not written:
        return YesOrNo.EMPTY
    first, *later_lines = _without_greeting(written) or [""]
    answer, later = _read(first), list(map(_read, later_lines))
    if answer is YesOrNo.YES:
        is_mixed = YesOrNo.NO in later or any(BUT.match(words_of(each)) for each in later_lines)
    else:
        is_mixed = YesOrNo.YES in later
    return YesOrNo.OTHER if is_mixed else answer


def yes_or_no_with_question(text: str) -> YesOrNo:
    """Returns the answer in a text that also has questions.

    A plain yes followed only by questions is a yes. A question followed by a refusal is a no. Any
    other text is OTHER.
    """
    sentences = [
        (each.endswith("?"), each) for each in SENTENCE_END.split(plain_signs(text).strip())
    ]
    (asks, first), *later = sentences
    if not asks and later and all(asked for asked, _ in later):
        return YesOrNo.YES if _read(first) is YesOrNo.YES else YesOrNo.OTHER
    statements = [each for asked, each in later if not asked]
    return (
        YesOrNo.NO if asks and statements and _refuses(words_of(statements[0])) else YesOrNo.OTHER
    )


def _without_greeting(lines: Sequence[str]) -> list[str]:
    """Returns the lines without the greeting.

    A refusal on the greeting's line stays, as in "Hi Bob, no".
    """
    for number, line in enumerate(lines):
        rest = after_greeting(plain_signs(line))
        if rest is None:
            return list(lines[number:])
        greeting = line.removesuffix(rest).split()[1:]
        refusals = (" ".join(greeting[at:]) for at in range(len(greeting)))
        refused = next((each for each in refusals if _refuses(words_of(each))), "")
        if refused or rest or len(greeting) >= MAX_GREETING_WORDS:
            return [refused or rest or line, *lines[number + 1 :]]
    return []


def _read(line: str) -> YesOrNo:
    line = plain_signs(line)
    words_said = words_of(line)
    if _refuses(words_said):
        whole = NO.fullmatch(words_said)
        parts = map(words_of, BETWEEN_PHRASES.split(line))
        return YesOrNo.OTHER if not whole and any(map(_is_plain_yes, parts)) else YesOrNo.NO
    is_question = any(mark in line for mark in _QUESTION_MARKS)
    return YesOrNo.YES if _is_plain_yes(words_said) and not is_question else YesOrNo.OTHER


def _refuses(text: str) -> bool:
    if (joined := text.replace(" ", "")).startswith(_UNSPACED_NO):
        return not joined.startswith(_UNSPACED_NOT_REFUSING)
    return bool(NO.match(text))


def _is_plain_yes(text: str) -> bool:
    """Whether one of the words means yes, and all other words are fillers."""
    short = 0 < len(text.split()) <= MAX_WORDS
    return short and bool(PLAIN_YES.fullmatch(text)) and bool(YES.search(text))
