"""Ladders: an order of players, in which whoever beats a higher one takes that place."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from pbm.board.terms import Terms
from pbm.clock import DAY

REACH = 3
"""The most places above one's own that can be challenged."""
BETWEEN = 14 * DAY
"""The time from the end of a game until the same two play for the ladder again."""
MAX_GAMES = 3
"""Maximum games of a player for the ladder that began within OCCUPIED_FOR."""
OCCUPIED_FOR = 14 * DAY
"""The time for which a game keeps others from challenging its players. A slow one doesn't longer:
else accomplices could keep all others away from a place.
"""
TERMS = Terms(ladder=True, totaltime=30)
"""The terms of all games for the ladder."""
DEMOTED_AFTER, REMOVED_AFTER = 30 * DAY, 180 * DAY
"""The times without a ladder game after which a player loses a place, again and again, and all."""


@dataclass(frozen=True, slots=True)
class LadderEntry:
    """A player on a ladder."""

    player: int
    played: datetime
    """The end of the last ladder game, or the time of joining."""
    demoted: datetime
    """The time of the last place lost by not playing; equal to `played` if there was none since."""

    def is_due(self, now: datetime) -> bool:
        """Returns True if the player loses a place now."""
        return now >= self.demoted + DEMOTED_AFTER

    def later(self, by: timedelta, now: datetime) -> "LadderEntry":
        """Returns the entry after a time in which nobody could play; who joined then joins now."""
        played, demoted = min(self.played + by, now), min(self.demoted + by, now)
        return replace(self, played=played, demoted=demoted)


def rank(ladder: Sequence[LadderEntry], player: int) -> int | None:
    """Returns a player's place, from 1; None if the player isn't on the ladder."""
    ranks = (number for number, entry in enumerate(ladder, 1) if entry.player == player)
    return next(ranks, None)


def may_challenge(
    ladder: Sequence[LadderEntry], challenger: int, other: int, left_out: Collection[int] = ()
) -> bool:
    """Returns True if both are on the ladder, and the other is within reach above.

    `left_out`: players who can't be challenged, whose places don't count: nobody is stuck there.
    """
    own = rank(ladder, challenger)
    above = [entry.player for entry in ladder[: (own or 1) - 1] if entry.player not in left_out]
    return other in above[-REACH:]


def undefended(
    ladder: Sequence[LadderEntry], blocked: Collection[tuple[int, int]]
) -> frozenset[int]:
    """Returns the players who block somebody who could challenge them if they didn't.

    Their games are no defense: they could choose opponents who let them win. `blocked`: pairs of a
    player and another whom the player blocks.
    """
    order = [entry.player for entry in ladder]
    return frozenset(
        player
        for at, player in enumerate(order)
        for challenger in order[at + 1 : at + 1 + REACH]
        if (player, challenger) in blocked
    )


def after_game(
    ladder: Sequence[LadderEntry],
    winner: int | None,
    players: Sequence[int],
    now: datetime,
    idle: Collection[int] = (),
) -> list[LadderEntry]:
    """Returns the ladder after a game of two: a lower winner takes the place of the loser.

    `idle`: players who lose places as if they hadn't played.
    """
    played = [
        replace(each, played=now, demoted=each.demoted if each.player in idle else now)
        if each.player in players
        else each
        for each in ladder
    ]
    places = sorted(at for at, entry in enumerate(played) if entry.player in players)
    if len(places) == len(players) and played[places[-1]].player == winner:
        played.insert(places[0], played.pop(places[-1]))
    return played


def after_inactivity(
    ladder: Sequence[LadderEntry],
    now: datetime,
    playing: Collection[int] = (),
    idle: Collection[int] = (),
) -> list[LadderEntry]:
    """Returns the ladder after some have not played for long: they lose a place, or leave.

    `playing`: players with a game for the ladder that runs; they stay where they are, except for
    those in `idle`, who lose places as if they didn't play.
    """
    kept = frozenset(playing).difference(idle)
    left = [
        entry for entry in ladder if entry.player in playing or now < entry.played + REMOVED_AFTER
    ]
    for at in range(len(left) - 1, -1, -1):  # from below: nobody loses two places
        if left[at].is_due(now) and left[at].player not in kept:
            entry = replace(left[at], demoted=now)
            left[at : at + 2] = [*left[at + 1 : at + 2], entry]
    return left
