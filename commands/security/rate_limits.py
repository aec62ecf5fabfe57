"""What may be done only so often in a day, counted in the database: several processes share it.

The shell is trusted and isn't counted. A refused line counts nothing, as all that it did is undone.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from commands.security.lockout import moment
from pbm.board import Player
from pbm.errors import NotAllowed
from pbm.wording import counted

if TYPE_CHECKING:
    from commands.context.context import Session

DAY = timedelta(days=1)
WEEK = timedelta(days=7)
MOST_AGAINST_ROBOTS = 20
"""Rated games in a week: robots have time for ever, and ratings should be about people."""


def count_challenge(session: "Session", player: Player, boards: int) -> None:
    """Refuses more new boards in a day than a player may begin."""
    most = session.policy.challenges_per_day
    _count(
        session, f"challenge {player.id}", most, f"begins at most {counted(most, 'game')}", boards
    )


def count_robots(session: "Session", players: Sequence[Player], boards: int) -> None:
    """Refuses more rated games against robots in a week; of these players each who is none."""
    people = [player for player in players if not player.robot]
    for person in people if len(people) < len(players) else ():
        key, now = f"robots {person.id}", session.now()
        session.work.tallies.hold(key)
        if len(session.work.tallies.of([key], now)[key]) + boards > MOST_AGAINST_ROBOTS:
            raise NotAllowed(
                f"{person.userid} begins at most {MOST_AGAINST_ROBOTS} rated games against robots "
                "within a week.\nUnrated ones are welcome: challenge with -unrated."
            )
        for _ in range(boards):
            session.work.tallies.add(key, now, now + WEEK)


def count_message(session: "Session", player: Player) -> None:
    """Refuses more messages, broadcasts and chats in a day than a player may send."""
    most = session.policy.messages_per_day
    _count(session, f"message {player.id}", most, f"sends at most {counted(most, 'message')}")


def count_signup(session: "Session") -> None:
    """Refuses more signups in a day from the address that this one comes from."""
    most = session.policy.signups_per_day
    key = _address_key(session, "signup", session.speaker.address)
    _count(session, key, most, f"signs up at most {counted(most, 'player')}", who="An address")


def count_asked(session: "Session", address: str) -> None:
    """Refuses to ask an address for more confirmations in a day: anybody may use another's name."""
    most = session.policy.confirmations_per_day
    what = f"is asked for at most {counted(most, 'confirmation')}"
    _count(session, _address_key(session, "asked", address), most, what, who="An address")


def count_solving(session: "Session") -> None:
    """Refuses more long computations in a day for the address that asks for one."""
    most = session.policy.solves_per_day
    key = _address_key(session, "solve", session.speaker.address)
    what = f"has at most {counted(most, 'position')} solved that take a while"
    _count(session, key, most, what, who="An address")


def may_have_code(session: "Session", player: Player) -> bool:
    """Whether one more code for a new password may be sent to a player today; counts it if so.

    Strangers who use them all up don't keep those from asking whose own address is vouched for.
    """
    if player.has_address(session.speaker.vouched):
        return True
    try:
        _count(session, f"code {player.id}", session.policy.codes_per_day, "")
    except NotAllowed:
        return False
    return True


def done_today(session: "Session", player: Player) -> dict[str, list[str]]:
    """When a player did what is counted."""
    keys = [f"{what} {player.id}" for what in ("challenge", "message", "code")]
    found = session.work.tallies.of(keys, session.now())
    return {key.split()[0]: [at.isoformat() for at in times] for key, times in found.items()}


def _count(
    session: "Session", key: str, most: int, what: str, times: int = 1, *, who: str = "Everybody"
) -> None:
    if not session.speaker.address:
        return
    tallies, now = session.work.tallies, session.now()
    tallies.hold(key)
    done = tallies.of([key], now)[key]
    if len(done) + times > most:
        again = done[len(done) + times - most - 1] + DAY if times <= most else None
        more = f"It is possible again from {moment(again)} on." if again else "These are more."
        raise NotAllowed(f"{who} {what} within a day.\n{more}")
    for _ in range(times):
        tallies.add(key, now, now + DAY)


def _address_key(session: "Session", what: str, address: str) -> str:
    """Addresses are kept as keyed hashes alone."""
    return f"{what} {session.codes.keys.digest(what, address.lower())}"
