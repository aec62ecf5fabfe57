"""Suggestions for misspelt words."""

import difflib
from collections.abc import Iterable


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Returns the known word most similar to this one, or None if none is similar."""
    by_lower = {name.lower(): name for name in known}
    found = difflib.get_close_matches(word.lower(), by_lower, n=1, cutoff=0.6)
    return by_lower[found[0]] if found else None


def likeness(word: str, known: Iterable[str]) -> float:
    """Returns the similarity to the nearest known word, up to 1; 0 if none is near."""
    found = nearest(word, known)
    return difflib.SequenceMatcher(None, word.lower(), found.lower()).ratio() if found else 0


def resembles(word: str, known: Iterable[str], least: float) -> bool:
    """Returns True if a lower-case known word has at least this similarity; fast if none has."""
    word = word.lower()
    size = len(word)
    # the lengths bound the similarity, and are much faster to compare
    near = [name for name in known if 2 * min(size, len(name)) >= least * (size + len(name))]
    return bool(difflib.get_close_matches(word, near, n=1, cutoff=least))


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Returns ` Did you mean "move"?`, or nothing if no known word is near."""
    return did_you_mean_this(nearest(word, known))


def did_you_mean_this(found: str | None) -> str:
    """Returns ` Did you mean "move"?`, or nothing if nothing was found."""
    return f' Did you mean "{found}"?' if found else ""
