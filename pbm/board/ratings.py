"""Ratings: Plackett-Luce as in Weng and Lin (JMLR 12, 2011), algorithm 4, computed by openskill.

A rating describes one player's strength at one game: mu, with the uncertainty sigma. A newcomer has
mu = 25 and sigma = 25/3. A game between n players, in which player i takes place r_i, changes them
like this:

    sigma_i^2 <- sigma_i^2 + (25/300)^2
    c^2       =  sum over i of (sigma_i^2 + (25/6)^2)
    p_iq      =  exp(mu_i/c) / sum over s with r_s >= r_q of exp(mu_s/c)
    mu_i      <- mu_i + sigma_i^2/c * sum over q with r_q <= r_i of ([i = q] - p_iq)/A_q
    sigma_i^2 <- sigma_i^2 * (1 - sigma_i^3/c^3 * sum over q with r_q <= r_i of p_iq(1 - p_iq)/A_q)

A_q is the number of players at q's place, because players who draw share a place. The last factor
is never below 0.0001. One unit of mu is 30 points. A difference of 400 points between two players
with many games means odds of about ten to one.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

NEWCOMER_POINTS = 1600
POINTS = 30
"""Points per unit of mu."""
PROVISIONAL = 180
"""Margin in points above which a rating is provisional. This applies to about the first dozen
games.
"""

_model = PlackettLuce()


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's strength at a game, in openskill's units."""

    mu: float = _model.mu
    sigma: float = _model.sigma

    @property
    def points(self) -> int:
        """The strength in the points shown to players."""
        return round(NEWCOMER_POINTS + POINTS * (self.mu - _model.mu))

    @property
    def margin(self) -> int:
        """One standard deviation in points.

        The true strength is within this margin in two cases of three.
        """
        return round(POINTS * self.sigma)

    @property
    def provisional(self) -> bool:
        """Whether the rating is still too uncertain to rely on."""
        return self.margin > PROVISIONAL

    def write(self) -> str:
        """Returns the rating as text, such as `1712 (+-85)`."""
        return f"{self.points} (+-{self.margin})"


@dataclass(frozen=True, slots=True)
class Change:
    """A rating before and after a game."""

    before: Rating
    after: Rating


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's rating and results at a game."""

    player: int
    userid: str
    rating: Rating
    won: int
    lost: int
    drawn: int
    active: int
    """Number of the player's unfinished boards of the game."""
    robot: bool = False


def rate(ratings: Sequence[Rating], places: Sequence[int]) -> tuple[Change, ...]:
    """Returns the changes of the players' ratings.

    Place 1 is the best, and places may be shared.
    """
    teams = [[_model.rating(rating.mu, rating.sigma)] for rating in ratings]
    rated = _model.rate(teams, ranks=[float(place) for place in places])
    after = [Rating(player.mu, player.sigma) for [player] in rated]
    return tuple(Change(*pair) for pair in zip(ratings, after, strict=True))


def ranked(standings: Iterable[Standing]) -> list[tuple[int, Standing]]:
    """Returns the standings with their ranks, the best first. Equal points share a rank."""
    best_first = sorted(standings, key=_order)
    ranks: dict[int, int] = {}
    for number, standing in enumerate(best_first, 1):
        ranks.setdefault(standing.rating.points, number)
    return [(ranks[standing.rating.points], standing) for standing in best_first]


def _order(standing: Standing) -> tuple[int, int, str]:
    rating = standing.rating
    return -rating.points, rating.margin, standing.userid.lower()


NEWCOMER = Rating()
