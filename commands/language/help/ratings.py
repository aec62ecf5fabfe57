"""The help page on ratings."""

from pbm.board.ratings import NEWCOMER, NEWCOMER_POINTS, POINTS, PROVISIONAL

RATINGS_PARAGRAPHS = f"""\
Every player has a rating for each game, such as 1712 (+-85): the strength,
and how far it may be off, one standard deviation. A newcomer stands at
{NEWCOMER.write()}, a robot at what its level has shown ("help robots"). While it
may be off by more than {PROVISIONAL} points, for about the first dozen games, a
rating is provisional. "GAME standings" lists them.

A game is rated once, when it ends, unless
  - it was declined, or ended before each player had moved;
  - it was set up by hand (-position, -start, -seed);
  - the challenge said -unrated.
Beating the strong gains more than beating the weak, and an uncertain
rating moves further. 400 points between two well-known players mean that the
stronger one wins about ten games of eleven. With three players, places
count: the second gains on the third. Players who draw share a place.

The server helps nobody in a running game that is rated, for the ladder or of
a tournament. It gives no hints there, and tells nobody the value of a
position that the game has come to, or may come to within a few moves. It
makes no difference who asks, and how. The proved values of usual starts are
known to everybody.

The formula is Plackett-Luce as in Weng and Lin (2011), computed by the
library openskill with its usual numbers. A player i has a strength m_i and an
uncertainty s_i; a newcomer's are 25 and 25/3. The rating shown is
{NEWCOMER_POINTS} + {POINTS}(m - 25), and +- is {POINTS} s. After a game in which i came in at
place r_i:

  s_i^2  grows by (25/300)^2, for each player; then
  c^2    is the sum, over all players, of s_i^2 + (25/6)^2
  A_q    is the number of players at the place of q
  p_iq   is exp(m_i/c), divided by the sum of exp(m_k/c) over all k whose
         place is that of q or worse
  m_i    grows by s_i^2/c times the sum of ([i = q] - p_iq)/A_q
  s_i^2  is multiplied by 1 - (s_i/c)^3 times the sum of p_iq(1 - p_iq)/A_q

where both sums are over all q whose place is that of i or better, [i = q] is
1 for i itself and 0 for others, and the last factor is at least 0.0001."""


def ratings_page() -> str:
    """Returns the page on ratings, the games that change them, and the formula."""
    return RATINGS_PARAGRAPHS
