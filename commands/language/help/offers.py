"""The help page on offers: draws, and moves to be taken back."""

from pbm import games
from pbm.wording import listing

TEXT = """\
On a board you may offer a draw, or ask to take the last move back. Reply to a
mail about the board with one of these words, or send it in full:

  propose  GAME move BOARD USERID PASSWORD propose
  undo     GAME move BOARD USERID PASSWORD undo

Draws exist in {drawn} only. All other players must
accept; a move ends the offer. To answer it:

  accept   GAME move BOARD USERID PASSWORD accept
  reject   GAME move BOARD USERID PASSWORD reject

With reject you also withdraw an offer of your own. An open offer stops no
clock."""


def explained() -> str:
    """Returns how offers are made, answered and withdrawn."""
    drawn = [game.title for game in games.games().values() if game.drawn_by_agreement]
    return TEXT.format(drawn=listing(drawn))
