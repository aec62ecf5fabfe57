"""Make texts of other packages safe: remove characters that control a terminal or reorder text.

These texts appear in emails, on pages and at the terminal, next to texts of the server.
"""

import unicodedata
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

JOINERS = "\u200c\u200d"
"""Characters that join letters of some scripts, and the parts of an emoji."""
ALLOWED = frozenset(f"\n{JOINERS}")
UNSAFE_CATEGORIES = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Control and format characters such as bidi marks, surrogates, unassigned code points, and line
separators.
"""


def safe(value: Any) -> Any:
    """Returns a safe text, or a collection or dataclass in which all texts are safe."""
    if isinstance(value, str):
        return value if value.isprintable() else _safe_text(value)
    if type(value) is tuple or isinstance(value, frozenset):
        return type(value)(safe(item) for item in value)
    if isinstance(value, Mapping):
        return {key: safe(each) for key, each in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return _safe_dataclass(value)
    return value


def _safe_dataclass(value: Any) -> Any:
    values = ((field.name, getattr(value, field.name)) for field in fields(value) if field.init)
    changed = {name: new for name, old in values if (new := safe(old)) != old}
    return replace(value, **changed) if changed else value


def _safe_text(text: str) -> str:
    return "".join(filter(_is_safe, text.replace("\t", " ")))


def _is_safe(letter: str) -> bool:
    return letter in ALLOWED or unicodedata.category(letter) not in UNSAFE_CATEGORIES
