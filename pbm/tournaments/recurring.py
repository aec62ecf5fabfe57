"""Tournaments that recur, such as a monthly one: the calendar of an admin."""

from calendar import monthrange
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import count
from typing import Any, Self

from pbm.clock import DAY
from pbm.errors import ParseError
from pbm.suggestions import did_you_mean
from pbm.tournaments.terms import TournamentTerms, check_name
from pbm.wording import listing, shown

WEEK = "week"
MONTHS = {"month": 1, "quarter": 3, "year": 12}
PERIODS = (WEEK, *MONTHS)
ANNOUNCED_BEFORE = 14 * DAY
"""The time before its beginning at which the next tournament is made."""


@dataclass(frozen=True, slots=True)
class RecurringTournament:
    """A tournament that is made anew each week, month, quarter or year."""

    name: str
    """The name of each is this one with its date."""
    every: str
    """One of PERIODS."""
    terms: TournamentTerms
    """The terms of the first; later ones begin whole periods later."""

    def __str__(self) -> str:
        return f"{self.name} every {self.every}"

    @classmethod
    def read(cls, entry: Mapping[str, Any]) -> Self:
        """Returns the tournament in an entry of the calendar; raises UserError.

        The entry has `name` and `every`; and the terms by their words, such as `kind` and `from`.
        """
        name, every = (str(entry.get(word, "")) for word in ("name", "every"))
        if every not in PERIODS:
            guess = did_you_mean(every, PERIODS)
            raise ParseError(
                f'"{shown(name)}" recurs every {listing(PERIODS, "or")}: every = "month".{guess}'
            )
        others = [each for each in entry.items() if each[0] not in ("name", "every")]
        words = (f"--{word}={value}" for word, value in others)
        made = cls(name, every, TournamentTerms.from_words(words))
        check_name(made._name_of(next(made._beginnings())))
        return made

    def due(self, now: datetime) -> tuple[str, TournamentTerms] | None:
        """Returns the name and the terms of the next one, if it is to be made by now."""
        begins = next(each for each in self._beginnings() if each > now)
        if now < begins - ANNOUNCED_BEFORE:
            return None
        return self._name_of(begins), replace(self.terms, begins=begins)

    def _name_of(self, begins: datetime) -> str:
        return f"{self.name}-{begins:{'%Y-%m-%d' if self.every == WEEK else '%Y-%m'}}"

    def _beginnings(self) -> Iterator[datetime]:
        """Yields the beginnings, without an end; the last days of months stand for missing ones."""
        first = self.terms.begins
        assert first is not None  # noqa: S101 - terms that are checked have it
        if self.every == WEEK:
            yield from (first + number * 7 * DAY for number in count())
        for number in count(0, MONTHS[self.every]):
            years, month = divmod(first.month - 1 + number, 12)
            year = first.year + years
            day = min(first.day, monthrange(year, month + 1)[1])
            yield first.replace(year=year, month=month + 1, day=day)
