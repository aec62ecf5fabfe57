"""Removes accents, which many people omit."""

import unicodedata


def _folded_letters() -> dict[int, str]:
    """Returns the plain letter of each Latin letter with an accent."""
    letters = {
        code: unicodedata.normalize("NFD", chr(code))[0]
        for code in range(0xC0, 0x250)
        if unicodedata.decomposition(chr(code))
    }
    return letters | {ord("\u0142"): "l", ord("\u0141"): "L", ord("\u0451"): "\u0435"}


_FOLDED = _folded_letters()


def folded(text: str) -> str:
    """Returns the text without accents. It has the same length."""
    return text if text.isascii() else text.translate(_FOLDED)
