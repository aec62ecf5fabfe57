"""Commands to begin and to end a vacation."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Annotated, ClassVar
from zoneinfo import ZoneInfo

from commands.boards.deputies.deputy_boards import running_boards
from commands.content.response import Response, text_response
from commands.context.context import Context
from commands.language.command import PlayerCommand
from commands.language.slots import MissingWord, One, Slot, Words
from commands.outbound.notifications.announcements import announce_vacation
from commands.players.authentication import authenticate
from commands.players.confirmation_mails import CONFIRMATION_PERIOD
from commands.players.written_days import date_of, day_in_words, read_day
from pbm.board.players import Player
from pbm.board.time_control.periods import Period
from pbm.board.time_control.rest import LONG_WEEKDAYS, Rest
from pbm.board.time_control.vacations import days_within, vacation_days
from pbm.clock import DAY
from pbm.clock import read_moment as read_iso_moment
from pbm.errors import IllegalError, UsageError
from pbm.wording import counted, listing, local_time, long_date

MAX_AHEAD = timedelta(days=366)
"""Maximum time from today to the last day of a vacation."""
TIME = "T"
"""Separates the date from the hour in a vacation's first or last moment."""
FIRST, LAST = "first", "last"
MEANINGS = {"from": FIRST, "until": LAST, "till": LAST, "to": LAST}
"""Words that may precede a day, and the meaning of the day."""
MAX_DAYS = 2
"""Maximum number of days in a command."""
DATE_LENGTH = len("YYYY-MM-DD")
UNKNOWN_DAY = (
    "Give the last day of your vacation, such as Friday or 2026-12-24. To end your vacation, "
    'write "off".'
)

BEFORE_DEADLINE = "before {}, when you would lose a game on time"
ENDS_EARLY = "The vacation would end before it begins."
CLEAR_DAYS = 'Write "from" before its first day and "until" before its last one.'


def read_moment(word: str) -> str:
    """Returns a day, or a date with its hour, in their canonical form.

    Raises UsageError. The error doesn't quote the word, which may be a misplaced password.
    """
    if day := read_day(word):
        return day
    try:
        moment = read_iso_moment(word.upper().rstrip(".,!"))
    except ValueError:
        raise UsageError(UNKNOWN_DAY) from None
    if moment.tzinfo:
        raise UsageError(
            "Give the time in your own time zone, without an offset, such as 2026-12-24T18:00."
        )
    return f"{moment:%Y-%m-%dT%H:%M}"


@dataclass(frozen=True, slots=True)
class VacationDays:
    """The days of a vacation, or dates with hours, in their canonical form."""

    first: str | None
    """None if the vacation begins now."""
    last: str
    is_clear: bool = True
    """Whether a word says which day is which. Otherwise, it is assumed that the first is first."""


@dataclass(frozen=True)
class VacationSlot(Slot):
    """One day, or two in either order. Each may follow a word that shows its meaning."""

    usage: str = "[from START] until END"

    def take(self, words: Words) -> VacationDays:
        """Returns the days. Raises MissingWord or UsageError."""
        days: dict[str, str] = {}
        others: list[str] = []
        while (word := words.peek()) is not None and len(days) + len(others) < MAX_DAYS:
            meaning = MEANINGS.get(word.lower())
            if meaning:
                words.take()
            if meaning in days:
                raise UsageError("Give only one first day and one last day.")
            if words.peek() is None:
                raise MissingWord
            moment = read_moment(words.take())
            if meaning:
                days[meaning] = moment
            else:
                others.append(moment)
        is_clear = bool(days) or len(others) == 1
        if not is_clear and _are_reversed(others):
            others.reverse()
        # If only one day has no meaning, it is the other one, and a lone day is the last.
        free = [each for each in (FIRST, LAST) if each not in days]
        days |= zip(free[-len(others) :], others, strict=False)
        if LAST not in days:
            raise MissingWord
        return VacationDays(days.get(FIRST), days[LAST], is_clear)


