"""The help page on draw offers and taking moves back."""

from pbm import games
from pbm.match.match_state import MAX_PLIES
from pbm.wording import filled, listing

OFFERS_TEXT = """\
To offer a draw, or to take back your last move, reply to an email about the
game with one of these words:

  propose   offer a draw
  withdraw  withdraw your draw offer or request
  undo      ask to take back your last move and all moves since

Your opponents answer with:

  accept    agree
  reject    refuse

All of them must accept. An offer ends when somebody moves or rejects it. Your
clock keeps running.

If you aren't replying to an email, send the word in a command:
  GAME move BOARD USERID PASSWORD propose

To offer a draw together with a move, write propose or draw after the move."""
DRAWS_TEXT = (
    "You can offer draws only in {drawn}. {endless} could continue forever, so a game that isn't "
    "over after move {most} is drawn. When a position occurs for the third time, you can reply "
    '"propose" to draw the game immediately, without your opponent\'s consent.'
)


def offers_page() -> str:
    """Returns the page on making, answering and withdrawing offers."""
    kinds = games.games().values()
    drawn = listing([game.title for game in kinds if game.drawn_by_agreement])
    endless = listing(
        [game.title for game in kinds if game.longest(game.resolve(game.options(), 0)) is None]
    )
    subject = "These games" if endless == drawn else endless
    draws = DRAWS_TEXT.format(drawn=drawn, endless=subject, most=MAX_PLIES)
    return f"{OFFERS_TEXT}\n\n{filled(draws)}"
