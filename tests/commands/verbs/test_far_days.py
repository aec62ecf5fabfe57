"""Days and zones with which a computation would overflow, or that other machines don't know."""

import pytest

from commands.players.time_zones import read_zone, zone_of_date
from pbm.errors import UserError
from tests.support.cases import cases
from tests.support.site import PLAYERS, said

ALICE, _ = PLAYERS["alice"]
FAR = ("9999-12-31", "0001-01-01", "3000-01-01", "9999-12-31T23:59", "0001-01-01T00:00")
LINES = (
    "deputy alice {alice} bob {day}",
    "deputy bob {bob} for alice {day}",
    "vacation alice {alice} {day}",
    "vacation alice {alice} Friday {day}",
    "panic seek alice {alice} --until={day}",
)


@cases("zone", ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"])
@cases("line", LINES)
def test_a_far_day_is_refused(players, line, zone):
    """In each command that takes a day, in the first and in the last zone of the earth."""
    players.say(f"change zone alice {ALICE} {zone}")
    for day in FAR:
        passwords = {name: password for name, (password, _) in PLAYERS.items()}
        answer = players.say(line.format(day=day, **passwords))
        assert not answer.ok
        assert "reference" not in said(answer), (day, said(answer))


@cases("name", ["localtime", "Factory", "posixrules", "posix/Europe/Berlin", "right/UTC"])
def test_a_zone_of_this_machine_alone_is_refused(name):
    """Only the names of IANA mean the same zone everywhere."""
    with pytest.raises(UserError, match="Replace ZONE with a time zone"):
        read_zone(name)
    assert read_zone("europe/berlin") == "Europe/Berlin"


def test_no_zone_is_guessed_from_a_far_date():
    """A mail's header Date may say anything; numbers of any length are in reach of a forger."""
    for year in ("9999", "0001", "1899", "9" * 11, "9" * 5000):
        assert zone_of_date(f"Fri, 31 Dec {year} 23:59:59 -1200") == ""
    assert zone_of_date(f"Fri, 27 Nov 2026 23:59:59 +{'9' * 20}") == ""
