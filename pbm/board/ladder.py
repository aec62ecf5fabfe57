"""Ladders: an order of players. A player who beats a higher one takes that player's place."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from pbm.board.board import Board
from pbm.board.terms import Terms
from pbm.board.time_control.periods import Period, reached
from pbm.clock import DAY

REACH = 3
"""Maximum number of places by which a challenged player can be above the challenger."""
BETWEEN = 14 * DAY
"""Time after a ladder game before the same two players can play another."""
MAX_OPPONENTS = 3
"""Maximum number of opponents in a player's unfinished ladder games that began within OCCUPIED_FOR.
"""
OCCUPIED_FOR = 14 * DAY
"""Time for which a game counts towards MAX_OPPONENTS. It is limited because accomplices could
otherwise block a place with slow games.
"""
TERMS = Terms(ladder=True, totaltime=30)
"""Terms of all ladder games, except that some are played in pairs."""
DEMOTED_AFTER, REMOVED_AFTER = 30 * DAY, 180 * DAY
"""Times without a ladder game. Each time DEMOTED_AFTER has passed, a player loses one place. After
REMOVED_AFTER, the player is removed from the ladder.
"""


@dataclass(frozen=True, slots=True)
class LadderEntry:
    """A player on a ladder."""

    player: int
    played: datetime
    """End of the last ladder game, or time of joining."""
    demoted: datetime
    """Time of the last demotion for inactivity. Equal to `played` if there was none since."""

    def is_due(self, now: datetime, stops: Sequence[Period] = ()) -> bool:
        """Whether the player loses a place now. `stops`: periods that aren't counted."""
        return now >= reached(self.demoted, DEMOTED_AFTER, stops)

    def is_removed(self, now: datetime, stops: Sequence[Period] = ()) -> bool:
        """Whether the player leaves the ladder now. `stops`: periods that aren't counted."""
        return now >= reached(self.played, REMOVED_AFTER, stops)

    def later(self, by: timedelta, now: datetime) -> "LadderEntry":
        """Returns the entry with its times moved by a period in which nobody could play.

        Times are never moved beyond `now`.
        """
        played, demoted = min(self.played + by, now), min(self.demoted + by, now)
        return replace(self, played=played, demoted=demoted)


def winner_of_all(boards: Sequence[Board]) -> int | None:
    """Returns the player who won more of these finished boards, or None if they are equal.

    There are one or two boards, with the same two players.
    """
    wins = Counter(player.id for board in boards for player in board.winners())
    best = [player for player, count in wins.items() if count == max(wins.values())]
    return best[0] if len(best) == 1 else None


def rank(ladder: Sequence[LadderEntry], player: int) -> int | None:
    """Returns a player's place, counted from 1, or None if the player isn't on the ladder."""
    ranks = (number for number, entry in enumerate(ladder, 1) if entry.player == player)
    return next(ranks, None)


def within_reach(
    ladder: Sequence[LadderEntry], challenger: int, left_out: Collection[int] = ()
) -> Sequence[int]:
    """Returns the players 1 to REACH places above a player on the ladder, the highest first.

    `left_out`: players who can't be challenged. Their places don't count toward REACH, so that
    nobody gets stuck below them.
    """
    place = rank(ladder, challenger)
    above = [entry.player for entry in ladder[: (place or 1) - 1] if entry.player not in left_out]
    return above[-REACH:]


def undefended(
    ladder: Sequence[LadderEntry], blocked: Collection[tuple[int, int]]
) -> frozenset[int]:
    """Returns the players who block somebody who could otherwise challenge them.

    Even if they play, they lose places for inactivity. Otherwise they could block strong players
    and choose opponents who let them win.

    `blocked`: pairs of a player and somebody whom that player blocks.
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
    """Returns the ladder after a game. A winner who was lower takes the loser's place.

    `idle`: players who lose places for inactivity even though they played.
    """
    played = [
        replace(entry, played=now, demoted=entry.demoted if entry.player in idle else now)
        if entry.player in players
        else entry
        for entry in ladder
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
    stops: Sequence[Period] = (),
) -> list[LadderEntry]:
    """Returns the ladder after demoting and removing inactive players.

    `playing`: players with an unfinished ladder game, who keep their places.
    `idle`: players who lose places even if they play.
    `stops`: periods in which nobody could play.
    """
    safe = frozenset(playing).difference(idle)
    remaining = [
        entry for entry in ladder if entry.player in playing or not entry.is_removed(now, stops)
    ]
    # Start from below, so that nobody loses two places.
    for at in range(len(remaining) - 1, -1, -1):
        if remaining[at].is_due(now, stops) and remaining[at].player not in safe:
            entry = replace(remaining[at], demoted=now)
            remaining[at : at + 2] = [*remaining[at + 1 : at + 2], entry]
    return remaining
