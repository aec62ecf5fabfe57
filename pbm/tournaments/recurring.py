"""Recurring tournaments, such as a monthly one, as configured by the admin."""

from calendar import monthrange
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import count
from typing import Any, Self

from pbm.clock import DAY
from pbm.errors import ParseError
from pbm.suggestions import did_you_mean
from pbm.tournaments.tournament_terms import TournamentTerms, check_name
from pbm.wording import listing, shown

WEEK = "week"
MONTHS = {"month": 1, "quarter": 3, "year": 12}
PERIODS = (WEEK, *MONTHS)
ANNOUNCED_BEFORE = 14 * DAY
"""Time before its beginning at which the next tournament is announced."""


@dataclass(frozen=True, slots=True)
class RecurringTournament:
    """A tournament that is repeated each week, month, quarter or year."""

    name: str
    """Name without date. The name of each tournament is this one followed by its date."""
    every: str
    """Interval between two tournaments, one of PERIODS."""
    terms: TournamentTerms
    """Terms of the first tournament. Later ones begin whole periods after it."""

    def __str__(self) -> str:
        return f"{self.name} every {self.every}"

    @classmethod
    def read(cls, entry: Mapping[str, Any]) -> Self:
        """Returns the tournament in an entry of the settings. Raises UserError.

        The entry has `name`, `every`, and the terms by their names, such as `kind` and `from`.
        """
        name, every = (str(entry.get(word, "")) for word in ("name", "every"))
        if every not in PERIODS:
            guess = did_you_mean(every, PERIODS)
            raise ParseError(
                f'"{shown(name)}" has no valid "every". Write {listing(PERIODS, "or")}, such as '
                f'every = "month".{guess}'
            )
        term_entries = [item for item in entry.items() if item[0] not in ("name", "every")]
        words = (f"--{word}={value}" for word, value in term_entries)
        recurring = cls(name, every, TournamentTerms.from_words(words))
        check_name(recurring._name_of(next(recurring._beginnings())))
        return recurring

    def due(self, now: datetime) -> tuple[str, TournamentTerms] | None:
        """Returns the name and terms of the next tournament. None before its announcement."""
        begins = next(beginning for beginning in self._beginnings() if beginning > now)
        if now < begins - ANNOUNCED_BEFORE:
            return None
        return self._name_of(begins), replace(self.terms, begins=begins)

    def _name_of(self, begins: datetime) -> str:
        return f"{self.name}-{begins:{'%Y-%m-%d' if self.every == WEEK else '%Y-%m'}}"

    def _beginnings(self) -> Iterator[datetime]:
        """Yields all times at which a tournament begins, without end.

        If a month is too short for the day, its last day is used.
        """
        first = self.terms.begins
        assert first is not None  # noqa: S101 - terms that are checked have it
        if self.every == WEEK:
            yield from (first + number * 7 * DAY for number in count())
        for number in count(0, MONTHS[self.every]):
            years, month = divmod(first.month - 1 + number, 12)
            year = first.year + years
            day = min(first.day, monthrange(year, month + 1)[1])
            yield first.replace(year=year, month=month + 1, day=day)
