"""The help page on draw offers and taking moves back."""

from pbm import games
from pbm.match.match_state import MAX_PLIES
from pbm.wording import listing

OFFERS_TEXT = """\
On a board you may offer a draw, or ask to take moves back: your own last one,
and all since. Reply to a mail about the board with one of these words, or send
it in full:

  propose  GAME move BOARD USERID PASSWORD propose
  undo     GAME move BOARD USERID PASSWORD undo

Draws exist in {drawn} only; draw means the same as
propose, and behind or below a move either goes with it. All other players must
accept; a move ends the offer. To answer it:

  accept   GAME move BOARD USERID PASSWORD accept
  reject   GAME move BOARD USERID PASSWORD reject

With reject you also withdraw an offer of your own. An open offer stops no
clock.

{endless} may go on for ever. When a position stands
on the board for the third time, a player who sends propose draws the game at
once. After move {most} such a game is drawn anyway."""


def offers_page() -> str:
    """Returns the page on making, answering and withdrawing offers."""
    kinds = games.games().values()
    drawn = [game.title for game in kinds if game.drawn_by_agreement]
    endless = [
        game.title for game in kinds if game.longest(game.resolve(game.options(), 0)) is None
    ]
    return OFFERS_TEXT.format(drawn=listing(drawn), endless=listing(endless), most=MAX_PLIES)
