"""The commands `mute` and `unmute`, which limit a player's emails about a game."""

from typing import ClassVar

from commands.content.response import Response
from commands.context.context import Context
from commands.language.command import SeatCommand
from commands.players.preferences import MUTE, UNMUTE, muted

NEWS = {
    MUTE: "From now on, you'll get emails about this game only when it's your turn, when you have "
    "an offer to answer, and when the game ends. To get all emails again, reply: unmute",
    UNMUTE: "You'll get all emails about this game again.",
}


class Mute(SeatCommand):
    """Mutes a game: you get an email about it only when you have to move or to answer an offer.

    You also get an email when the game ends. Each of these emails includes earlier events in the
    game, such as chat. The other players don't see that you have muted the game. `unmute` ends
    this. To mute your emails about a tournament, send: `tournament NAME mute USERID PASSWORD`.
    """

    names: ClassVar = ("mute", "unmute")  # a literal, which is completed without an import
    lasting: ClassVar = True
    example: ClassVar = "{game} mute 101 alice PASSWORD"

    word: str

    def run(self, context: Context) -> Response:
        """Saves the preference. Messages that are deferred already wait for the next email."""
        player, board, _ = self.sit(context)
        name, value = muted(f"{self.game.name} {board.number}"), "yes" if self.word == MUTE else ""
        context.work.preferences.put(player, name, value, context.now())
        data = {"game": self.game.name, "board": board.number, "muted": self.word == MUTE}
        news = NEWS[self.word]
        return Response(context.snapshot(board, to=player.userid, news=news), data)
