"""The values of a log line: without Python's notation, signed words, and most addresses."""

import re
from collections.abc import MutableMapping
from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import Any

EventDict = MutableMapping[str, Any]

WITH_ADDRESS = ("sender", "to", "address", "id")
"""The values that may be addresses: of whom a mail came from or went to, and Message-IDs.

They help to find out what became of a mail. Elsewhere, such as in the words of a relay or in an
error, the part before the @ is masked.
"""
ADDRESS = re.compile(r"(?<![\w.+*'/=?-])[\w.+'*/=?-]+@(?=[A-Za-z0-9-]+\.[A-Za-z0-9])")
"""It begins where a word does: to try each letter of a long one would take minutes."""
REPR = re.compile(
    r"<(?P<name>[\w.]+)( object)? at 0x[0-9a-f]+>|\b(Posix|Pure\w+)?Path\((?P<path>'[^']*')\)"
)
"""Python's notation of an object without one of its own, and of a path, as in its errors."""
UNITS = (("d", 86400), ("h", 3600), ("m", 60), ("s", 1))
PLAIN = (bool, int, float, type(None))
LABEL = r"(?:confirm\.[a-z2-7]{8,}|(?:[a-z]\.)?[a-z2-7]{16,})"
"""The part after the +, or after `ref-` in a subject: a code, or a token with its purpose."""
MIN_SIGNED_LENGTH = 16
SIGNED_WORD = re.compile(
    rf"(?:(?<=\+)|(?<=ref-)){LABEL}(?![a-z0-9])"
    r"|(?<![a-z0-9.])(?:[a-z]\.)?(?=[a-z]{0,32}[2-7])[a-z2-7]{29,32}(?![a-z0-9])",
    re.IGNORECASE,
)
MAY_BE_SIGNED = re.compile(r"\+|[=%]2B|ref-|[A-Za-z2-7]{29}", re.IGNORECASE)
"""Tells quickly that nearly all texts have none."""


def make_plain(_logger: object, _level: str, values: EventDict) -> EventDict:
    """Returns the line with plain values; a processor of structlog."""
    return {name: _masked(name, plain_value(value)) for name, value in values.items()}


def plain_value(value: object) -> str | float | bool | None:
    """Returns a value as text, or as the number that it is."""
    if type(value) is str:
        return _without_reprs(value)
    if isinstance(value, Enum):
        return plain_value(value.value)
    if isinstance(value, PLAIN):
        return value
    if isinstance(value, timedelta):
        return duration(value)
    if isinstance(value, datetime):
        return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    if isinstance(value, BaseException):
        return error_text(value)
    if isinstance(value, bytes):
        return value.decode(errors="replace")
    if isinstance(value, list | tuple | set | frozenset):
        return ", ".join(str(plain_value(each)) for each in value)
    return _without_reprs(str(value))


def duration(time: timedelta) -> str:
    """Returns a duration such as `2h 5m`: its two largest units; parts of a second below one."""
    seconds = abs(time.total_seconds())
    sign = "-" if time < timedelta() else ""
    if seconds < 1:
        return f"{sign}{seconds:.3g}s"
    parts, left = [], round(seconds)
    for unit, size in UNITS:
        count, left = divmod(left, size)
        parts.append((count, unit))
    first = next(number for number, (count, _) in enumerate(parts) if count)
    return sign + " ".join(f"{count}{unit}" for count, unit in parts[first : first + 2] if count)


def error_text(error: BaseException) -> str:
    """Returns the type and the words of an error."""
    words = _without_reprs(str(error))
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def _without_reprs(text: str) -> str:
    if " at 0x" not in text and "Path(" not in text:
        return text
    return REPR.sub(lambda found: found["name"] or found["path"], text)


def _masked(name: str, value: str | float | bool | None) -> str | float | bool | None:
    if not isinstance(value, str):
        return value
    value = without_signed_words(value)
    if name in WITH_ADDRESS or "@" not in value:
        return value
    return ADDRESS.sub("***@", value)


def without_signed_words(text: str) -> str:
    """Returns the text with ... for each code and token; a relay or an error may quote one."""
    if len(text) < MIN_SIGNED_LENGTH or not MAY_BE_SIGNED.search(text):
        return text
    return SIGNED_WORD.sub("...", text.replace("%2B", "+").replace("=2B", "+"))
