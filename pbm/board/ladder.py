"""Ladders: an order of players, in which whoever beats a higher one takes that place."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from pbm.clock import DAY

REACH = 3
"""The most places above one's own that can be challenged."""
SINKS_AFTER, LEAVES_AFTER = 30 * DAY, 180 * DAY
"""The times without a ladder game after which a player sinks a place, each time, and is out."""


@dataclass(frozen=True, slots=True)
class Rung:
    """A player on a ladder."""

    player: int
    played: datetime
    """The end of the last ladder game, or the time of joining."""
    sunk: datetime
    """The time of the last place lost by not playing; that of `played` if there was none since."""

    def is_due(self, now: datetime) -> bool:
        """Returns True if the player sinks or leaves now."""
        return now >= self.sunk + SINKS_AFTER


def rank(ladder: Sequence[Rung], player: int) -> int | None:
    """Returns a player's place, from 1; None if the player isn't on the ladder."""
    ranks = (number for number, rung in enumerate(ladder, 1) if rung.player == player)
    return next(ranks, None)


def may_challenge(ladder: Sequence[Rung], challenger: int, other: int) -> bool:
    """Returns True if both are on the ladder, and the other is within reach above."""
    own, theirs = rank(ladder, challenger), rank(ladder, other)
    return own is not None and theirs is not None and 0 < own - theirs <= REACH


def after_game(
    ladder: Sequence[Rung], winner: int | None, players: Sequence[int], now: datetime
) -> list[Rung]:
    """Returns the ladder after a game of two: a lower winner takes the place of the loser."""
    played = [
        replace(rung, played=now, sunk=now) if rung.player in players else rung for rung in ladder
    ]
    places = sorted(at for at, rung in enumerate(played) if rung.player in players)
    if len(places) == len(players) and played[places[-1]].player == winner:
        played.insert(places[0], played.pop(places[-1]))
    return played


def after_pause(ladder: Sequence[Rung], now: datetime) -> list[Rung]:
    """Returns the ladder without those who have long left off playing; others of them sink."""
    left = [rung for rung in ladder if now < rung.played + LEAVES_AFTER]
    for at in range(len(left) - 1, -1, -1):  # from below: nobody sinks twice
        if left[at].is_due(now):
            rung = replace(left[at], sunk=now)
            left[at : at + 2] = [*left[at + 1 : at + 2], rung]
    return left
