"""The command `change visibility`, which sets who may see a player's boards."""

from typing import Annotated, ClassVar

from commands.content.response import Response, text_response
from commands.context.context import Context
from commands.language.command import ChangeCommand
from commands.language.slots import Choice, Literal
from commands.players.authentication import authenticate
from pbm.board.viewers import MEMBERS, PRIVATE, PUBLIC, VISIBILITIES, VISIBILITY

TEXTS = {
    PUBLIC: "Everybody can now see you and your games, including on the server's web pages.",
    MEMBERS: "Only registered players can now see you and your games.",
    PRIVATE: "Only your opponents can now see your games,\nand you no longer appear in lists and "
    "standings.",
}
GONE = "Your games will disappear from the server's web pages at the next update."
OTHERS = "A game stays hidden if another of its players has hidden it."


class ChangeVisibility(ChangeCommand):
    """Sets who sees you and your games: everybody, registered players, or your opponents.

    The default is public. Your choice applies to all your games, both in progress and finished, in
    commands and on the server's web pages, feeds and exports. Each game follows the most private of
    its players' settings. With private, players who watch your games no longer get emails about
    them. To hide only one game, add -private to its challenge. "help privacy" explains more.
    """

    example: ClassVar = "change visibility alice PASSWORD members"

    what: Annotated[str, Literal("visibility")]
    visibility: Annotated[str, Choice(VISIBILITIES)]

    def run(self, context: Context) -> Response:
        """Saves the preference.

        The default is stored, too, because the time of the choice matters.
        """
        player = authenticate(context, self.userid, self.password)
        context.work.preferences.put(player, VISIBILITY, self.visibility, context.now())
        note = OTHERS if self.visibility == PUBLIC else GONE
        text = f"{TEXTS[self.visibility]}\n{note}"
        data = {"userid": player.userid, "visibility": self.visibility}
        return text_response("Visibility", text, data)
