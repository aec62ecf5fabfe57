"""Commands to begin and to end a vacation."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, ClassVar

from commands.context.authentication import authenticate
from commands.context.context import Context
from commands.language.command import Command
from commands.language.fields import Password, Userid
from commands.language.slots import One, Optional, OptionalWord
from commands.messages.response import Response, text_response
from commands.notifications.digests import announce
from pbm.board.board import Player
from pbm.board.board_clock import Period
from pbm.clock import DAY
from pbm.errors import IllegalError, UsageError
from pbm.wording import counted, listing

MAX_AHEAD = timedelta(days=366)
"""The longest time from today to the last day of a vacation."""
MIN_WEEKDAY = 3
"""The least letters of a weekday: `fri`."""


WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
TOMORROW = "tomorrow"
UNTIL = ("until", "till", "to")
UNKNOWN_DAY = "A vacation is given by its last day (Friday or YYYY-MM-DD), or by off."


def _day(word: str) -> str:
    """Returns a date, a weekday or `tomorrow` in its plain form.

    Raises UsageError, without quoting the word: it may be a misplaced password.
    """
    day = word.lower().rstrip(".,!")
    weekdays = [each for each in WEEKDAYS if len(day) >= MIN_WEEKDAY and each.startswith(day)]
    if weekdays or day == TOMORROW:
        return weekdays[0] if weekdays else day
    try:
        return date.fromisoformat(day).isoformat()
    except ValueError:
        raise UsageError(UNKNOWN_DAY) from None


def _date(day: str, today: date) -> date:
    """Returns the date; that of a weekday is the first one after today."""
    if day == TOMORROW:
        return today + DAY
    if day not in WEEKDAYS:
        return date.fromisoformat(day)
    return today + DAY * ((WEEKDAYS.index(day) - today.weekday() - 1) % len(WEEKDAYS) + 1)


def _off(word: str) -> str:
    if word.lower() != "off":
        raise UsageError(UNKNOWN_DAY)
    return word


@dataclass(frozen=True)
class Vacation(Command):
    """Stops your clocks on all boards, up to the end of the day UNTIL.

    It begins at once, or with the day FROM. A day is a date (YYYY-MM-DD), a weekday (the next
    one) or tomorrow, in UTC. Meanwhile you aren't reminded and can't forfeit; you may move all the
    same. Your opponents are told, at most once a day. The days in a year are limited, and the
    answer says how many are left.
    """

    names: ClassVar = ("vacation",)
    by_reply: ClassVar = True
    example: ClassVar = "vacation alice PASSWORD Friday"

    userid: Userid
    password: Password
    preposition: Annotated[str, Optional("", UNTIL.__contains__, "")]
    until: Annotated[str, One("UNTIL", _day)]
    first: Annotated[str | None, OptionalWord("[FROM]", _day)]

    def effect(self) -> str:
        """Returns what it does, with its days."""
        since = f"from {self.first} " if self.first else ""
        return f"It stops your clocks {since}to the end of {self.until}, and tells your opponents."

    def run(self, context: Context) -> Response:
        """Adds the vacation.

        Raises UserError if it is in the past, too far ahead, or exceeds a year's allowance.
        """
        now, today = context.now(), context.now().date()
        first, last = _date(self.first, today) if self.first else today, _date(self.until, today)
        player = authenticate(context, self.userid, self.password)
        _check(first, last, today)
        taken = context.work.vacations.of(player)
        period = Period(max(_midnight(first), now), _midnight(last + DAY))
        _check_allowance(taken, period, context.policy.vacation_days)
        context.work.vacations.add(player, period)
        clock = f"{player.userid}'s clock stands still meanwhile"
        news = f"{_away(context, player)} Days are those of UTC; {clock}."
        _tell_opponents(context, player, news)
        return _answer(context, player, "Your clocks stand still meanwhile.")


@dataclass(frozen=True)
class NoVacation(Command):
    """Ends your vacation now, and cancels those that you have planned."""

    names: ClassVar = ("vacation",)
    by_reply: ClassVar = True
    example: ClassVar = "vacation alice PASSWORD off"

    userid: Userid
    password: Password
    off: Annotated[str, One("off", _off)]

    def run(self, context: Context) -> Response:
        """Ends all vacations; raises IllegalError if there is none."""
        player = authenticate(context, self.userid, self.password)
        if not context.work.vacations.end(player, context.now()):
            raise IllegalError("You have no vacation, and none is planned.")
        userid = player.userid
        news = f"{userid}'s vacation is over: {userid}'s clock runs again."
        _tell_opponents(context, player, news)
        return _answer(context, player, "Your clocks run again.")


def _tell_opponents(context: Context, player: Player, news: str) -> None:
    """Tells the opponents at once, or a day after the last news, of all changes until then."""
    at = context.rate_limits.next_vacation_news(player)
    if at is None:
        return
    if at > context.now():
        news = f"{player.userid} has changed the vacation since; the deadlines are the new ones."
    announce(context, player, news, at)


def _check(first: date, last: date, today: date) -> None:
    if first < today or last < today:
        raise IllegalError(f"A vacation can't lie in the past: today is {today}.")
    if last < first:
        raise IllegalError("The vacation would end before it begins: the last day comes first.")
    if last > today + MAX_AHEAD:
        raise IllegalError(f"A vacation can't lie further ahead than {today + MAX_AHEAD}.")


def _check_allowance(taken: Sequence[Period], new: Period, allowed: int) -> None:
    for year in sorted({day.year for day in _days([new])}):
        if _days_within([*taken, new], year) > allowed:
            left = max(allowed - _days_within(taken, year), 0)
            raise IllegalError(
                f"That is too long: {counted(allowed, 'day')} of vacation are allowed in a year, "
                f"and you have {left} left in {year}."
            )


def _answer(context: Context, player: Player, what: str) -> Response:
    now, periods = context.now(), context.work.vacations.of(player)
    coming, away = _coming(context, player), _dates(context, player)
    years = sorted({now.year, *(day.year for day in _days(coming))})
    left = {year: context.policy.vacation_days - _days_within(periods, year) for year in years}
    sentences = [_away(context, player)] if away else []
    rest = listing([f"{counted(days, 'day')} in {year}" for year, days in left.items()])
    text = f"{' '.join([*sentences, what])}\n\nVacation left: {rest}."
    data = {
        "userid": player.userid,
        "vacations": away,
        "left": {str(y): d for y, d in left.items()},
    }
    return text_response(f"Vacation of {player.userid}", text, data)


def _away(context: Context, player: Player) -> str:
    return f"{player.userid} is on vacation {listing(_dates(context, player))}."


def _dates(context: Context, player: Player) -> list[str]:
    """Returns the first and last days of the vacations that aren't over."""
    periods = _coming(context, player)
    return [f"{days[0]} to {days[-1]}" for period in periods if (days := _days([period]))]


def _coming(context: Context, player: Player) -> list[Period]:
    now = context.now()
    return [period for period in context.work.vacations.of(player) if period.until > now]


def _days_within(periods: Sequence[Period], year: int) -> int:
    return sum(day.year == year for day in _days(periods))


def _days(periods: Sequence[Period]) -> list[date]:
    """Returns the days on which there is vacation, even for an hour, each once."""
    found: set[date] = set()
    for period in periods:
        day = period.since.date()
        while _midnight(day) < period.until:
            found.add(day)
            day += DAY
    return sorted(found)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
