"""The help page on who sees boards, players and comments."""

from pbm.board.address_masking import MASK

PRIVACY_PARAGRAPHS = f"""\
Mail addresses are seen by nobody but the server. Others see userids, boards
and ratings, by commands and, if the server has any, on its web pages. Only
those who get the mails see chat, and comments unless they are published. A
note on a board is shown to its writer alone.

You choose who sees your boards, and whether you appear in the standings:

  change visibility alice PASSWORD public     everybody: the default
  change visibility alice PASSWORD members    whoever writes from the
                                              registered address of a player
  change visibility alice PASSWORD private    those who play on the board

It holds at once for all your boards, also those that are over; a board is as
hidden as one of its players wants it to be. One board alone is hidden by its
challenge:

  GAME challenge -private alice bob

Hidden boards are missing in lists and numbers, and a command about one is
answered as if there were none. You see your own when you write from your
registered address, reply to a mail about the board, or give your password:
"GAME showas alice PASSWORD 101". Nobody else gets mails about a private
board, even those who watched it before, or all boards. It counts for the
ratings like any other, unless the challenge also says -unrated.

The players of a tournament see one another in its table; all others see those
who aren't hidden from them.

On a server with web pages you may publish what you write with your moves:

  change comments alice PASSWORD published

That holds for comments to moves, offers and challenges on public boards, from
then on; chat is never published, and mail addresses become {MASK}. With
unpublished, the default, all are deleted. So is the comment to a move that is
taken back.

Whoever signs off is no longer named on the web pages; their boards stay, as
hidden as before. What others have read or copied before can't be taken back.
The server's admin sees everything. "mydata alice PASSWORD" sends you all that
is stored about you."""


def privacy_page() -> str:
    """Returns the page on visibility, private boards and published comments."""
    return PRIVACY_PARAGRAPHS
