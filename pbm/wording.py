"""Turns of phrase that refusals and answers share."""

import difflib
from collections.abc import Iterable, Sequence

WIDTH = 76
"""Characters in a line of a text."""


SHOWN_WORD = 40
"""Longer words are cut when they are quoted."""


def listing(words: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word most like this one, or None when none is like it."""
    by_lower = {name.lower(): name for name in known}
    found = difflib.get_close_matches(word.lower(), by_lower, n=1, cutoff=0.6)
    return by_lower[found[0]] if found else None


def likeness(word: str, known: Iterable[str]) -> float:
    """How like the nearest known word it is, up to 1; 0 when none is near."""
    found = nearest(word, known)
    return difflib.SequenceMatcher(None, word.lower(), found.lower()).ratio() if found else 0


def resembles(word: str, known: Iterable[str], least: float) -> bool:
    """Whether a known word, in small letters, is at least so like it; quick where none is."""
    word = word.lower()
    size = len(word)
    # words are never more alike than their lengths, and those are compared in no time
    near = [name for name in known if 2 * min(size, len(name)) >= least * (size + len(name))]
    return bool(difflib.get_close_matches(word, near, n=1, cutoff=least))


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """` Did you mean "move"?`, or nothing when no known word is near."""
    found = nearest(word, known)
    return f' Did you mean "{found}"?' if found else ""


def counted(number: int, noun: str, plural: str = "") -> str:
    """`1 board`, `2 boards`."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def shown(word: str) -> str:
    """A word as refusals quote it: not too long, and on one line."""
    printable = "".join(letter if letter.isprintable() else "?" for letter in word)
    return printable if len(printable) <= SHOWN_WORD else f"{printable[:SHOWN_WORD]}..."
