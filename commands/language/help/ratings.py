"""The help page on ratings."""

from pbm.board.ratings import NEWCOMER, NEWCOMER_POINTS, POINTS, PROVISIONAL

RATINGS_PARAGRAPHS = f"""\
You have a rating for each game, such as 1712 (+-85). The second number shows
how far the rating may be off (one standard deviation). "GAME standings"
lists the ratings.

You begin at {NEWCOMER.write()}. Your rating is provisional as long as it may
be off by more than {PROVISIONAL} points. It usually stays provisional for about a
dozen games. A robot begins with the rating of its level ("help robots").

Beating a strong player gains you more than beating a weak one, and an
uncertain rating changes more. If both ratings are certain, a player who is
400 points ahead wins about ten out of eleven games. In a three-player game,
finishing second counts as beating the player who finishes third. Players who
draw share a place.

Each game is rated once, when it ends. These games aren't rated:
  - games that were declined, or ended before each player had moved;
  - games with -unrated;
  - games with a starting position chosen by the players (-position, -start,
    -seed).

In rated games, ladder games and tournament games, we help nobody while the
game is in progress. We give no hints, and don't show the value of a position
that the game has reached or may reach within a few moves, no matter who asks.
Proven values of the standard starting positions are public.

The formula is the Plackett-Luce model of Weng and Lin (2011), computed by
the library openskill with its default parameters. Player i has a strength
m_i and an uncertainty s_i, at first 25 and 25/3. The rating is
{NEWCOMER_POINTS} + {POINTS}(m - 25), and +- is {POINTS} s. After a game in
which player i took place r_i:

  s_i^2  grows by (25/300)^2, for each player; then
  c^2    is the sum, over all players, of s_i^2 + (25/6)^2
  A_q    is the number of players at the place of q
  p_iq   is exp(m_i/c), divided by the sum of exp(m_k/c) over all k whose
         place is that of q or worse
  m_i    grows by s_i^2/c times the sum of ([i = q] - p_iq)/A_q
  s_i^2  is multiplied by 1 - (s_i/c)^3 times the sum of p_iq(1 - p_iq)/A_q

Both sums are over all q whose place is that of i or better. [i = q] is 1 for
i itself and 0 for others. The last factor is at least 0.0001."""


def ratings_page() -> str:
    """Returns the page on ratings, the games that change them, and the formula."""
    return RATINGS_PARAGRAPHS
