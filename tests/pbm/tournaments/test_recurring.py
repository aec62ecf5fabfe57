"""Tournaments that recur."""

from datetime import UTC, date, datetime, timedelta

import pytest

from pbm.errors import UserError
from pbm.tournaments.recurring import RecurringTournament

ENTRY = {"name": "panic", "game": "knightpanic", "kind": "swiss", "from": date(2028, 1, 31)}
PERIODS = {
    "week": ["2028-01-31", "2028-02-07", "2028-02-14"],
    "month": ["2028-01-31", "2028-02-29", "2028-03-31"],
    "quarter": ["2028-01-31", "2028-04-30", "2028-07-31"],
    "year": ["2028-01-31", "2029-01-31", "2030-01-31"],
}


def test_each_is_due_two_weeks_before_it_begins():
    """Once a period, on the day of the first, or the last of a shorter month; named by its date."""
    for every, days in PERIODS.items():
        tournament = RecurringTournament.read(ENTRY | {"every": every})
        first = datetime(2028, 1, 17, tzinfo=UTC)
        assert tournament.due(first - timedelta(seconds=1)) is None
        found = {}
        for hours in range(0, 24 * 1000, 12):
            if planned := tournament.due(first + timedelta(hours=hours)):
                found.setdefault(*planned)
        made = [(name, f"{terms.begins:%Y-%m-%d}") for name, terms in found.items()]
        length = 10 if every == "week" else 7
        assert made[:3] == [(f"panic-{day[:length]}", day) for day in days]


def test_entries_that_cant_be_used():
    """Each is refused with what is wrong."""
    for change, said in (
        ({"every": "mont"}, 'Did you mean "month"'),
        ({"every": "month", "name": "pa nic"}, "can't be named"),
        ({"every": "month", "name": "p" * 34}, "can't be named"),
        ({"every": "month", "round": 5}, 'Did you mean "--rounds"'),
        ({"every": "month", "from": "soon"}, "isn't a valid date"),
        ({"every": "month", "options": "-hints"}, "can't have -hints"),
        ({"every": "month", "options": "-sizes=4"}, 'has no option "-sizes"'),
    ):
        with pytest.raises(UserError, match=said):
            RecurringTournament.read(ENTRY | change)
