"""Makes the values of a log line plain, and masks tokens and most addresses."""

import re
from collections.abc import MutableMapping
from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import Any

EventDict = MutableMapping[str, Any]

WITH_ADDRESS = ("sender", "to", "address", "id")
"""Values that may contain addresses, such as an email's sender and recipient, or Message-IDs.

Admins need them to find out what happened to an email. In other values, such as a relay's reply or
an error, the part before the "@" is masked.
"""
ADDRESS = re.compile(r"(?<![\w.+*'/=?-])[\w.+'*/=?-]+@(?=[A-Za-z0-9-]+\.[A-Za-z0-9])")
"""An address. It must begin at a word boundary: trying each letter of long words would be slow."""
REPR = re.compile(
    r"<(?P<name>[\w.]+)( object)? at 0x[0-9a-f]+>|\b(Posix|Pure\w+)?Path\((?P<path>'[^']*')\)"
)
"""Python's representation of objects and paths in its errors."""
UNITS = (("d", 86400), ("h", 3600), ("m", 60), ("s", 1))
PLAIN = (bool, int, float, type(None))
LABEL = r"(?:confirm\.[a-z2-7]{8,}|(?:[a-z]\.)?[a-z2-7]{16,})"
"""A code, or a token with the prefix of its purpose, after "+" or after "ref-" in a subject."""
MIN_SIGNED_LENGTH = 16
SIGNED_WORD = re.compile(
    rf"(?:(?<=\+)|(?<=ref-)){LABEL}(?![a-z0-9])"
    r"|(?<![a-z0-9.])(?:[a-z]\.)?(?=[a-z]{0,32}[2-7])[a-z2-7]{29,32}(?![a-z0-9])",
    re.IGNORECASE,
)
MAY_BE_SIGNED = re.compile(r"\+|[=%]2B|ref-|[A-Za-z2-7]{29}", re.IGNORECASE)
"""A quick check that excludes most texts from the slower search for labels."""


def make_plain(_logger: object, _level: str, values: EventDict) -> EventDict:
    """Returns the log line with plain values, as a processor of structlog."""
    return {name: _masked(name, plain_value(value)) for name, value in values.items()}


def plain_value(value: object) -> str | float | bool | None:
    """Returns a value as text, unless it is a number, a boolean or None."""
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
    """Returns a duration in its two largest units, such as `2h 5m`, or in fractions of a second."""
    seconds = abs(time.total_seconds())
    sign = "-" if time < timedelta() else ""
    if seconds < 1:
        return f"{sign}{seconds:.3g}s"
    parts, remaining = [], round(seconds)
    for unit, size in UNITS:
        count, remaining = divmod(remaining, size)
        parts.append((count, unit))
    first = next(number for number, (count, _) in enumerate(parts) if count)
    return sign + " ".join(f"{count}{unit}" for count, unit in parts[first : first + 2] if count)


def error_text(error: BaseException) -> str:
    """Returns the type and the message of an error."""
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
    """Replaces codes and tokens by "...", because a relay or an error may quote them."""
    if len(text) < MIN_SIGNED_LENGTH or not MAY_BE_SIGNED.search(text):
        return text
    return SIGNED_WORD.sub("...", text.replace("%2B", "+").replace("=2B", "+"))
