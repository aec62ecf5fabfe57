"""The help page on who sees boards, players and comments."""

from pbm.board.address_masking import MASK

PRIVACY_PARAGRAPHS = f"""\
Other players never see your email address. They know you by your userid. They
can see your games and your rating, in emails and on the server's web pages, if
it has any. Only the people who get a game's emails see its chat and comments.
Only you see your notes.

You choose who sees your games, and whether you appear in the standings:

  change visibility USERID PASSWORD public   everybody; this is the default
  change visibility USERID PASSWORD members  players who write from their
                                             registered address
  change visibility USERID PASSWORD private  only the players of each game

This applies to all your games, both in progress and finished. Each game
follows the most private of its players' settings. To hide only one game,
challenge with -private:
  GAME challenge -private USERID OPPONENT

If the server has web pages, you can publish the comments that you write with
your moves:
  change comments USERID PASSWORD published

This applies to comments that you write from then on, with moves, offers and
challenges in public games. We never publish chat, and we replace email
addresses with {MASK}. If you take a move back, we delete its comment. To delete
all your published comments, write unpublished instead.

To get all the data that we store about you:
  mydata USERID PASSWORD

Details
  - Hidden games don't appear in lists and counts. If anybody else asks for
    one, we answer as if it didn't exist. You see your own hidden games if you
    write from your address, reply to an email about the game, or use your
    password:
    GAME showas USERID PASSWORD BOARD
  - When a game becomes private, players who were watching it stop getting
    emails about it.
  - Private games are rated, unless you also add -unrated.
  - The players of a tournament see each other in its table.
  - If you delete your account, the web pages no longer show your userid. Your
    games remain, with the same visibility as before.
  - We can't take back what others have already read or copied. The server's
    admin sees everything."""


def privacy_page() -> str:
    """Returns the page on visibility, private boards and published comments."""
    return PRIVACY_PARAGRAPHS
