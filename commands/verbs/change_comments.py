"""The command `change comments`, which publishes a player's comments or withdraws them."""

from typing import Annotated, ClassVar

from commands.content.response import Response, text_response
from commands.context.context import Context
from commands.language.command import ChangeCommand
from commands.language.slots import Choice, Literal
from commands.players.authentication import authenticate
from pbm.board.viewers import COMMENTS, PUBLICATIONS, PUBLISHED
from pbm.wording import counted

PUBLISHED_TEXT = (
    "From now on, the web pages of public games also show what you write with your moves.\n"
    "We leave out email addresses, and never publish chat."
)
UNPUBLISHED_TEXT = (
    "From now on, only people who get the emails about a game see what you write with your moves."
)


class ChangeComments(ChangeCommand):
    """Publishes the comments that you send with your moves, or deletes all your published comments.

    If you choose published, the server's web pages show everything that you write from now on with
    moves, offers and challenges in public games. We leave out email addresses, and never publish
    chat. The default is unpublished.
    """

    example: ClassVar = "change comments alice PASSWORD published"

    what: Annotated[str, Literal("comments")]
    choice: Annotated[str, Choice(PUBLICATIONS)]

    def run(self, context: Context) -> Response:
        """Saves the choice. `unpublished` also deletes all published comments of the player."""
        player = authenticate(context, self.userid, self.password)
        context.work.preferences.put(player, COMMENTS, self.choice, context.now())
        data = {"userid": player.userid, "comments": self.choice}
        if self.choice == PUBLISHED:
            return text_response("Comments", PUBLISHED_TEXT, data)
        deleted = context.work.published_comments.withdraw(player)
        taken = f"\nWe deleted {counted(deleted, 'published comment')}." if deleted else ""
        return text_response("Comments", f"{UNPUBLISHED_TEXT}{taken}", data | {"deleted": deleted})
