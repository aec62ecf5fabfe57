"""Deadlines and time used, as text: stable, since programs read it as well as people."""

import textwrap
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from commands.messages.content import BoardSaid, Times
from pbm.wording import WIDTH

DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)


def nag(said: BoardSaid, seat: int | None) -> list[str]:
    """What a reminder opens with."""
    if not said.nag or seat is None or said.times is None:
        return []
    since = f"it has been your turn since {_date(said.times.began, said.zone)}"
    return [textwrap.fill(f"Reminder: {said.players[seat]}, {since}.", WIDTH)]


def times(said: BoardSaid, seat: int | None) -> list[str]:
    """When the player to move is reminded and forfeits; at the end, the time used."""
    if said.times is None or said.ply is not None or said.removed:
        return []
    told = [] if seat is None else _deadlines(said.players[seat], said.times, said.zone)
    told += _used(said, said.times) if seat is None or said.times.total else []
    return ["\n".join(told)] if told else []


def duration(time: timedelta) -> str:
    """`1 d 3 h`, `5 h`, `20 min`: whole hours, or whole minutes below an hour."""
    if time < HOUR:
        return f"{time // MINUTE} min"
    days, hours = time // DAY, time % DAY // HOUR
    return " ".join(f"{count} {unit}" for count, unit in ((days, "d"), (hours, "h")) if count)


def _deadlines(mover: str, times: Times, zone: str) -> list[str]:
    if times.nag is None or times.forfeit is None:
        return []
    forfeits = f"forfeits on {_date(times.forfeit, zone)}"
    if times.nag >= times.forfeit:
        return [f"Deadline: {mover} {forfeits}."]
    reminded = f"is reminded from {_date(times.nag, zone)} on"
    return [textwrap.fill(f"Deadlines: {mover} {reminded}, and {forfeits}.", WIDTH)]


def _used(said: BoardSaid, times: Times) -> list[str]:
    shares = zip(said.players, times.used, strict=True)
    used = ", ".join(f"{player} {duration(time)}" for player, time in shares)
    of = f" of {times.total:g} d each" if times.total else ""
    return [textwrap.fill(f"Time used{of}: {used}.", WIDTH)]


def _date(moment: datetime, zone: str) -> str:
    return f"{moment.astimezone(ZoneInfo(zone)):%Y-%m-%d}"
