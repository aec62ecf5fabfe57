"""Recognize dates, times and addresses in the forms that mail programs write above quotations."""

import re

from mail.reading.phrases.replies import DATE_OPENERS

ADDRESS = re.compile(r"[^\s<>@]@[^\s<>@]")
_WHOLE_ADDRESS = re.compile(r"[^\s<>]*@[^\s<>]*")
_DATE_OR_TIME = re.compile(r"(?:19|20|25)\d\d|\d{1,2}[:.]\d\d|\d[./-]\d{1,2}[./-]\d|\d ?年|\d ?월")
_DIGIT = re.compile(r"\d")
_YEAR = r"(?:19|20|25)\d\d"
_DAY_AND_MONTH = (
    rf"{_YEAR} ?[-./年년] ?\d{{1,2}} ?[-./月월] ?\d{{1,2}}(?: ?[日일.])?"
    rf"|{_YEAR}\. [^\s\d]{{2,15}} \d{{1,2}}\.?"
    rf"|\d{{1,2}}[./-] ?\d{{1,2}}[./-] ?(?:{_YEAR}|\d\d)(?!\d)"
    rf"|\d{{1,2}}(?:\.|st|nd|rd|th|er|º|η)?,? (?:de )?[^\s\d]{{2,15}},? (?:de )?{_YEAR}"
    rf"|\d{{1,2}} (?:thg|tháng) \d{{1,2}},? {_YEAR}"
    rf"|[^\s\d]{{2,15}} \d{{1,2}}(?:st|nd|rd|th)?,? {_YEAR}"
)
_ZONE = r"(?:UTC|GMT|CES?T|MES?Z|[ECMP][SD]?T)?(?:[+-]\d\d?:?\d\d|[+-]\d\d?)?"
_TIME = (
    r"\d{1,2}[:.h]\d\d(?:[:.]\d\d)?"
    rf"(?: ?(?:[ap]\.?m\.?|[μπ]\.?μ\.?|uhr|klo|г\.|р\.|[صم])(?![^\W\d_]))?(?: ?\(?{_ZONE}\)?)?"
)
_WEEKDAY = r"[^\s\d,.]{1,15}(?:[.,]{1,2}|曜日)? |\(?[^\s\d()]{1,4}\)? ?"
_BETWEEN = r"[^\d@<>]{1,20}?"
_DATE_WITH_TIME = rf"(?:{_DAY_AND_MONTH})(?: ?г\.| ?р\.)?{_BETWEEN}(?i:{_TIME})"
WEEKDAY_AND_TIME = rf"(?:{_WEEKDAY})?{_DATE_WITH_TIME}"
"""Pattern of a date with year, followed by a time. A weekday may precede it."""
LONG_WEEKDAY_AND_TIME = rf"(?:{_WEEKDAY}){{0,2}}{_DATE_WITH_TIME}"
"""The same pattern with a weekday of up to two words, as in Hebrew and Vietnamese."""


def has_address(text: str) -> bool:
    return bool(ADDRESS.search(text))


def has_date(text: str) -> bool:
    """Whether the text contains a date or a time. Digits inside addresses are ignored."""
    bare = _WHOLE_ADDRESS.sub("", text)
    opened = bare.lower().startswith(DATE_OPENERS) and _DIGIT.search(bare)
    return bool(opened or _DATE_OR_TIME.search(bare))


def has_year(text: str) -> bool:
    """Whether the text contains a date with a year. Digits inside addresses are ignored."""
    return bool(re.search(_DAY_AND_MONTH, _WHOLE_ADDRESS.sub("", text)))
