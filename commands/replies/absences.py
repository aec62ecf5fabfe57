"""Absences that people tell in sentences: "I'm away until Friday", in the languages of players."""

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from functools import cache

from commands.replies.vocabulary.sentence_words import plain_words
from pbm.clock import DAY

AWAY = """
    away vacation vacations holiday holidays leave travelling traveling abroad
    urlaub ferien verreist abwesend weg unterwegs vacances absent absente congé vacaciones fuera
    ausente viaje vacanza vacanze ferie assente vakantie afwezig urlop urlopie wakacjach wyjeżdżam
    nieobecny nieobecna férias viajando viagem отпуск отпуске каникулах отъезде уезжаю
"""
UNTIL = "until till til through bis jusqu hasta fino tot do até до"
NEXT_WEEK = """
    next-week nächste-woche nächster-woche semaine-prochaine próxima-semana semana-que-viene
    prossima-settimana settimana-prossima volgende-week przyszłym-tygodniu semana-que-vem
    следующей-неделе
"""
TOMORROW = "tomorrow morgen demain mañana domani jutra amanhã завтра"
WEEKDAYS = (
    "monday montag lundi lunes lunedì maandag poniedziałku segunda понедельника",
    "tuesday dienstag mardi martes martedì dinsdag wtorku terça вторника",
    "wednesday mittwoch mercredi miércoles mercoledì woensdag środy quarta среды",
    "thursday donnerstag jeudi jueves giovedì donderdag czwartku quinta четверга",
    "friday freitag vendredi viernes venerdì vrijdag piątku sexta пятницы",
    "saturday samstag sonnabend samedi sábado sabato zaterdag soboty субботы",
    "sunday sonntag dimanche domingo domenica zondag niedzieli воскресенья",
)
MONTHS = (
    "january januar jänner janvier enero gennaio januari stycznia janeiro января",
    "february februar février febrero febbraio februari lutego fevereiro февраля",
    "march märz mars marzo maart marca março марта",
    "april avril abril aprile kwietnia апреля",
    "may mai mayo maggio mei maja maio мая",
    "june juni juin junio giugno czerwca junho июня",
    "july juli juillet julio luglio lipca julho июля",
    "august août agosto augustus sierpnia августа",
    "september septembre septiembre settembre września setembro сентября",
    "october oktober octobre octubre ottobre października outubro октября",
    "november novembre noviembre listopada novembro ноября",
    "december dezember décembre diciembre dicembre grudnia dezembro декабря",
)
MAX_LENGTH = 400
MIN_LETTERS = 3
"""The least mails of a month or a weekday: `Dec`, `Fri`."""
_NUMERIC = re.compile(r"\b(\d{1,2})\. ?(\d{1,2})\.(?: ?(\d{4}))?")
"""A day, a month and perhaps a year, as in `3.12.`"""
_DAY = re.compile(r"(\d{1,2})(?:st|nd|rd|th|er|o)?")
MAX_WORDS_BEHIND = 5
"""The words behind "until" among which a day is looked for: "o dia 3 de dezembro"."""


def absence(text: str, today: date) -> str:
    """Returns the last day of an absence that a text tells, and the first if it isn't today.

    Empty for a question, and where no end is told.
    """
    words = plain_words(_NUMERIC.sub(_with_name, text[:MAX_LENGTH]))
    if "?" in text or not _known(AWAY).intersection(words):
        return ""
    ends = [at + 1 for at, word in enumerate(words) if word in _known(UNTIL)]
    days = (_last_day(words[at : at + MAX_WORDS_BEHIND], today) for at in ends)
    if last := next(filter(None, days), None):
        return last.isoformat()
    said = f" {' '.join(words)} "
    if any(f" {week} " in said for week in _known(NEXT_WEEK)):
        monday = today + DAY * (7 - today.weekday())
        return f"{monday + DAY * 6} {monday}"
    return ""


@cache
def _known(words: str) -> frozenset[str]:
    """Returns the words as `plain_words` has them; a hyphen joins the words of a phrase."""
    return frozenset(" ".join(plain_words(word)) for word in words.split())


def _with_name(numeric: re.Match[str]) -> str:
    """Returns `3 December` for `3.12.`."""
    month = MONTHS[(int(numeric[2]) - 1) % len(MONTHS)].split()[0]
    return f"{numeric[1]} {month} {numeric[3] or ''}"


def _last_day(words: Sequence[str], today: date) -> date | None:
    """Returns the day that these words tell, from today on; None if they tell none."""
    numbers = [int(found[1]) for word in words if (found := _DAY.fullmatch(word))]
    year = next((int(word) for word in words if re.fullmatch(r"\d{4}", word)), 0)
    month = next(filter(None, (_place(word, MONTHS) for word in words)), 0)
    if year and len(numbers) > 1 and not month:  # as in 2026-12-03
        month, *numbers = numbers
    if month and numbers:
        return _date(year or today.year, month, numbers[0], today, is_given=bool(year))
    if _known(TOMORROW).intersection(words):
        return today + DAY
    weekday = next(filter(None, (_place(word, WEEKDAYS) for word in words)), 0)
    return today + DAY * ((weekday - 2 - today.weekday()) % 7 + 1) if weekday else None


def _date(year: int, month: int, day: int, today: date, *, is_given: bool) -> date | None:
    """Returns the date; in the next year if that isn't given, and the day is over in this one."""
    with suppress(ValueError):
        found = date(year, month, day)
        return found if is_given or found >= today else date(year + 1, month, day)
    return None


def _place(word: str, names: Sequence[str]) -> int:
    """Returns the number, from 1, of the names of which one begins with this word; 0 for none."""
    if len(word) < MIN_LETTERS or not word.isalpha():
        return 0
    places = enumerate(names, 1)
    return next(
        (at for at, line in places if any(each.startswith(word) for each in _known(line))), 0
    )
