"""Describes deadlines and used time. The format is stable because programs read it, too."""

from datetime import datetime, timedelta

from commands.content.messages import BoardSnapshot, ClockTimes
from commands.content.snapshot import unreachable_note
from pbm.clock import DAY, HOUR, MINUTE
from pbm.wording import filled, local_time


def nag(content: BoardSnapshot, seat: int | None) -> list[str]:
    """Returns the first paragraph of a reminder. Empty for other emails."""
    if not content.nag or seat is None or content.times is None:
        return []
    mover, ends = content.players[seat], content.times.round_ends
    if ends and ends == content.times.move_by:
        missed = f"{_round_ends(content, ends)}, and so does this game."
    elif forfeit := content.times.forfeit:
        missed = f"i{_missed(content, mover, local_time(forfeit, content.zone))[1:]}"
    else:
        return []
    return [filled(f"Reminder: {content.to or mover}, {missed}")]


def times(content: BoardSnapshot, seat: int | None) -> list[str]:
    """Returns the deadlines of the player to move, or the used time at the end of a game.

    A reminder begins with the deadline, so this leaves it out. A preview shows the deadlines of its
    reader, whose move isn't played yet.
    """
    earlier = content.ply is not None and not content.preview
    if content.times is None or content.removed or earlier:
        return []
    seat = content.players.index(content.to) if content.preview else seat
    lines = [] if seat is None else _deadlines(content, content.players[seat], content.times)
    lines += _used(content, content.times) if seat is None or content.times.total else []
    return ["\n".join(lines)] if lines else []


def unreachable(content: BoardSnapshot) -> list[str]:
    """Returns a note for each player whose email bounces."""
    notes = (
        unreachable_note(each.userid, each.until, content.zone) for each in content.unreachable
    )
    return [filled(note) for note in notes]


def duration(time: timedelta) -> str:
    """Returns a duration such as `1 d 3 h`, `5 h` or `20 min`.

    It is rounded down to hours, or to minutes below one hour. Less than a minute is `none`.
    """
    if time < MINUTE:
        return "none"
    if time < HOUR:
        return f"{time // MINUTE} min"
    days, hours = time // DAY, time % DAY // HOUR
    return " ".join(f"{count} {unit}" for count, unit in ((days, "d"), (hours, "h")) if count)


def _deadlines(content: BoardSnapshot, mover: str, times: ClockTimes) -> list[str]:
    if times.nag is None or times.forfeit is None:
        return []
    if times.round_ends and times.round_ends <= times.forfeit:
        until_round_ends = _until_round_ends(content, mover, times.round_ends, times.nag)
        return [] if content.nag else [filled(until_round_ends)]
    round = f"R{_round_ends(content, times.round_ends)[1:]}." if times.round_ends else ""
    if content.nag:
        return [filled(round)] if round else []
    deadline = f"Deadline: {local_time(times.forfeit, content.zone)}."
    reminders = _reminders(content, mover, times.nag, times.forfeit)
    text = f"{deadline} {_missed(content, mover, 'then')}{reminders} {round}"
    return [filled(text.rstrip())]


def _missed(content: BoardSnapshot, mover: str, deadline: str) -> str:
    """Returns the result for a player to move who misses the deadline."""
    lose = "lose" if len(content.players) == 2 else "are out"
    if mover == content.to:
        return f"If you don't move by {deadline}, you {lose}."
    return f"If {mover} doesn't move by {deadline}, they {lose}."


def _until_round_ends(content: BoardSnapshot, mover: str, ends: datetime, nag: datetime) -> str:
    """Returns the deadline of a turn that ends early with the round of a tournament."""
    end = f"R{str(content.tournament)[1:]} ends then, and so does this game."
    reminders = _reminders(content, mover, nag, ends)
    return f"Deadline: {local_time(ends, content.zone)}. {end}{reminders}"


def _reminders(content: BoardSnapshot, mover: str, nag: datetime, ends: datetime) -> str:
    """Returns when reminders start. Empty for a reader who gets none."""
    is_reminded = nag < ends and (not content.to or mover in (content.to, content.acts_for))
    return f" Reminders start on {local_time(nag, content.zone)}." if is_reminded else ""


def _round_ends(content: BoardSnapshot, ends: datetime) -> str:
    return f"{content.tournament} ends on {local_time(ends, content.zone)}"


def _used(content: BoardSnapshot, times: ClockTimes) -> list[str]:
    if not (times.total or any(time >= MINUTE for time in times.used)):
        return []
    shares = zip(content.players, times.used, strict=True)
    used = ", ".join(f"{player} {duration(time)}" for player, time in shares)
    of = f" (of {_days(times.total)} each)" if times.total else ""
    back = f" Each move gives the player back {_days(times.increment)}." if times.increment else ""
    return [filled(f"Time used{of}: {used}.{back}")]


def _days(number: float) -> str:
    return f"{number:g} {'day' if number == 1 else 'days'}"
