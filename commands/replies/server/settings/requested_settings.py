"""Reads the settings that a request names, such as the city of a time zone.

The result is a complete command, which its writer has to confirm.
"""

import re
from contextlib import suppress
from datetime import date
from functools import cache, partial

from commands.players.time_zones import read_zone
from commands.replies.sentences.stemmed_phrases import word_set, words_of
from commands.replies.server.absences.absences import days_away
from commands.replies.server.composed_topics import is_weekly
from commands.replies.server.settings.new_addresses import ADDRESS
from commands.replies.server.settings.wanted_values import wanted_values
from commands.replies.vocabulary.requests.suspected_words import WISHES
from commands.replies.vocabulary.server import nouns, verbs
from commands.replies.vocabulary.server import settings as tables
from commands.system.secrets.secret import NONE
from pbm.board.time_control.rest import read_sleep
from pbm.errors import UserError

CITY = re.compile(r"[A-Z][\w'-]+(?:/[A-Z]\w+|(?: [A-Z][\w'-]+){1,2})?|[^\W\d_]{5,}|UTC|GMT|CET")

NOON, LAST_HOUR = 12, 23
EARLIEST_EVENING = 5


def setting_line(topic: str, text: str, userid: str, today: date) -> str:
    """Returns the command for a topic with the setting in the text, or "" if it names none."""
    read = {
        nouns.ZONE: _zone,
        nouns.SLEEP: _sleep,
        nouns.DELIVERY: _delivery,
        nouns.FORMAT: _format,
        nouns.ADDRESS: _address,
        nouns.CALENDAR: _calendar,
    }.get(topic)
    if topic == nouns.VACATION:
        days = _vacation(text, today)
        return f"vacation {userid} {NONE} {days}" if days else ""
    value = read(text) if read else ""
    return f"change {topic} {userid} {NONE} {value}" if value else ""


def _zone(text: str) -> str:
    if zone := _local_zone(text):
        return zone
    for match in CITY.finditer(text):
        words = match[0].split()
        for place in (" ".join(words[start:]) for start in range(len(words))):
            with suppress(UserError):
                return read_zone(place)
    return ""


def _local_zone(text: str) -> str:
    """Returns the zone of a city whose name is spelled as in its own or another language."""
    cities = (_cities().get(word) for word in words_of(text))
    return next((read_zone(city) for city in cities if city), "")


@cache
def _cities() -> dict[str, str]:
    pairs = (each.split("=") for each in tables.CITY_NAMES.split())
    return {" ".join(words_of(name)): city for name, city in pairs}


def _sleep(text: str) -> str:
    text = tables.MIDNIGHT.sub("0", text)
    for half_day, pattern in tables.DAY_PARTS.items():
        text = pattern.sub(partial(_with_half, half_day), text)
    match = tables.HOURS.search(text)
    if not match:
        return ""
    halves = [(half or "").lower().replace(".", "") for half in (match[2], match[4])]
    first, last = (half if half in ("am", "pm") else "" for half in halves)
    start, end = f"{match[1]}{first}", f"{match[3]}{last}"
    for hours in (f"{start}-{end}", f"{start}-{match[3]}am", f"{match[1]}pm-{match[3]}am"):
        with suppress(UserError):
            return read_sleep(hours)
    return ""


def _with_half(half_day: str, match: re.Match[str]) -> str:
    """Returns an hour with am or pm. Hours "at night" that are after midnight are am."""
    is_after_midnight = int(match[1]) == NOON or int(match[1]) < EARLIEST_EVENING
    return f"{match[1]}{'am' if is_after_midnight else half_day}"


def _delivery(text: str) -> str:
    if is_weekly(words_of(text)):
        return ""
    wanted = wanted_values(text, {"daily": tables.DAILY, "urgent": tables.URGENT}).wanted
    if not wanted or not word_set(tables.AT_ONCE).isdisjoint(words_of(text)):
        wanted |= wanted_values(text, {"each": tables.EACH}, tables.DAILY).wanted
    if len(wanted) != 1:
        return ""
    return f"daily{_hour_and_zone(text)}" if wanted == {"daily"} else wanted.pop()


def daily_at(text: str) -> str:
    """Returns the schedule that a text such as "send these at 8" asks for, or ""."""
    schedule = _hour_and_zone(text)
    return f"daily{schedule}" if schedule else ""


def _hour_and_zone(text: str) -> str:
    """Returns a space and the hour that the text names, with its time zone, or ""."""
    found = next(tables.TIME.finditer(text), None)
    if found is None:
        return ""
    hour, half = int(found[1] or found[2] or found[4]), (found[3] or found[5] or "").lower()
    words = {*words_of(text)}
    is_late = half.startswith("p") or not words.isdisjoint(word_set(tables.EVENING))
    if half.startswith("a") and hour == NOON:
        hour = 0
    hour += NOON if is_late and hour < NOON else 0
    if hour > LAST_HOUR:
        return ""
    is_local = "/" in text or not words.isdisjoint(word_set(tables.CLOCK))
    return f" {hour} {_zone_beside_time(text) if is_local else ''}".rstrip()


def _zone_beside_time(text: str) -> str:
    """Returns the zone of a city in front of or behind "time": "19:00 Berlin time"."""
    if zone := _local_zone(text):
        return zone
    for found in tables.CITY_TIME.finditer(text):
        words = next(filter(None, found.groups())).split()
        for place in (" ".join(words), words[-1], words[0]):
            with suppress(UserError):
                return read_zone(place)
    return ""


def _format(text: str) -> str:
    values = wanted_values(text, tables.FORMATS | {"both": tables.COLORFUL})
    wanted, denied = values.wanted, values.denied
    if len(wanted) > 1 or denied == {"text", "both"}:
        return ""
    if not wanted and "both" in denied and "html" in words_of(text):
        return "text"
    return next(iter(wanted), "")


def _calendar(text: str) -> str:
    words = {*words_of(text)}
    return "off" if not words.isdisjoint(word_set(verbs.AGAINST)) else ""


def _address(text: str) -> str:
    addresses = ADDRESS.findall(text)
    return addresses[0].rstrip(".") if len({*addresses}) == 1 else ""


def _vacation(text: str, today: date) -> str:
    if days := days_away(text, today):
        return days
    words = words_of(text)
    if "?" in text and word_set(WISHES).isdisjoint(words):
        return ""  # "When does my vacation end?"
    is_end = not {*words}.isdisjoint(word_set(tables.OFF)) and words[0] != "stop"
    return "off" if is_end else ""