def _are_reversed(days: Sequence[str]) -> bool:
    """Whether both days are dates, and the second is earlier."""
    dates = [day[:DATE_LENGTH] for day in days if day[0].isdecimal()]
    return len(dates) == len(days) and dates != sorted(dates)


def _moment(word: str, day: date, rest: Rest) -> datetime:
    """Returns the hour given with a day in the player's zone.

    Without an hour, returns the start of the day.
    """
    if TIME not in word:
        return rest.midnight(day)
    return datetime.fromisoformat(word).replace(tzinfo=ZoneInfo(rest.zone)).astimezone(UTC)


def _off(word: str) -> str:
    if word.lower() != "off":
        raise UsageError(UNKNOWN_DAY)
    return word


class Vacation(PlayerCommand):
    """Pauses your clocks in all games, until the end of the day END.

    END is a date (YYYY-MM-DD), a weekday (the next one) or tomorrow, in your time zone. A date can
    have an hour (YYYY-MM-DDThh:mm). Your vacation begins immediately, or on the day START. You can
    leave out the words `from` and `until`.

    During your vacation you get no reminders and can't lose on time, but you can still move. We
    email your opponents, at most once a day. The number of vacation days per year is limited. The
    answer shows how many you have left.
    """

    by_reply: ClassVar = True
    example: ClassVar = "vacation alice PASSWORD Friday"

    days: Annotated[VacationDays, VacationSlot()]

    def effect(self) -> str:
        """Returns a sentence on the effect of the command, with its days."""
        first, last = self.days.first, self.days.last
        since = f"from {day_in_words(first)}" if first else "from now"
        until = day_in_words(last)
        until = until if TIME in last else f"the end of {until}"
        pause = f"This pauses your clocks {since} until {until}."
        return f"{pause} You can still move. We'll tell your opponents."

    def confirmation_limit(self, context: Context) -> str:
        """Returns the player's next deadline if it is within the confirmation period."""
        player, now = context.work.players.find(self.userid), context.now()
        boards = running_boards(context, player) if player else ()
        turns = (each.deadlines for each in boards if each.mover == player)
        ends = [turn.forfeit for turn in turns if turn and turn.forfeit > now]
        if not player or not ends or min(ends) > now + CONFIRMATION_PERIOD:
            return ""
        return BEFORE_DEADLINE.format(local_time(min(ends), Rest.read(player.rest).zone))

    def run(self, context: Context) -> Response:
        """Adds the vacation, and notifies the opponents.

        Raises UserError if it is in the past, too far ahead, or exceeds a year's allowance.
        """
        player = authenticate(context, self.userid, self.password)
        rest, now = Rest.read(player.rest), context.now()
        period = self._period(rest, now)
        taken = context.work.vacations.of(player)
        _check_allowance(taken, period, rest, context.policy.vacation_days)
        context.work.vacations.add(player, period)
        clock = f"{player.userid}'s clock is paused during that time."
        away = f"{player.userid} is on vacation {_dates(context, player)}."
        news = f"{away} The dates are in the time zone {rest.zone}. {clock}"
        announce_vacation(context, player, news)
        return _answer(context, player, "Your clocks are paused during that time.")

    def _period(self, rest: Rest, now: datetime) -> Period:
        today = rest.day(now)
        start, end = self.days.first, self.days.last
        last = date_of(end, today)
        first = date_of(start, today) if start else today
        if last < first and end in LONG_WEEKDAYS and self.days.is_clear:
            last = date_of(end, first)  # the next one after the first day
        _check(first, last, today, is_clear=self.days.is_clear)
        since = _moment(start, first, rest) if start else now
        until = _moment(end, last if TIME in end else last + DAY, rest)
        # A vacation from today begins now, because clocks mustn't be stopped in the past.
        period = Period(max(since, now), until)
        if period.until <= period.since:
            raise IllegalError(f"{ENDS_EARLY} Give a later end time.")
        return period


