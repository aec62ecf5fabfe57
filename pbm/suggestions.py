"""Suggest corrections for misspelled words."""

import difflib
from collections.abc import Iterable


def nearest(word: str, words: Iterable[str]) -> str | None:
    """Returns the most similar of `words`, with its original case, or None if none is similar."""
    by_lower = {name.lower(): name for name in words}
    matches = difflib.get_close_matches(word.lower(), by_lower, n=1, cutoff=0.6)
    return by_lower[matches[0]] if matches else None


def likeness(word: str, words: Iterable[str]) -> float:
    """Returns the similarity to the nearest of `words`, from 0 (none is similar) to 1."""
    nearest_word = nearest(word, words)
    return (
        difflib.SequenceMatcher(None, word.lower(), nearest_word.lower()).ratio()
        if nearest_word
        else 0
    )


def resembles(word: str, words: Iterable[str], least: float) -> bool:
    """Whether one of `words`, which are in lower case, has at least this similarity."""
    word = word.lower()
    size = len(word)
    # The lengths bound the similarity. Comparing them first is much faster if no word is similar.
    near = [name for name in words if 2 * min(size, len(name)) >= least * (size + len(name))]
    return bool(difflib.get_close_matches(word, near, n=1, cutoff=least))


def did_you_mean(word: str, words: Iterable[str]) -> str:
    """Returns ` Did you mean "move"?`, or an empty string if no word is similar."""
    return did_you_mean_this(nearest(word, words))


def did_you_mean_this(word: str | None) -> str:
    """Returns ` Did you mean "move"?`, or an empty string if the word is None."""
    return f' Did you mean "{word}"?' if word else ""