class NoVacation(PlayerCommand):
    """Ends your vacation now, and cancels your planned vacations."""

    by_reply: ClassVar = True
    example: ClassVar = "vacation alice PASSWORD off"

    off: Annotated[str, One("off", _off)]

    def run(self, context: Context) -> Response:
        """Ends all vacations. Raises IllegalError if there is none."""
        player = authenticate(context, self.userid, self.password)
        if not context.work.vacations.end(player, context.now()):
            raise IllegalError("You have no vacation to cancel.")
        userid = player.userid
        news = f"{userid}'s vacation is over, and their clock is running again."
        announce_vacation(context, player, news)
        return _answer(context, player, "Your clocks are running again.")


def _check(first: date, last: date, today: date, *, is_clear: bool) -> None:
    if first < today or last < today:
        raise IllegalError(f"A vacation can't be in the past. Today is {long_date(today)}.")
    if last < first:
        advice = "Give a later end date." if is_clear else CLEAR_DAYS
        raise IllegalError(f"{ENDS_EARLY} {advice}")
    if last > today + MAX_AHEAD:
        raise IllegalError(f"A vacation must end by {long_date(today + MAX_AHEAD)}.")


def _check_allowance(taken: Sequence[Period], new: Period, rest: Rest, allowed: int) -> None:
    for year in sorted({day.year for day in vacation_days([new], rest)}):
        if days_within([*taken, new], rest, year) > allowed:
            days_left = max(allowed - days_within(taken, rest, year), 0)
            raise IllegalError(
                f"The vacation is too long. You have {days_left} of "
                f"{counted(allowed, 'vacation day')} left in {year}."
            )


def _answer(context: Context, player: Player, what: str) -> Response:
    now, periods, zone = context.now(), context.work.vacations.of(player), Rest.read(player.rest)
    coming = _coming(context, player)
    years = sorted({now.year, *(day.year for day in vacation_days(coming, zone))})
    # After a change of zone, the same vacation may count as more days than are allowed.
    allowed = context.policy.vacation_days
    days_left = {year: max(allowed - days_within(periods, zone, year), 0) for year in years}
    sentences = [f"You're on vacation {_dates(context, player)}."] if coming else []
    rest = listing([f"{counted(days, 'day')} in {year}" for year, days in days_left.items()])
    text = f"{' '.join([*sentences, what])}\n\nVacation left: {rest}."
    data = {
        "userid": player.userid,
        "vacations": [*dict.fromkeys(_data(period, zone) for period in coming)],
        "left": {str(y): d for y, d in days_left.items()},
    }
    return text_response(f"Your vacation, {player.userid}", text, data)


def _dates(context: Context, player: Player) -> str:
    """Returns the first and last day, or hour, of each vacation that isn't over."""
    texts = (_shown(period, Rest.read(player.rest)) for period in _coming(context, player))
    return listing([*dict.fromkeys(texts)])


def _shown(period: Period, rest: Rest) -> str:
    first, last, with_hour = _first_and_last_day(period, rest)
    until = f"until {local_time(period.until, rest.zone)}"
    return f"from {long_date(first)} {until if with_hour else f'through {long_date(last)}'}"


def _data(period: Period, rest: Rest) -> str:
    first, last, with_hour = _first_and_last_day(period, rest)
    hour = f" {period.until.astimezone(ZoneInfo(rest.zone)):%H:%M} {rest.zone}" if with_hour else ""
    return f"{first} to {last}{hour}"


def _first_and_last_day(period: Period, rest: Rest) -> tuple[date, date, bool]:
    """Returns the days, and whether the vacation ends within the last day."""
    days = vacation_days([period], rest)
    return days[0], days[-1], period.until != rest.midnight(days[-1] + DAY)


def _coming(context: Context, player: Player) -> list[Period]:
    now = context.now()
    return [period for period in context.work.vacations.of(player) if period.until > now]
